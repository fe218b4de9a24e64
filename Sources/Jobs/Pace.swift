/// Decides when to ask for jobs again: at once while there are plenty, and at growing intervals
/// while there are none.
package struct Pace: Sendable {
  /// The longest wait.
  package static let idle = Duration.milliseconds(250)
  /// The shortest wait after a claim that did not get all it asked for.
  package static let busy = Duration.milliseconds(10)

  /// How long to wait after the last claim.
  package private(set) var wait = Duration.zero

  /// Starts with no wait.
  package init() {}

  /// Notes how many jobs a claim got.
  package mutating func claimed(_ count: Int, of wanted: Int) {
    if count >= wanted {
      wait = .zero
    } else if count > 0 {
      wait = Self.busy
    } else {
      wait = min(Self.idle, max(Self.busy, wait * 2))
    }
  }
}
