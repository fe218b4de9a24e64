/// A kind of file that import does not read, recognized by its first bytes.
enum ForeignFormat {
  /// Returns the format of a file, and how to convert it; nil for a file that may be readable.
  ///
  /// - Parameter bytes: Its beginning.
  /// - Returns: The name of the format, and a sentence of advice, which may be empty.
  static func name(of bytes: ArraySlice<UInt8>) -> (what: String, advice: String)? {
    for (magic, what, advice) in binaries where bytes.starts(with: magic) { return (what, advice) }
    if bytes.contains(0) { return ("a binary file", "") }
    guard let first = bytes.first(where: { $0 > 32 }) else {
      return ("nothing but blanks", "")
    }
    return first == UInt8(ascii: "<") ? ("XML or HTML", "") : nil
  }

  private static let binaries: [(magic: [UInt8], what: String, advice: String)] = [
    (SQLiteStore.magic, "a SQLite database that is packed", "Unpack it first."),
    (
      Array("PGDMP".utf8), "a dump of PostgreSQL",
      "Restore it with pg_restore, and adopt the database: reeve adopt."
    ),
    ([0x1F, 0x8B], "packed twice", "Unpack it first."),
    ([0x28, 0xB5, 0x2F, 0xFD], "packed twice", "Unpack it first."),
    (Array("BZh".utf8), "packed by bzip2", "Unpack it first."),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "packed by xz", "Unpack it first."),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive, such as a spreadsheet", "Save it as CSV."),
    (Array("bplist".utf8), "a binary property list", "Convert it to JSON: plutil -convert json."),
  ]
}
