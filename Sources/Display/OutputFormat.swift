/// How rows are written.
package enum OutputFormat: String, Sendable, CaseIterable {
  /// Aligned columns for people.
  case table
  /// A field a line, for people.
  case expanded
  /// A table in Markdown, for people.
  case md
  /// One JSON array.
  case json
  /// One JSON object a line.
  case ndjson
  /// Comma-separated values with a heading.
  case csv
  /// Tab-separated values without one.
  case tsv

  /// Whether people read it: times to the minute, words for codes, a sentence where there are no
  /// rows.
  package var isReadable: Bool { [.table, .expanded, .md].contains(self) }

  /// Whether it consists of JSON values.
  package var isJSON: Bool { self == .json || self == .ndjson }
}
