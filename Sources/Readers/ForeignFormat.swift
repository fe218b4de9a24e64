/// A kind of file that import does not read, recognized by its first bytes.
enum ForeignFormat {
  /// Returns the format of a file, and how to convert it; nil for a file that may be readable.
  ///
  /// - Parameter bytes: Its beginning.
  /// - Returns: The name of the format, and a sentence of advice, which may be empty.
  static func name(of bytes: ArraySlice<UInt8>) -> (what: String, advice: String)? {
    for (magic, what, advice) in binaries where bytes.starts(with: magic) { return (what, advice) }
    if isBinary(bytes) { return ("a binary file", "") }
    guard let first = bytes.first(where: { $0 > 32 }) else {
      return ("nothing but blanks", "")
    }
    return first == UInt8(ascii: "<") ? ("XML or HTML", "") : nil
  }

  /// Whether bytes are no text: U+0000 in one record of a text is a fault of that record.
  private static func isBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
    let zeros = bytes.count { $0 == 0 }
    if zeros == 0 { return false }
    let text = bytes.drop { $0 <= 32 && $0 > 0 }
    let isJSON = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    // JSON has none where a binary format has lengths; a header of CSV is readable.
    let head = isJSON ? text.prefix(8) : text.prefix { $0 != lineFeed }
    let isReadable = Chunk.isUTF8(head) && head.allSatisfy { $0 >= 32 || $0 == 9 || $0 == 13 }
    return !isReadable || zeros * 10 > bytes.count
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
    (Array("%PDF".utf8), "a PDF document", "Ask for the data as CSV."),
    (Array("bplist".utf8), "a binary property list", "Convert it to JSON: plutil -convert json."),
  ]
}
