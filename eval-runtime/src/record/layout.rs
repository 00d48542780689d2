//! JSON that people can read and programs can write fast: laid out over lines down to some depth, compact below.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// Lays out the outer levels, and leaves what lies deeper on one line.
#[derive(Debug)]
pub(super) struct Shallow {
    levels: usize,
    depth: usize,
    /// Whether the object or array that is open has anything in it, by depth.
    filled: bool,
}

impl Shallow {
    /// Lays out this many levels.
    pub(super) fn new(levels: usize) -> Self {
        Self { levels, depth: 0, filled: false }
    }

    fn open<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.filled = false;
        out.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.filled && self.depth < self.levels {
            self.line(out)?;
        }
        self.filled = true;
        out.write_all(bracket)
    }

    fn next<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth <= self.levels {
            return self.line(out);
        }
        if first { Ok(()) } else { out.write_all(b" ") }
    }

    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.filled = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::json;

    use super::*;

    #[test]
    fn outer_levels_are_laid_out_and_inner_ones_are_not() {
        let value = json!({"a": [{"b": {"c": [1, 2]}}, {}], "d": [], "e": {"f": 1}});
        let mut text = Vec::new();
        value
            .serialize(&mut serde_json::Serializer::with_formatter(&mut text, Shallow::new(2)))
            .expect("written");
        let text = String::from_utf8(text).expect("UTF-8");
        let expected = r#"{
  "a": [
    {"b": {"c": [1, 2]}},
    {}
  ],
  "d": [],
  "e": {
    "f": 1
  }
}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), value);
    }
}
