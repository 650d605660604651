//! The normal distribution.

/// The density of the standard normal distribution.
pub fn normal_density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The distribution function, computed by a series near the center and by a continued fraction in the tails, to more
/// digits than any simulation has.
pub fn normal(x: f64) -> f64 {
    let density = normal_density(x);
    if x.abs() < 3.0 {
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term.abs() > 1e-17 {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let tail = (1..=60).rev().fold(x.abs(), |deeper, k| x.abs() + f64::from(k) / deeper);
    if x < 0.0 { density / tail } else { 1.0 - density / tail }
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, want) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.96, 0.024_997_895_148_220),
            (2.999, 0.998_645_663_466_273),
            (-4.0, 3.167_124_183_311_992e-5),
            (5.0, 0.999_999_713_348_428),
        ] {
            assert!((normal(x) - want).abs() < 1e-9, "{x}: {}", normal(x));
        }
    }
}
