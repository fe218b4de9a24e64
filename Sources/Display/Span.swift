/// Puts a length of time into words, in its largest unit.
///
/// - Parameter seconds: The length; a negative one counts as none.
/// - Returns: `40 s`, `12 min`, `3 h` or `5 days`.
package func span(_ seconds: Int64) -> SafeText {
  switch max(0, seconds) {
  case let seconds where seconds < 60: "\(seconds) s"
  case let seconds where seconds < 3600: "\(seconds / 60) min"
  case let seconds where seconds < 48 * 3600: "\(seconds / 3600) h"
  case let seconds: "\(seconds / 86400) days"
  }
}
