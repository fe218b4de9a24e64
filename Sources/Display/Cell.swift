import Catalog
import Postgres

/// A column as the renderers need it: PostgreSQL's name and type.
package struct CellColumn: Sendable, Hashable {
  /// The name as the server gives it.
  package let name: String
  /// The type's OID in `pg_type`, or one of ``CellType``'s own.
  package let typeOID: UInt32

  /// Describes a column.
  package init(_ name: String, _ typeOID: UInt32 = CellType.text) {
    self.name = name
    self.typeOID = typeOID
  }

  /// How much a column is needed if a screen has no room for all.
  enum Need: Comparable {
    /// Its values may be cut, and it goes first.
    case low
    /// Its values may be cut.
    case some
    /// Its values are never cut.
    case high
    /// It says what a row is: its values may be cut, but it goes last.
    case label
    /// It is typed again, so it is always there, and whole.
    case always

    /// Whether its values may be cut.
    var mayBeCut: Bool { self < .high || self == .label }
  }

  /// How much it is needed: most where it names what can be typed again.
  var need: Need {
    let kind = CellKind(typeOID)
    if Self.names.contains(name) || typeOID == CellType.subject { return .always }
    if Self.words.contains(name) { return .high }
    if Self.labels.contains(name) { return .label }
    switch kind {
    case .json, .list: return .low
    case .text, .marked: return .some
    case .number, .bool, .time, .interval, .drawn: return .high
    }
  }

  /// The columns of names that commands take.
  private static let names: Set<String> = [
    "action", "action_id", "batch", "batch_id", "case", "case_id", "collection", "command",
    "evidence", "field", "flag", "id", "job", "job_id", "key", "login", "proposal", "queue",
    "report", "schedule", "seq", "subject", "tag",
  ]

  /// The columns that say what a row is.
  private static let labels: Set<String> = ["change", "label", "name", "title", "value", "what"]

  /// The columns of words that commands take in their flags.
  private static let words: Set<String> = [
    "actor", "by", "code", "kind", "outcome", "policy", "rank", "severity", "verb", "with",
  ]
}

/// The built-in types that are printed unlike text, by their OIDs (`pg_type.dat`).
package enum CellType {
  package static let bool: UInt32 = 16
  package static let int8: UInt32 = 20
  package static let text: UInt32 = 25
  package static let timestamptz: UInt32 = 1184
  package static let jsonb: UInt32 = 3802
  /// No type of the server's: an array of parts of a text, every second one to be set off.
  package static let marked = UInt32.max
  /// No type of the server's: a subject, such as `user:42`, which can be typed again.
  package static let subject = UInt32.max - 64
  /// A share: `████▏  42 %`.
  package static let bar = CellDrawing.bar.typeOID
  /// An array of numbers: `▁▃█`.
  package static let spark = CellDrawing.spark.typeOID
  /// A change: `▲12`.
  package static let delta = CellDrawing.delta.typeOID
  /// How many days are left: `12 days`.
  package static let daysLeft = CellDrawing.daysLeft.typeOID
  /// A time of day: `09:30`.
  package static let timeOfDay = CellDrawing.time.typeOID
  /// An amount of a currency: `1,250.00 EUR`.
  package static let money = CellDrawing.money.typeOID
  /// Metres: `1.2 km`.
  package static let distance = CellDrawing.distance.typeOID
  package static let float8: UInt32 = 701
  static let interval: UInt32 = 1186
  private static let timestamp: UInt32 = 1114

  /// int8, int2, int4, oid, float4, float8, numeric.
  static func isNumber(_ oid: UInt32) -> Bool {
    switch oid {
    case 20, 21, 23, 26, 700, 701, 1700: true
    default: false
    }
  }

  /// json and jsonb.
  static func isJSON(_ oid: UInt32) -> Bool { oid == 114 || oid == jsonb }

  /// Arrays of int2, int4, text, bpchar, varchar, int8, whose elements JSON can hold.
  static func arrayElement(_ oid: UInt32) -> UInt32? {
    switch oid {
    case 1005: 21
    case 1007: 23
    case 1016: 20
    case 1009, 1014, 1015: text
    default: nil
    }
  }

  /// timestamp and timestamptz.
  static func isTime(_ oid: UInt32) -> Bool { oid == timestamp || oid == timestamptz }
}

/// How the values of a column are written, looked up once a column.
enum CellKind: Hashable {
  case text, number, bool, json, time, interval, marked
  /// A value that people see as a drawing.
  case drawn(CellDrawing)
  /// An array, by its element.
  indirect case list(CellKind)

  /// Whether its values end where their column ends.
  var isRightAligned: Bool {
    switch self {
    case .number, .interval: true
    case .drawn(let drawing): drawing.isRightAligned
    default: false
    }
  }

  /// Goes by the type's OID; what is not built in is text.
  init(_ oid: UInt32) {
    if CellType.isNumber(oid) {
      self = .number
    } else if oid == CellType.bool {
      self = .bool
    } else if CellType.isJSON(oid) {
      self = .json
    } else if CellType.isTime(oid) {
      self = .time
    } else if oid == CellType.interval {
      self = .interval
    } else if oid == CellType.marked {
      self = .marked
    } else if let drawing = CellDrawing(oid) {
      self = .drawn(drawing)
    } else if let element = CellType.arrayElement(oid) {
      self = .list(CellKind(element))
    } else {
      self = .text
    }
  }
}

/// Appends what people read for a value, all of it through ``Untrusted``.
///
/// That is times as their style says, yes and no, lists with commas, `–` for NULL. What is cut is
/// not cut within a time.
///
/// - Returns: The columns taken.
func appendReadable(
  _ cell: UnsafeBufferPointer<UInt8>?,
  _ kind: CellKind,
  to out: inout [UInt8],
  columns: Int = .max,
  times: TimeStyle = TimeStyle()
) -> Int {
  guard let cell else {
    out += "–".utf8
    return 1
  }
  let text: [UInt8]
  switch kind {
  case .text, .number, .json:
    let limit = TimesInText.columns(cell, limit: columns)
    return Untrusted.append(cell, to: &out, columns: limit)
  case .bool: text = Array(cell.first == UInt8(ascii: "t") ? "yes".utf8 : "no".utf8)
  case .time where LocalZone.isUTC && times.now == nil && times.namesZone && isUTC(cell):
    out.append(contentsOf: cell[..<16])
    out += " UTC".utf8
    return 20
  case .time: text = Array(readableTime(String(decoding: cell, as: UTF8.self), times).utf8)
  case .interval:
    guard let interval = try? Interval(postgresText: Array(cell).span) else {
      return Untrusted.append(cell, to: &out, columns: columns)
    }
    text = Array(readableDuration(interval).utf8)
  case .drawn(let drawing):
    guard let drawn = drawing.text(cell, times) else {
      return Untrusted.append(cell, to: &out, columns: columns)
    }
    text = Array(drawn.utf8)
  case .marked: return appendMarked(cell, to: &out, columns: columns)
  case .list:
    guard let items = arrayItems(cell) else {
      return Untrusted.append(cell, to: &out, columns: columns)
    }
    let parts = items.map { $0 ?? Array("NULL".utf8) }
    text = Array(parts.joined(separator: ", ".utf8))
  }
  return text.withUnsafeBufferPointer { Untrusted.append($0, to: &out, columns: columns) }
}

/// Whether a time has the usual form: `2026-11-21 10:42:07.5+00`.
private func isUTC(_ time: UnsafeBufferPointer<UInt8>) -> Bool {
  time.count >= 22 && time[4] == UInt8(ascii: "-") && time[10] == 0x20
    && time[13] == UInt8(ascii: ":") && time.suffix(3).elementsEqual("+00".utf8)
    && time.allSatisfy { (0x20..<0x7F).contains($0) }
}

/// Appends the parts of a text through ``Untrusted``, every second one bold; a part that is cut is
/// not set off.
///
/// - Returns: The columns taken.
private func appendMarked(
  _ cell: UnsafeBufferPointer<UInt8>,
  to out: inout [UInt8],
  columns: Int
) -> Int {
  let parts = (arrayItems(cell) ?? []).map { Untrusted(ArraySlice($0 ?? [])) }
  let isWhole = parts.reduce(0) { $0 + $1.width } <= columns
  var taken = 0
  for (index, part) in parts.enumerated() {
    // A text that is cut ends in `…`, so a column is reserved for it.
    guard isWhole || taken + part.width < columns else {
      let rest = parts[index...].flatMap(\.bytes)
      return taken + Untrusted(ArraySlice(rest)).append(to: &out, columns: columns - taken)
    }
    let isMatch = index % 2 == 1
    if isMatch { out += "\u{1B}[1m".utf8 }
    taken += part.append(to: &out)
    if isMatch { out += "\u{1B}[0m".utf8 }
  }
  return taken
}

/// Appends a value that needs neither quotes nor escapes in any format for programs: a number, true
/// or false, a time.
///
/// - Returns: False for everything else, of which nothing is appended.
func appendPlain(
  _ cell: UnsafeBufferPointer<UInt8>,
  _ kind: CellKind,
  to out: inout [UInt8]
) -> Bool {
  switch kind {
  case .number: out.append(contentsOf: cell)
  case .bool: out += cell.first == UInt8(ascii: "t") ? "true".utf8 : "false".utf8
  case .time: appendRFC3339(cell, to: &out)
  case .drawn:
    if isInstant(cell) {
      appendRFC3339(cell, to: &out)
      return true
    }
    guard isPlainNumber(cell) else { return false }
    out.append(contentsOf: cell)
  case .text, .json, .list, .marked, .interval: return false
  }
  return true
}

/// Whether a value that is drawn is an instant, as PostgreSQL writes it: `2026-11-21
/// 10:42:07.5+00`.
func isInstant(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
  cell.count >= 19 && cell[4] == UInt8(ascii: "-") && cell[10] == 0x20
    && cell[13] == UInt8(ascii: ":")
    && cell.allSatisfy { (0x30...0x3A).contains($0) || " +-.".utf8.contains($0) }
}

/// Appends `2026-11-21 10:42:07.5+00` as `2026-11-21T10:42:07.5+00:00`, other shapes as they are.
func appendRFC3339(_ time: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
  let start = out.count
  out.append(contentsOf: time)
  guard time.count >= 19, time[10] == 0x20, time[13] == UInt8(ascii: ":") else { return }
  out[start + 10] = UInt8(ascii: "T")
  let sign = time[time.count - 3]
  if time.count >= 22, sign == 0x2B || sign == 0x2D { out += ":00".utf8 }
}

/// Splits a one-dimensional array as PostgreSQL writes it; nil for any other shape.
package func arrayItems(_ bytes: some RandomAccessCollection<UInt8>) -> [[UInt8]?]? {
  guard var reader = ArrayReader(bytes) else { return nil }
  var items: [[UInt8]?] = []
  var item: [UInt8] = []
  while let isNull = reader.next(into: &item) {
    items.append(isNull ? nil : item)
    item.removeAll()
  }
  return reader.isNested ? nil : items
}

/// Reads the items of a one-dimensional array as PostgreSQL writes it, one after the other.
struct ArrayReader<Bytes: RandomAccessCollection> where Bytes.Element == UInt8 {
  /// Whether an array within the array ended the reading.
  private(set) var isNested = false
  private var rest: Bytes.SubSequence
  private var isOver: Bool

  /// Begins to read; nil where the braces are missing.
  init?(_ bytes: Bytes) {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else {
      return nil
    }
    rest = bytes.dropFirst().dropLast()
    isOver = rest.isEmpty
  }

  /// Reads an item.
  ///
  /// - Parameter out: Gets its text appended, nothing for NULL.
  /// - Returns: Whether it is NULL; nil after the last.
  mutating func next(into out: inout [UInt8]) -> Bool? {
    guard !isOver else { return nil }
    let start = out.count
    var (isQuoted, wasQuoted) = (false, false)
    var index = rest.startIndex
    while index < rest.endIndex {
      let byte = rest[index]
      rest.formIndex(after: &index)
      switch byte {
      case UInt8(ascii: "\\") where index < rest.endIndex:
        out.append(rest[index])
        rest.formIndex(after: &index)
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        wasQuoted = true
      case UInt8(ascii: ",") where !isQuoted:
        rest = rest[index...]
        return close(wasQuoted, &out, start)
      case UInt8(ascii: "{") where !isQuoted:
        (isNested, isOver) = (true, true)
        return nil
      default: out.append(byte)
      }
    }
    isOver = true
    return close(wasQuoted, &out, start)
  }

  private func close(_ wasQuoted: Bool, _ out: inout [UInt8], _ start: Int) -> Bool {
    let isNull = !wasQuoted && out.count == start + 4 && out[start...].elementsEqual("NULL".utf8)
    if isNull { out.removeSubrange(start...) }
    return isNull
  }
}
