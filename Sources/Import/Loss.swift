import Readers

/// How a type of PostgreSQL changes a value that it takes.
enum Loss: CaseIterable, Sendable {
  /// A zero with a sign: numeric and whole numbers have none.
  case negativeZero
  /// The same within a document.
  case zeroInJSON
  /// A number that `real` rounds.
  case longNumber
  /// A text with a time that has more digits than microseconds.
  case finerTime

  /// Those that numbers suffer.
  static let ofNumbers: [Loss] = [.negativeZero, .longNumber]

  /// Returns the changes that a type makes.
  ///
  /// - Parameter type: As PostgreSQL writes it, or as a plan does.
  /// - Returns: The change; for arrays none is known.
  static func all(of type: String) -> [Loss] {
    allCases.filter { loss in
      loss.terms.types.contains(where: type.hasPrefix) && !type.hasSuffix("]")
    }
  }

  /// What the names of its types begin with, and the change to the value, in words.
  private var terms: (types: [String], change: String) {
    switch self {
    case .negativeZero: (["numeric", "bigint", "integer", "smallint"], "-0.0 becomes 0")
    case .zeroInJSON: (["jsonb"], "-0.0 becomes 0.0")
    case .longNumber: (["real"], "digits beyond those of real are lost")
    case .finerTime: (["timestamp", "time "], "times are rounded to microseconds")
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
    default: false
    }
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
