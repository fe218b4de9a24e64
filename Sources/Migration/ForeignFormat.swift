/// What a file is that import does not read, told by how it begins.
enum ForeignFormat {
  /// Tells what a file is, and how it becomes one that is read; nil where it may be one.
  ///
  /// - Parameters:
  ///   - bytes: Its beginning.
  ///   - isWhole: Whether that is all of it.
  /// - Returns: What it is, and a sentence of advice, which may be empty.
  static func name(of bytes: ArraySlice<UInt8>, isWhole: Bool) -> (what: String, advice: String)? {
    for (magic, what, advice) in binaries where bytes.starts(with: magic) { return (what, advice) }
    if bytes.contains(0) { return ("a binary file", "") }
    guard let first = bytes.first(where: { $0 > 32 }) else { return nil }
    if first == UInt8(ascii: "<") { return ("XML or HTML", "") }
    if first == UInt8(ascii: "{") { return object(bytes, isWhole: isWhole) }
    return first == UInt8(ascii: "[") ? nil : users(bytes)
  }

  private static let binaries: [(magic: [UInt8], what: String, advice: String)] = [
    (
      Array("SQLite format 3\0".utf8), "a SQLite database",
      "Write a table as CSV: sqlite3 -header -csv FILE \"SELECT * FROM …\"."
    ),
    (
      Array("PGDMP".utf8), "a dump of PostgreSQL",
      "Restore it with pg_restore, and adopt the database: reeve adopt."
    ),
    ([0x1F, 0x8B], "compressed by gzip", "Unpack it first."),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd", "Unpack it first."),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive, such as a spreadsheet", "Save it as CSV."),
    (Array("bplist".utf8), "a binary property list", "Convert it to JSON: plutil -convert json."),
    ([0xFF, 0xFE], "UTF-16", "Convert it to UTF-8 first."),
    ([0xFE, 0xFF], "UTF-16", "Convert it to UTF-8 first."),
  ]

  /// An object that is not a line of NDJSON.
  private static func object(
    _ bytes: ArraySlice<UInt8>,
    isWhole: Bool
  ) -> (what: String, advice: String)? {
    let text = bytes.drop { $0 <= 32 }
    let end = text.firstIndex(of: lineFeed) ?? text.endIndex
    let isOnlyLine = isWhole && !text[end...].contains { $0 > 32 }
    // An object a line is NDJSON; of a single one only its members tell.
    guard case .map(let members)? = parsed(text[..<end]) else {
      // Longer than what was read of it, or over several lines.
      guard end < text.endIndex || !isWhole else { return nil }
      let head = String(decoding: text.prefix(4096), as: UTF8.self)
      guard end < text.endIndex, !head.contains("\"localId\"") else {
        return head.contains("\"localId\"") ? auth : tree
      }
      // A broken first line of many objects is NDJSON with a fault, which is told by its line.
      let rest = text[end...].drop { $0 <= 32 }
      return rest.first == UInt8(ascii: "{") ? nil : tree
    }
    guard isOnlyLine, !members.isEmpty else { return nil }
    if members.count == 1, members[0].key.elementsEqual("users".utf8),
      case .array = members[0].value
    {
      return auth
    }
    let isTree = members.allSatisfy { member in
      guard case .map(let inner) = member.value else { return false }
      return inner.contains { if case .map = $0.value { true } else { false } }
    }
    return isTree ? tree : nil
  }

  private static func parsed(_ bytes: ArraySlice<UInt8>) -> Value? {
    do {
      return try JSONParser.parse(bytes)
    } catch {
      return nil
    }
  }

  private static let tree = (
    what: "one JSON object, as exported by the Realtime Database",
    advice: "Write each collection as NDJSON: "
      + "jq -c '.users | to_entries[] | {id: .key} + .value' FILE > users.ndjson."
  )

  private static let auth = (
    what: "a Firebase accounts export (auth:export)",
    advice: "Extract what to import, without passwords: "
      + "jq -c '.users[] | {localId, email, displayName, createdAt}' FILE > accounts.ndjson."
  )

  /// The CSV of `auth:export`, which has no header.
  private static func users(_ bytes: ArraySlice<UInt8>) -> (what: String, advice: String)? {
    let line = bytes.prefix { $0 != lineFeed }
    let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard fields.count >= 24,
      ["true", "false"].contains(where: { fields[2].elementsEqual($0.utf8) })
    else { return nil }
    return (
      "a Firebase accounts export (auth:export), which has no header",
      "Export it as JSON: firebase auth:export FILE --format=json."
    )
  }
}
