import Catalog

/// One thing that TAB can put in: what is typed, and what it means.
package struct Candidate: Sendable, Hashable {
  package let text: String
  package var label: String

  /// Takes both.
  package init(text: String, label: String = "") { (self.text, self.label) = (text, label) }

  /// Whether it may stand in a line that is typed.
  ///
  /// Readline writes it to the terminal as it is, and a line feed would begin another command. What
  /// has an escape, a line end or a mark that reorders in it is named by its row of a listing.
  package var canBeTyped: Bool { Untrusted(text).printed == text }
}

/// The candidates of TAB at a position in a line.
package struct Completion: Sendable, Hashable {
  package var candidates: [Candidate]
  /// The character after the only candidate; nil for none.
  package var append: Character?
  /// Whether readline's own file names are wanted.
  package var wantsFiles: Bool

  /// Takes what there is; without candidates, there is nothing to offer.
  package init(
    candidates: [Candidate] = [],
    append: Character? = " ",
    wantsFiles: Bool = false
  ) {
    self.candidates = candidates
    self.append = append
    self.wantsFiles = wantsFiles
  }
}
