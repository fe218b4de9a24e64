/// How a type of PostgreSQL changes a value that it takes.
enum Loss: CaseIterable, Sendable {
  /// A zero with a sign: numeric and whole numbers have none.
  case negativeZero
  /// A number that `real` rounds.
  case longNumber
  /// A text with a time that has more digits than microseconds.
  case finerTime

  /// Those that numbers suffer.
  static let ofNumbers: [Loss] = [.negativeZero, .longNumber]

  /// Returns what a type changes.
  ///
  /// - Parameter type: As PostgreSQL writes it, or as a plan does.
  /// - Returns: What it changes; of arrays nothing is known.
  static func all(of type: String) -> [Loss] {
    allCases.filter { loss in loss.types.contains(where: type.hasPrefix) && !type.hasSuffix("]") }
  }

  private var types: [String] {
    switch self {
    case .negativeZero: ["numeric", "bigint", "integer", "smallint"]
    case .longNumber: ["real"]
    case .finerTime: ["timestamp", "time "]
    }
  }

  /// What becomes of the value, in words.
  var change: String {
    switch self {
    case .negativeZero: "-0.0 becomes 0"
    case .longNumber: "digits beyond those of real are lost"
    case .finerTime: "times are rounded to microseconds"
    }
  }

  /// Whether a value is one that such a type changes.
  func changes(_ value: Value) -> Bool {
    switch (self, value) {
    case (.negativeZero, .double(let number)): number == 0 && number.sign == .minus
    case (.negativeZero, .decimal(let text)), (.negativeZero, .string(let text)):
      text.first == UInt8(ascii: "-") && text.contains(UInt8(ascii: "0"))
        && text.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    case (.longNumber, .string(let text)):
      Double(String(decoding: text, as: UTF8.self)).map(Self.isLong) ?? false
    case (.longNumber, _): value.number.map(Self.isLong) ?? false
    case (.finerTime, .string(let text)): TextLook(text) == .finer
    default: false
    }
  }

  private static func isLong(_ number: Double) -> Bool {
    number.isFinite && Double(Float(number)) != number
  }
}

/// A value of a record that its column's type changed.
struct ChangedValue: Sendable {
  /// Number of the record in the source.
  let record: Int
  /// Which column, and how, as `import told` says it.
  let change: String
}
