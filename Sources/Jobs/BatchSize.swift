/// How many rows the next step of a job may change without holding its locks for long.
///
/// It follows how long the last step took: a busy server gets small transactions, an idle one those
/// that lose little on their fixed costs.
struct BatchSize: Hashable {
  /// How long a transaction is meant to take; locks are held twice as long at most where the load
  /// is even.
  static let target: Duration = .milliseconds(80)
  /// The fewest and the most rows of a transaction; fewer after one of over a second.
  static let range = 50...5000

  /// Rows of the next transaction.
  private(set) var rows = 250

  /// Begins with single rows, since a transaction took so long that it was given up.
  mutating func shrink() { rows = 1 }

  /// Takes into account that a transaction that changed `count` rows took `elapsed`.
  ///
  /// The size at most doubles at a time, since one fast transaction says little; it shrinks at
  /// once. A transaction that changed no rows says nothing.
  mutating func adapt(to count: Int, in elapsed: Duration) {
    guard count > 0 else { return }
    let fitting = Double(count) * (Self.target / max(elapsed, .milliseconds(1)))
    let fewest = elapsed > .seconds(1) ? 1 : Self.range.lowerBound
    rows = min(max(Int(min(fitting, Double(rows * 2))), fewest), Self.range.upperBound)
  }
}
