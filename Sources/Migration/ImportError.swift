import Catalog

/// Why an import could not begin, or go on.
package struct ImportError: Error, CustomStringConvertible {
  /// One line without a full stop; may quote names from outside, so it is printed escaped.
  package let message: String
  /// What was found, a line each with its place.
  package let details: [String]
  /// What to do next.
  package let hint: String?

  init(
    _ message: String,
    findings: [Finding] = [],
    details: [String] = [],
    hint: String? = nil
  ) {
    self.message = message
    self.details = findings.map(\.description) + details
    self.hint = hint
  }

  /// The message and the details, a line each.
  package var description: String {
    ([message] + details).joined(separator: "\n")
  }
}
