//! `ch47 odds --certificate`: everything needed to confirm exact edges.

use super::odds::unsolved;
use crate::{
    failure::Failure,
    json::{CertificateJson, CertifiedJson, UncertifiedJson},
    load::Chosen,
};
use odds::{Prepared, Priced, Results, Unsolved};
use rules::kit::cards::Unseen;
use std::{fs, path::Path};

/// Writes the certificate of a table's wagers.
pub fn write<G: Priced>(
    path: &Path,
    table: &Chosen<G>,
    prepared: &Prepared<G>,
    results: &[Result<Results, Unsolved>],
    unseen: Option<&Unseen>,
) -> Result<(), Failure> {
    let found = prepared.proofs(unseen);
    let mut readings = Vec::new();
    table.readings.each(&mut |switch, choice| {
        if choice != switch.decided {
            readings.push(format!("{}={choice}", switch.id));
        }
    });
    let mut certificate = CertificateJson {
        game: G::NAME.to_owned(),
        options: table.settings.to_string(),
        readings,
        method: G::METHOD.to_owned(),
        wagers: Vec::new(),
        without: Vec::new(),
        proofs: found.proofs,
    };
    for (at, ((on, stake), proof)) in prepared.bets().iter().zip(&found.wagers).enumerate() {
        let wager = on.wager.to_string();
        let claimed = match found.claims.get(&at) {
            Some((stake, edge)) => Ok((*stake, edge.clone())),
            None => results[at].as_ref().map(|results| (*stake, results.edge())),
        };
        match (claimed, proof) {
            (Ok((stake, edge)), Ok((proof, patron))) => certificate.wagers.push(CertifiedJson {
                wager,
                stake: stake.as_cents(),
                edge: edge.to_string(),
                proof: *proof,
                patron: *patron,
            }),
            (_, Err(why)) | (Err(why), _) => {
                certificate.without.push(UncertifiedJson { wager, why: why.to_string() });
            }
        }
    }
    // Compact: the rounds of a shoe have thousands of states.
    let text =
        serde_json::to_string(&certificate).map_err(|e| Failure::fault(format!("cannot write JSON: {e}")))?;
    fs::write(path, text + "\n").map_err(|e| Failure::fault(format!("{}: {e}", path.display())))
}

/// Writes the compiled round of the first wager as a Markov chain.
pub fn write_storm<G: Priced>(
    name: &Path,
    prepared: &Prepared<G>,
    unseen: Option<&Unseen>,
) -> Result<(), Failure> {
    let found = prepared.proofs(unseen);
    let (proof, patron) =
        found.wagers.first().copied().unwrap_or(Err(Unsolved::NoWager)).map_err(unsolved)?;
    let chain = found.proofs[proof].storm(patron).ok_or_else(|| {
        Failure::fault(
            "the deals of this wager were counted without a compiled round, so there is no chain to write",
        )
    })?;
    for (ending, text) in [("tra", chain.transitions), ("lab", chain.labels)] {
        let mut path = name.to_owned().into_os_string();
        path.push(format!(".{ending}"));
        let path = Path::new(&path);
        fs::write(path, text).map_err(|e| Failure::fault(format!("{}: {e}", path.display())))?;
    }
    Ok(())
}
