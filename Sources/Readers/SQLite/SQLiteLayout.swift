import Bytes

/// How the rows of a table of SQLite become records of a collection.
struct SQLiteLayout: Hashable, Sendable {
  /// A column that is read.
  struct Column: Hashable, Sendable {
    let name: String
    /// The field of the record; two columns may share one, if only one of them has a value.
    let field: [UInt8]
    var kind = Kind.plain
    /// Whether the field is left out where the column is NULL.
    var omitsNull = false
  }

  /// The type of a column's values.
  enum Kind: Hashable, Sendable {
    case plain
    /// Seconds since 2001.
    case date
    case bool
    case decimal
    /// Sixteen bytes.
    case uuid
    /// Bytes after one that says where they are: 1 in the row, 2 in a file.
    case outside
  }

  /// How the rows are identified, and the sort order in which they are read.
  enum Order: Hashable, Sendable {
    /// By the number that every row has, under one of its names.
    case rowid(String)
    /// By the columns of the primary key: a table WITHOUT ROWID.
    case key([String])
  }

  let collection: String
  let table: String
  /// The entity of Core Data whose rows these are; nil for all rows.
  let entity: Int64?
  let columns: [Column]
  let order: Order
  /// Fields that identify a record; empty where none are declared to.
  let key: [String]
  /// Notes on the layout, a line each.
  var notes: [String] = []
  /// Notes on fields, by the field's name.
  var fieldNotes: [String: [String]] = [:]
  /// Types that a field would have in PostgreSQL, as far as they are declared.
  var fieldTypes: [String: String] = [:]
  /// Entities of whose rows a field is the id, by the field's name.
  var references: [String: String] = [:]
  /// Whether it is to have a table though it has no rows.
  var isEntity = false

  /// The statement that reads rows in order.
  ///
  /// - Parameter isAfter: Whether it begins after a row.
  /// - Returns: A statement whose values are the key of that row, then the entity where there is
  /// one.
  func statement(isAfter: Bool) -> String {
    var conditions: [String] = []
    let names: [String]
    switch order {
    case .rowid(let name): names = [name]
    case .key(let key): names = key.map(SQLiteDatabase.quoted)
    }
    if isAfter {
      let values = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      conditions.append("(\(names.joined(separator: ", "))) > (\(values))")
    }
    if entity != nil {
      conditions.append("Z_ENT = ?\(isAfter ? names.count + 1 : 1)")
    }
    let columns = (names + columns.map { SQLiteDatabase.quoted($0.name) }).joined(separator: ", ")
    let condition =
      conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    // An index of a foreign file may be over expressions, or damaged.
    return "SELECT \(columns) FROM \(SQLiteDatabase.quoted(table)) NOT INDEXED\(condition) "
      + "ORDER BY \(names.joined(separator: ", "))"
  }

  /// How many columns come before those of the record.
  var keyCount: Int { if case .key(let key) = order { key.count } else { 1 } }

  /// The same rows, without anything but their keys.
  var withoutColumns: SQLiteLayout {
    SQLiteLayout(
      collection: collection,
      table: table,
      entity: entity,
      columns: [],
      order: order,
      key: key
    )
  }

  /// Decodes what follows the key of a row.
  ///
  /// - Parameters:
  ///   - reader: At the first column.
  ///   - external: Returns the bytes of a file beside the store.
  /// - Returns: The fields, in the order of the columns.
  /// - Throws: `Fault`.
  func fields(
    _ reader: inout SQLiteRecordReader,
    external: (String) throws(Fault) -> [UInt8]
  ) throws(Fault) -> [Value.Member] {
    var members: [Value.Member] = []
    members.reserveCapacity(columns.count)
    for column in columns {
      let raw = reader.next()
      if column.omitsNull, raw == .null { continue }
      let value = try column.kind.value(raw, column: column.name, external: external)
      if column.omitsNull, let known = members.firstIndex(where: { $0.key == column.field[...] }) {
        throw Fault(
          code: "field",
          reason:
            "two columns have values for “\(String(decoding: members[known].key, as: UTF8.self))”"
        )
      }
      members.append(Value.Member(key: column.field[...], value: value))
    }
    return members
  }
}

/// The parts of a layout that each record needs.
final class SQLiteShape: Sendable {
  let collection: String
  let keyCount: Int
  let kinds: [SQLiteLayout.Kind]
  /// Whether a field may come from one of several columns.
  let omitsNull: Bool
  let names: [[UInt8]]
  /// The names, as a signature for `FieldOrder`.
  let signature: [UInt8]

  init(_ layout: SQLiteLayout) {
    collection = layout.collection
    keyCount = layout.keyCount
    kinds = layout.columns.map(\.kind)
    omitsNull = layout.columns.contains { $0.omitsNull }
    names = layout.columns.map(\.field)
    var signature: [UInt8] = []
    for column in layout.columns { FieldSignature.append(column.field, to: &signature) }
    self.signature = signature
  }
}

extension SQLiteLayout.Kind {
  /// 2001 in seconds since 1970.
  private static let reference = 978_307_200.0
  /// The first and last second of PostgreSQL's `timestamptz`, since 2001.
  private static let seconds = -211_844_894_400.0...9_222_354_000_000.0

  /// Whether bytes are what Core Data writes in place of a value that lies in a file.
  static func isFileName(_ bytes: ArraySlice<UInt8>) -> Bool { fileName(bytes) != nil }

  /// Returns what a column's value stands for.
  ///
  /// - Throws: `Fault`.
  func value(
    _ raw: Value,
    column: String,
    external: (String) throws(Fault) -> [UInt8]
  ) throws(Fault) -> Value {
    if case .string(let text) = raw, !Chunk.isUTF8(text) {
      throw Fault(code: "encoding", reason: "column \(column) is not UTF-8")
    }
    switch (self, raw) {
    case (.date, .int(let seconds)): return try Self.date(Double(seconds), column)
    case (.date, .double(let seconds)): return try Self.date(seconds, column)
    case (.bool, .int(0)): return .bool(false)
    case (.bool, .int(1)): return .bool(true)
    case (.decimal, .double(let number)) where number.isFinite:
      return .decimal(Array("\(number)".utf8)[...])
    case (.uuid, .bytes(let bytes)) where bytes.count == 16: return .string(Self.uuid(bytes)[...])
    case (.plain, .bytes(let bytes)), (.outside, .bytes(let bytes)):
      if let name = Self.fileName(bytes) { return .bytes(try external(name)[...]) }
      return self == .outside && bytes.first == 1 ? .bytes(bytes.dropFirst()) : raw
    default: return raw
    }
  }

  private static func date(_ seconds: Double, _ column: String) throws(Fault) -> Value {
    guard Self.seconds.contains(seconds) else {
      throw Fault(code: "type", reason: "column \(column): \(seconds) s since 2001 is no time")
    }
    let whole = seconds.rounded(.down)
    let rest = ((seconds - whole) * 1e6).rounded(.toNearestOrEven)
    return .timestamp((Int64(whole) + Int64(reference)) * 1_000_000 + Int64(rest))
  }

  private static func uuid(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(hexadecimal: [byte])
    }
    return text
  }

  /// The name of the file that holds a value that was too large for its row: a UUID, which cannot
  /// lead anywhere else.
  private static func fileName(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count == 38, bytes.first == 2, bytes.last == 0 else { return nil }
    let name = bytes.dropFirst().dropLast()
    let isUUID = name.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-")
        : (48...57).contains(byte) || (65...70).contains(byte & 0xDF)
    }
    return isUUID ? String(decoding: name, as: UTF8.self) : nil
  }
}
