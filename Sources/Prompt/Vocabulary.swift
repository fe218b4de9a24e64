/// Answers what may come next in a line, for TAB and hints; called on the terminal thread.
package protocol Vocabulary: Sendable {
  /// Gets ready while the first word is typed, so that the first TAB does not wait for that.
  func prepare()
  /// Works out what may be where the cursor is.
  ///
  /// - Parameters:
  ///   - before: The line before the word that is being typed.
  ///   - word: The typed part of this word, without its quotes.
  /// - Returns: The candidates; empty where nothing is known.
  func complete(before: String, word: String) -> Completion
  /// Works out which rows a name with blanks before the cursor may be.
  ///
  /// - Returns: Where in the line the name begins, in bytes, and the rows; nil where there is none.
  func completeName(before: String) -> (offset: Int, candidates: [Candidate])?
  /// Returns the possible next words of a line, as a hint; nil for none.
  func hint(after line: String) -> String?
}
