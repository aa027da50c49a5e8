//! Any bytes are a table or are told what is wrong with them. What is asked is taken from the first bytes; no answer is
//! without its rows, and asking again gives the same.
#![no_main]

use std::io::{Seek as _, Write as _};

use lemmascope_spreadsheet::{Operation, Percent, Request, analyze};
use libfuzzer_sys::fuzz_target;

const OPERATIONS: [Operation; 12] = [
    Operation::Sum,
    Operation::Average,
    Operation::Count,
    Operation::Minimum,
    Operation::Maximum,
    Operation::Median,
    Operation::Missing,
    Operation::Distinct,
    Operation::Deviation,
    Operation::Common,
    Operation::Highest(2),
    Operation::Values,
];

fuzz_target!(|bytes: &[u8]| {
    let [first, second, rest @ ..] = bytes else { return };
    let mut request = Request::new(OPERATIONS[usize::from(*first) % OPERATIONS.len()], (second % 4 + 1).to_string());
    if first & 0x20 != 0 {
        request.operations.extend(Percent::new(f64::from(*second) / 2.56).map(Operation::Percentile));
    }
    request.by.extend((first & 0x40 != 0).then(|| "A".to_owned()));
    if first & 0x80 != 0 {
        request.conditions.push("B >= 2 or A is empty".to_owned());
    }
    request.decimal = match second >> 6 {
        1 => "point".parse().ok(),
        2 => "comma".parse().ok(),
        _ => None,
    };
    let Ok(mut file) = tempfile::tempfile() else { return };
    if file.write_all(rest).and_then(|()| file.rewind()).is_err() {
        return;
    }
    let Ok(again) = file.try_clone() else { return };
    let found = analyze(file, "table.csv", &request, &mut |_| {});
    match &found {
        Ok(analysis) => {
            assert_eq!(analysis.figures.len(), request.operations.len());
            assert!(analysis.figures[0].value.number.is_none_or(f64::is_finite));
        }
        Err(fault) => assert!(!fault.to_string().is_empty() && !fault.remedy().is_empty()),
    }
    let mut rewound = again;
    if rewound.rewind().is_ok() {
        assert_eq!(analyze(rewound, "table.csv", &request, &mut |_| {}), found);
    }
});
