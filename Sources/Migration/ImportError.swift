package import Catalog

/// Why an import could not begin, or go on.
package struct ImportError: Error, CustomStringConvertible {
  /// One line without a full stop; may quote names from outside, so it is printed escaped.
  package let message: String
  /// What was found in the mapping, each with its place.
  package let findings: [Finding]
  /// What to do next.
  package let hint: String?

  init(_ message: String, findings: [Finding] = [], hint: String? = nil) {
    self.message = message
    self.findings = findings
    self.hint = hint
  }

  /// The message and the findings, a line each.
  package var description: String {
    ([message] + findings.map(\.description)).joined(separator: "\n")
  }
}
