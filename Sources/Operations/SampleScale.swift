package import Outcome

/// How large a generated sample is and what it is drawn from.
///
/// The same scale, seed and day give the same rows, on any machine with the same server.
package struct SampleScale: Hashable, Sendable {
  /// How many of each of the app's main collections there are, from 1.
  package let units: Int
  /// Chooses among the samples of one scale, from 0.
  package let seed: Int
  /// The day, as `YYYY-MM-DD`, that the rows are relative to; nil stands for the server's.
  package let asOf: String?

  /// Units that one statement makes at most: few enough for progress, enough to be set-based.
  static let batchUnits = 20_000

  /// Takes what an operator has asked for.
  ///
  /// - Throws: `Failure` of status `usage` for numbers out of range.
  package init(units: Int, seed: Int = 0, asOf: String? = nil) throws(Failure) {
    guard 1...100_000_000 ~= units else {
      throw Failure(.usage, "the scale must be 1 to 100000000, not \(units)")
    }
    guard 0...1_000_000_000_000 ~= seed else {
      throw Failure(.usage, "the seed must be 0 to 1000000000000, not \(seed)")
    }
    self.units = units
    self.seed = seed
    self.asOf = asOf
  }

  /// The ranges of units that statements are run for, one after the other.
  var batches: [ClosedRange<Int>] {
    stride(from: 1, through: units, by: Self.batchUnits).map {
      $0...min($0 + Self.batchUnits - 1, units)
    }
  }
}
