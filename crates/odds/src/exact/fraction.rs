//! Exact fractions.

use dashu_int::IBig;
use dashu_ratio::RBig;
use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Div, Mul, Neg, Sub},
};

/// An exact fraction in lowest terms; displayed as `n/d`, or `n` if it is whole.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fraction(RBig);

impl Fraction {
    /// Zero.
    pub const ZERO: Fraction = Fraction(RBig::ZERO);
    /// One.
    pub const ONE: Fraction = Fraction(RBig::ONE);

    /// `n` over `d`.
    ///
    /// # Panics
    /// If `d` is zero.
    pub fn new(n: i128, d: i128) -> Fraction {
        Fraction(RBig::from(IBig::from(n)) / RBig::from(IBig::from(d)))
    }

    /// `n` over `d`, for unsigned numbers.
    ///
    /// # Panics
    /// If `d` is zero.
    pub fn ratio(n: u128, d: u128) -> Fraction {
        Fraction(RBig::from(IBig::from(n)) / RBig::from(IBig::from(d)))
    }

    /// `n` over `d`, for large integers.
    ///
    /// # Panics
    /// If `d` is zero.
    pub(crate) fn over(n: IBig, d: IBig) -> Fraction {
        Fraction(RBig::from(n) / RBig::from(d))
    }

    /// Parses what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Option<Fraction> {
        let (n, d) = text.split_once('/').unwrap_or((text, "1"));
        let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_whole(n.strip_prefix('-').unwrap_or(n)) || !is_whole(d) {
            return None;
        }
        let (n, d): (IBig, IBig) = (n.parse().ok()?, d.parse().ok()?);
        (d != IBig::ZERO).then(|| Fraction(RBig::from(n) / RBig::from(d)))
    }

    /// The numerators over the least common denominator, and that denominator.
    pub fn over_common(all: &[Fraction]) -> (Vec<String>, String) {
        let mut common = IBig::ONE;
        for fraction in all {
            let of = IBig::from(fraction.0.denominator().clone());
            let (mut a, mut b) = (common.clone(), of.clone());
            while b != IBig::ZERO {
                (a, b) = (b.clone(), a % b);
            }
            common = common / a * of;
        }
        let over = |fraction: &Fraction| {
            let of = IBig::from(fraction.0.denominator().clone());
            (fraction.0.numerator() * (&common / of)).to_string()
        };
        (all.iter().map(over).collect(), common.to_string())
    }

    /// The nearest float, for display and plots.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }

    /// The decimal expansion, rounded to this many digits after the point.
    pub fn decimal(&self, digits: usize) -> String {
        let scale = IBig::from(10u8).pow(digits);
        let scaled = (&self.0 * RBig::from(scale.clone())).round();
        let sign = if scaled < IBig::ZERO { "-" } else { "" };
        let magnitude = if scaled < IBig::ZERO { -scaled } else { scaled };
        let (whole, part) = (&magnitude / &scale, &magnitude % &scale);
        match digits {
            0 => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{:0>digits$}", part.to_string()),
        }
    }

    /// The value in percent, rounded to this many digits after the point.
    pub fn percent(&self, digits: usize) -> String {
        (self.clone() * Fraction::new(100, 1)).decimal(digits)
    }
}

#[cfg(feature = "json")]
impl serde::Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<i64> for Fraction {
    fn from(n: i64) -> Fraction {
        Fraction(RBig::from(n))
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident,)*) => {$(
        impl $operator for Fraction {
            type Output = Fraction;
            fn $method(self, other: Fraction) -> Fraction {
                Fraction($operator::$method(self.0, other.0))
            }
        }

        impl $operator<&Fraction> for &Fraction {
            type Output = Fraction;
            fn $method(self, other: &Fraction) -> Fraction {
                Fraction($operator::$method(&self.0, &other.0))
            }
        }
    )*};
}

operators! { Add add, Sub sub, Mul mul, Div div, }

impl Neg for Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        Fraction(-self.0)
    }
}

impl AddAssign for Fraction {
    fn add_assign(&mut self, other: Fraction) {
        self.0 += other.0;
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(all: I) -> Fraction {
        all.fold(Fraction::ZERO, |sum, x| sum + x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_print_in_lowest_terms() {
        let edge = Fraction::new(2, 38);
        assert_eq!((edge.to_string(), edge.percent(3)), ("1/19".into(), "5.263".into()));
        assert_eq!(Fraction::new(-3, 38).percent(3), "-7.895");
        assert_eq!(Fraction::new(-1, 3).decimal(0), "0");
        assert_eq!(Fraction::new(5, 1).to_string(), "5");
        assert_eq!(Fraction::new(1, 200).percent(2), "0.50");
        for text in ["-7/495", "0", "3", "1/19"] {
            assert_eq!(Fraction::read(text).map(|read| read.to_string()).as_deref(), Some(text));
        }
        assert_eq!(["", "x", "1/0", "1.5"].map(Fraction::read), [const { None }; 4]);
        let parts = [Fraction::new(1, 6), Fraction::new(3, 4), Fraction::new(1, 12)];
        let over = |ways: [&str; 3], all: &str| (ways.map(str::to_owned).to_vec(), all.to_owned());
        assert_eq!(Fraction::over_common(&parts), over(["2", "9", "1"], "12"));
        assert_eq!(
            [Fraction::new(1, 3), Fraction::new(1, 6)].into_iter().sum::<Fraction>(),
            Fraction::new(1, 2)
        );
    }
}
