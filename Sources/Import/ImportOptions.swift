package import Outcome

/// How an import treats rows that are there, errors, and others who use the database.
package struct ImportOptions: Sendable {
  /// The treatment of a record that differs from the row with its key.
  package enum Existing: String, CaseIterable, Sendable {
    /// It is quarantined where something other than an import wrote the row last.
    case refuse
    /// The row stays.
    case skip
    /// The row stays unless the record is newer, by the mapping's column `newer`.
    case keepNewer = "keep-newer"
    case overwrite
  }

  let existing: Existing
  /// How many records may be rejected before the import stops; nil for any number.
  let maxErrors: Int?
  /// When to wait for others.
  let pace: StepPace
  /// Whether the keys of the records are noted, so that a later import knows which are missing.
  var keepsKeys = false
  /// Whether the records are compared with their rows after it, so that it keeps the list of those.
  var comparesAfter = false

  /// Takes the options.
  package init(
    existing: Existing = .refuse,
    maxErrors: Int? = nil,
    pace: StepPace = StepPace()
  ) {
    self.existing = existing
    self.maxErrors = maxErrors
    self.pace = pace
  }
}
