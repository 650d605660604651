//! A par sheet as a workbook. Combinations are numbers; everything else is a formula over them, with its value stored
//! for programs that do not calculate.

use crate::{CONFIDENCE, Figures, ROUNDS, Sheet, Z, notes};
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet, XlsxError};

/// The page that lists the possible results of each wager.
const PAYS: &str = "Pays";
/// The page that lists the wagers.
const WAGERS: &str = "Wagers";
/// The columns of [`PAYS`]: wager, gain, combinations, probability, contribution, square.
const GAIN: char = 'B';
const WAYS: char = 'C';
const CHANCE: char = 'D';
/// The cell that holds the number of standard deviations.
const CELL_Z: &str = "$B$3";
/// The first row of wagers, and of pays, counted from 1.
const FIRST: usize = 6;

impl Sheet {
    /// Writes the sheet as a workbook.
    ///
    /// # Errors
    /// If the workbook cannot be created.
    pub fn xlsx(&self) -> Result<Vec<u8>, XlsxError> {
        let mut book = Workbook::new();
        self.about(book.add_worksheet().set_name("About")?)?;
        self.wagers_page(book.add_worksheet().set_name(WAGERS)?)?;
        self.pays_page(book.add_worksheet().set_name(PAYS)?)?;
        book.save_to_buffer()
    }

    fn about(&self, page: &mut Worksheet) -> Result<(), XlsxError> {
        let bold = Format::new().set_bold();
        let mut rows: Vec<Vec<String>> = vec![
            vec!["Par sheet".into(), self.title.clone()],
            vec!["Version".into(), format!("ch47 {}", self.version)],
            vec!["SHA-256 of options".into(), self.hash.clone()],
        ];
        let options = self.options.iter();
        rows.extend(options.map(|(key, value)| vec!["Option".into(), key.clone(), value.clone()]));
        let readings = self.readings.iter();
        rows.extend(readings.map(|(id, choice, says)| {
            vec!["Reading".into(), format!("{id}, choice {choice}"), says.clone()]
        }));
        rows.extend(notes(self).into_iter().map(|note| vec!["Note".into(), note]));
        for (row, cells) in (0..).zip(rows) {
            for (column, cell) in (0..).zip(cells) {
                if column == 0 {
                    page.write_string_with_format(row, column, cell, &bold)?;
                } else {
                    page.write_string(row, column, cell)?;
                }
            }
        }
        page.set_column_width(0, 20)?.set_column_width(1, 30)?;
        Ok(())
    }

    fn pays_page(&self, page: &mut Worksheet) -> Result<(), XlsxError> {
        page.write_string(0, 0, "What may come of each wager, per unit staked")?;
        let header =
            ["wager", "gain", "combinations", "probability", "contribution", "gain squared × probability"];
        head(page, FIRST - 2, &header)?;
        let number = Format::new().set_num_format("#,##0");
        for (wager, rows) in self.wagers.iter().zip(self.blocks()) {
            for (line, row) in wager.lines.iter().zip(rows.clone()) {
                let at = cell_row(row);
                let (gain, chance) = (line.gain.to_f64(), line.chance.to_f64());
                page.write_string(at, 0, &wager.name)?;
                page.write_number(at, 1, gain)?;
                page.write_number_with_format(at, 2, line.combinations.parse().unwrap_or(f64::NAN), &number)?;
                let total = format!("SUM({})", range("", WAYS, &rows));
                formula(page, at, 3, &format!("{WAYS}{row}/{total}"), chance)?;
                formula(page, at, 4, &format!("{GAIN}{row}*{CHANCE}{row}"), gain * chance)?;
                formula(page, at, 5, &format!("{GAIN}{row}^2*{CHANCE}{row}"), gain * gain * chance)?;
            }
        }
        page.set_column_width(0, 28)?.set_column_width(2, 26)?.set_column_width(5, 26)?;
        Ok(())
    }

    fn wagers_page(&self, page: &mut Worksheet) -> Result<(), XlsxError> {
        page.write_string(0, 0, "Every figure is a formula over the combinations on the page Pays")?;
        page.write_string(1, 0, format!("Standard deviations for {CONFIDENCE} % confidence:"))?;
        page.write_number(2, 1, Z)?;
        page.write_string(2, 0, "z")?;
        let mut header: Vec<String> = [
            "wager",
            "places",
            "stake",
            "pays",
            "combinations",
            "hit frequency",
            "return",
            "house edge",
            "standard deviation",
            "volatility index",
        ]
        .map(str::to_owned)
        .into();
        let mut bands = Vec::new();
        for rounds in ROUNDS {
            bands.push((header.len(), rounds));
            header.extend([format!("low, {rounds} rounds"), format!("high, {rounds} rounds")]);
        }
        head(page, FIRST - 2, &header.iter().map(String::as_str).collect::<Vec<_>>())?;
        for ((wager, rows), row) in self.wagers.iter().zip(self.blocks()).zip(FIRST..) {
            let at = cell_row(row);
            let [gains, ways, chances] = [GAIN, WAYS, CHANCE].map(|column| range("Pays!", column, &rows));
            let Figures { hits, returned, edge, deviation } = wager.figures;
            page.write_string(at, 0, &wager.name)?;
            page.write_number(at, 1, u32::try_from(wager.places).unwrap_or(u32::MAX))?;
            page.write_string(at, 2, &wager.stake)?;
            page.write_string(at, 3, &wager.pays)?;
            formula(page, at, 4, &format!("SUM({ways})"), wager.combinations.parse().unwrap_or(f64::NAN))?;
            formula(page, at, 5, &format!("SUMIF({gains},\">0\",{ways})/E{row}"), hits)?;
            formula(page, at, 6, &format!("1+SUMPRODUCT({gains},{ways})/E{row}"), returned)?;
            formula(page, at, 7, &format!("1-G{row}"), edge)?;
            let squares = format!("SUMPRODUCT({gains},{gains},{chances})");
            formula(page, at, 8, &format!("SQRT({squares}-H{row}^2)"), deviation)?;
            formula(page, at, 9, &format!("{CELL_Z}*I{row}"), wager.figures.volatility())?;
            for &(column, rounds) in &bands {
                let values = wager.figures.band(rounds);
                for (side, (sign, value)) in ["-", "+"].into_iter().zip(values).enumerate() {
                    let column = u16::try_from(column + side).unwrap_or(u16::MAX);
                    formula(page, at, column, &format!("G{row}{sign}J{row}/SQRT({rounds})"), value)?;
                }
            }
        }
        page.set_column_width(0, 28)?.set_column_width(3, 20)?;
        Ok(())
    }

    /// The rows of each wager on the page of pays, counted from 1.
    fn blocks(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let mut next = FIRST;
        self.wagers.iter().map(move |wager| {
            let first = next;
            next += wager.lines.len();
            first..next
        })
    }
}

fn head(page: &mut Worksheet, row: usize, names: &[&str]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    for (column, name) in (0..).zip(names) {
        page.write_string_with_format(cell_row(row + 1), column, *name, &bold)?;
    }
    Ok(())
}

/// Converts a row number that starts at 1 to the library's, which starts at 0.
fn cell_row(row: usize) -> u32 {
    u32::try_from(row - 1).unwrap_or(u32::MAX)
}

/// A range of cells on a page, such as `C6:C9`.
fn range(page: &str, column: char, rows: &std::ops::Range<usize>) -> String {
    format!("{page}${column}${}:${column}${}", rows.start, rows.end - 1)
}

fn formula(page: &mut Worksheet, row: u32, column: u16, text: &str, value: f64) -> Result<(), XlsxError> {
    page.write_formula(row, column, Formula::new(format!("={text}")).set_result(format!("{value:?}")))?;
    Ok(())
}
