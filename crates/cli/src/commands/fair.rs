//! `ch47 fair`: a finished shoe dealt again.

use crate::{
    args,
    failure::Failure,
    json::{self, FairJson},
    load::Source,
    screen::{self, BAD, BOLD, DIM, GOOD, paint},
};
use books::ShoeFile;

pub fn run(args: &args::Fair, as_json: bool) -> Result<(), Failure> {
    let source = Source::read(&args.file)?;
    let file: ShoeFile = serde_json::from_str(&source.text)
        .map_err(|e| Failure::fault(format!("{}: not a finished shoe: {e}", source.name)))?;
    let (order, wrong) = match file.redeal() {
        Ok(dealt) => (dealt.order, dealt.differs.map(|differs| differs.to_string())),
        Err(unfair) => (Vec::new(), Some(unfair.to_string())),
    };
    let fair = wrong.is_none();
    if as_json {
        let (commitment, draws) = (file.commitment.to_string(), file.draws.len());
        screen::show(&json::render(&FairJson { fair, commitment, draws, order, wrong })?)?;
    } else if let Some(wrong) = wrong {
        screen::complain!("{}: {}: {wrong}", paint(BAD, "not fair"), source.name);
    } else {
        let nonces = match file.nonces.len() {
            0 => "no nonces".to_owned(),
            n => format!("{n} nonces of players"),
        };
        let mut text = format!("{}  the secret is the one committed to\n", paint(GOOD, "fair"));
        text += &format!("  commitment {}\n  {nonces}, {} cuts\n", file.commitment, file.cuts.len());
        text += &format!("  {} draws, each as it had to come\n", file.draws.len());
        for row in order.chunks(26) {
            text += &format!("  {}\n", paint(DIM, row.join(" ")));
        }
        if !order.is_empty() {
            text += &format!("{} the order of the cards after the cuts\n", paint(BOLD, "above:"));
        }
        screen::show(&text)?;
    }
    if fair { Ok(()) } else { Err(Failure::Law) }
}
