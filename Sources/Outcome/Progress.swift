/// How far a step has come, in the words and the bar that all of Reeve uses.
package struct Progress: Sendable {
  /// What is done to what, such as `shop/item  loading`; empty where that is said elsewhere.
  package let step: String
  /// Units that are done; nil where none are counted.
  package var done: Int?
  private let total: Int?
  private let before: Int?
  private let unit: String
  private let began: ContinuousClock.Instant

  /// Makes the progress of a step.
  ///
  /// - Parameters:
  ///   - step: What is done to what.
  ///   - done: Units that are done.
  ///   - total: Units there are; nil where that is not known.
  ///   - before: Units that were done when the time began; nil where it is not measured.
  ///   - unit: What the units are; may be empty.
  ///   - began: When the time began.
  package init(
    _ step: String = "",
    done: Int? = nil,
    of total: Int? = nil,
    from before: Int? = nil,
    unit: String = "",
    since began: ContinuousClock.Instant = .now
  ) {
    (self.step, self.done, self.total) = (step, done, total)
    (self.before, self.unit, self.began) = (before, unit, began)
  }

  /// Whether all units are done.
  package var isWhole: Bool { share(in: 1) == 1 }

  /// How many tenths are done, from 0 to 10; 0 where the total is not known.
  package var tenth: Int { share(in: 10) }

  /// A bar 20 characters wide, `[########············] `; empty where the total is not known.
  package var bar: String { total == nil ? "" : Self.bar(tenth) }

  /// A bar of so many tenths.
  package static func bar(_ tenth: Int) -> String {
    "[" + String(repeating: "#", count: 2 * tenth)
      + String(repeating: "·", count: 20 - 2 * tenth) + "] "
  }

  /// Returns `shop/item  loading  420000 of 1000000  42 %  31204 rows/s  0:18 left`, or at the end
  /// `… in 0:31`.
  ///
  /// Without rate and time while it goes slower than one in ten seconds.
  package func text(at now: ContinuousClock.Instant = .now) -> String {
    var parts = step.isEmpty ? [] : [step]
    guard let done else { return step }
    let units = unit.isEmpty ? "" : " \(unit)"
    parts.append(total.map { "\(done) of \($0)" } ?? "\(done)\(units)")
    if let total, total > 0 { parts.append("\(share(in: 100)) %") }
    // Whatever a job says about itself: no number here may be too large for an Int.
    let elapsed = max((now - began) / .seconds(1), 0.001)
    let rate = min((Double(done) - Double(before ?? done)) / elapsed, 1e12)
    if rate >= 0.1 {
      let tenths = Int(rate * 10)
      parts.append(
        (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)") + "\(units)/s"
      )
      if let total {
        let left = min((Double(total) - Double(done)) / rate, 1e12)
        parts.append(left > 0 ? "\(Self.minutes(left)) left" : "in \(Self.minutes(elapsed))")
      }
    }
    return parts.joined(separator: "  ")
  }

  private static func minutes(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  private func share(in parts: Int) -> Int {
    guard let done, let total, total > 0 else { return 0 }
    return Int(min(Double(parts), max(0, Double(done) * Double(parts) / Double(total))))
  }
}
