import Readers

/// How a type of PostgreSQL changes a value that it takes, as the file alone shows; what else
/// columns change, the database counts (`reeve.import_changes`).
enum Loss: Hashable, Sendable {
  /// A zero with a sign: numeric and whole numbers have none.
  case negativeZero
  /// The same within a document.
  case zeroInJSON
  /// A number that `real` rounds.
  case longNumber
  /// A text with a time that has more digits than microseconds.
  case finerTime
  /// A text with a time and its offset from UTC, of which `timestamp` keeps the time alone: another
  /// moment.
  case offset
  /// A text with a time of day, which `date` leaves out.
  case timeOfDay

  /// Those that numbers suffer.
  static let ofNumbers: [Loss] = [.negativeZero, .longNumber]

  /// Returns the changes that a type makes.
  ///
  /// - Parameter type: As PostgreSQL writes it, or as a plan does.
  /// - Returns: The change; for arrays none is known.
  static func all(of type: String) -> [Loss] {
    guard !type.hasSuffix("]") else { return [] }
    if type == "date" { return [.timeOfDay] }
    let isLocal =
      type.hasPrefix("timestamp") && !type.hasPrefix("timestamptz")
      && !type.hasSuffix("with time zone")
    let named = ofTypes.filter { $0.terms.types.contains(where: type.hasPrefix) }
    return named + (isLocal ? [.offset] : [])
  }

  /// Those that the name of a type tells.
  private static let ofTypes: [Loss] = [.negativeZero, .zeroInJSON, .longNumber, .finerTime]

  /// What the names of its types begin with, and the change to the value, in words.
  private var terms: (types: [String], change: String) {
    switch self {
    case .negativeZero: (["numeric", "bigint", "integer", "smallint"], "-0.0 becomes 0")
    case .zeroInJSON: (["jsonb"], "-0.0 becomes 0.0")
    case .longNumber: (["real"], "digits beyond those of real are lost")
    case .finerTime: (["timestamp", "time "], "times are rounded to microseconds")
    case .offset: ([], "offsets from UTC are left out, so that the time is another one")
    case .timeOfDay: ([], "times of day are left out")
    }
  }

  /// The change to the value, in words.
  var change: String { terms.change }

  /// Whether a value is one that such a type changes.
  func changes(_ value: Value) -> Bool {
    switch (self, value) {
    case (.negativeZero, .double(let number)): number == 0 && number.sign == .minus
    case (.negativeZero, .decimal(let text)), (.negativeZero, .string(let text)),
      (.zeroInJSON, .decimal(let text)):
      DecimalDigits(text)?.isNegativeZero ?? false
    case (.zeroInJSON, .array(let items)): items.contains(where: changes)
    case (.zeroInJSON, .map(let members)): members.contains { changes($0.value) }
    case (.zeroInJSON, .json(let text)): Self.hasNegativeZero(text)
    case (.longNumber, .string(let text)), (.longNumber, .decimal(let text)): Self.isLong(text)
    case (.longNumber, .int(let number)): Self.isLong(Array("\(number)".utf8)[...])
    case (.longNumber, .double(let number)): Self.isLong(Array("\(number)".utf8)[...])
    case (.finerTime, .string(let text)): TextLook(text) == .finer
    case (.offset, .string(let text)): TextLook(text) == .instant && !Self.isUTC(text)
    case (.timeOfDay, .string(let text)): Self.hasTimeOfDay(TextLook(text))
    default: false
    }
  }

  /// Whether a text of that form has a time of day.
  static func hasTimeOfDay(_ look: TextLook) -> Bool {
    look == .instant || look == .timestamp || look == .finer
  }

  /// Whether a time that has an offset from UTC is one of UTC.
  private static func isUTC(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.reversed().prefix { !"+-Zz".utf8.contains($0) }
    return digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ":") }
  }

  /// Whether `real` keeps neither the number nor the digits that are written.
  private static func isLong(_ text: ArraySlice<UInt8>) -> Bool {
    guard let digits = DecimalDigits(text),
      let number = Double(String(decoding: text, as: UTF8.self)),
      number.isFinite
    else { return false }
    let real = Float(number)
    return Double(real) != number && DecimalDigits(Array("\(real)".utf8)[...]) != digits
  }

  /// Whether a number of a JSON text is a zero with a sign.
  private static func hasNegativeZero(_ text: ArraySlice<UInt8>) -> Bool {
    var isText = false
    var at = text.startIndex
    while at < text.endIndex {
      switch text[at] {
      case UInt8(ascii: "\\") where isText: at += 1
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "-") where !isText:
        let rest = text[at...]
        let end = rest.dropFirst().firstIndex { !Self.numeral.contains($0) } ?? text.endIndex
        if DecimalDigits(rest[..<end])?.isNegativeZero ?? false { return true }
      default: break
      }
      at += 1
    }
    return false
  }

  private static let numeral = Set("0123456789.eE+-".utf8)
}

/// A value of a record that its column's type changed.
struct ChangedValue: Sendable {
  /// Number of the record in the source.
  let record: Int
  /// The column and the change, as `import told` prints them.
  let change: String
}
