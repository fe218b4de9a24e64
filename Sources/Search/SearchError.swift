/// Why an index could not be built, swapped or compared.
package struct SearchError: Error, Hashable, CustomStringConvertible {
  /// One line without a full stop; may quote names from outside, so it is printed escaped.
  package let message: String
  /// What was found, a line each.
  package let details: [String]
  /// What to do next.
  package let hint: String?

  init(_ message: String, details: [String] = [], hint: String? = nil) {
    self.message = message
    self.details = details
    self.hint = hint
  }

  /// The message and the details, a line each.
  package var description: String { ([message] + details).joined(separator: "\n") }
}
