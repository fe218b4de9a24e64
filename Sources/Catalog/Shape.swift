/// The form of a value of a manifest.
indirect enum Shape: Sendable {
  /// Text for people or a fragment of SQL; numbers and booleans count as text.
  case text
  /// As `text`, or null.
  case textOrNull
  /// As `text`, or a list of such.
  case textOrTexts
  /// As `textOrTexts`, or a mapping with these keys.
  case textsOr([Field])
  /// A name of the catalog's own: letters, digits, `-` and `_`, first a letter; at most 60.
  case word
  /// One of these words.
  case choice([String])
  case boolean
  /// A whole number not below the minimum.
  case integer(minimum: Int)
  /// A duration such as `90s`, `5m`, `24h`, `1h30m`; the minimum is in seconds.
  case duration(minimumSeconds: Int)
  /// Anything; plain scalars become null, booleans and numbers where they look so.
  case any
  case list(Shape, minimum: Int = 0)
  /// Free keys, each a name of the database or of the catalog.
  case map(Shape, keys: KeyShape = .word)
  /// Fixed keys.
  case record([Field])

  /// The kind of the free keys of a mapping.
  enum KeyShape: Sendable {
    /// As `Shape.word`.
    case word
    /// Any text, as names of the database are.
    case text
  }

  /// One key of a record.
  struct Field: Sendable {
    let name: String
    let isRequired: Bool
    let shape: Shape
    /// Its meaning for the reference: Markdown, a fragment without a full stop.
    let help: String
  }
}

extension Shape {
  /// A key that must be there.
  static func needs(_ name: String, _ shape: Shape, _ help: String) -> Field {
    Field(name: name, isRequired: true, shape: shape, help: help)
  }

  /// A key that may be left out.
  static func may(_ name: String, _ shape: Shape, _ help: String) -> Field {
    Field(name: name, isRequired: false, shape: shape, help: help)
  }
}
