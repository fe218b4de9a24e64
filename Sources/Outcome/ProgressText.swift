/// How far something countable has come, in the words and the bar that all of Reeve uses.
package enum ProgressText {
  /// Returns how many tenths are done, from 0 to 10; 0 where the total is not known.
  package static func tenth(_ done: Int, of total: Int) -> Int {
    share(done, of: total, in: 10)
  }

  /// Returns a bar 20 characters wide: `[########············] `.
  package static func bar(_ tenth: Int) -> String {
    "[" + String(repeating: "#", count: 2 * tenth)
      + String(repeating: "·", count: 20 - 2 * tenth) + "] "
  }

  /// Returns `420000 of 1000000  42 %  31204 rows/s  0:18 left`.
  ///
  /// - Parameters:
  ///   - done: Units that are done.
  ///   - total: Units there are; nil where that is not known.
  ///   - before: Units that were done when the time began.
  ///   - elapsed: The time since.
  ///   - unit: The unit before `/s`.
  /// - Returns: The text; without rate and time left while it goes slower than one a second.
  package static func text(
    _ done: Int,
    of total: Int?,
    from before: Int,
    after elapsed: Duration,
    unit: String
  ) -> String {
    var text = "\(done)"
    if let total {
      text += " of \(total)"
      if total > 0 { text += "  \(share(done, of: total, in: 100)) %" }
    }
    // Whatever a job says about itself: no number here may be too large for an Int.
    let rate = min((Double(done) - Double(before)) / max(elapsed / .seconds(1), 0.001), 1e12)
    guard rate >= 1 else { return text }
    text += "  \(Int(rate)) \(unit)/s"
    if let total {
      let left = Int(min(max(0, Double(total) - Double(done)) / rate, 1e12))
      text += "  \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
    }
    return text
  }

  private static func share(_ done: Int, of total: Int, in parts: Int) -> Int {
    total > 0 ? Int(min(Double(parts), max(0, Double(done) * Double(parts) / Double(total)))) : 0
  }
}
