//! For any bytes, the reader ends, its errors name a place and hold no control characters, and its
//! puzzles can be read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudoku_puzzles::{ReadError, Reader};

fuzz_target!(|bytes: &[u8]| {
    let mut before = 0;
    for item in Reader::new("f", bytes) {
        if let Err(error) = &item {
            assert!(!error.to_string().contains(char::is_control));
        }
        match item {
            Ok(record) => {
                assert!(record.line >= before);
                before = record.line;
                for text in [format!("{}\n", record.grid), format!("{:#}\n", record.grid)] {
                    let again: Vec<_> = Reader::new("f", text.as_bytes()).collect();
                    assert_eq!(again.len(), 1);
                    assert_eq!(again[0].as_ref().unwrap().grid, record.grid);
                }
            }
            Err(ReadError::Text { line, column, .. }) => assert!(line >= 1 && column >= 1),
            Err(ReadError::Io { line, .. }) => assert!(line >= 1),
        }
    }
});
