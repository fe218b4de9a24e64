/// Reports the progress of a long step, its speed and the time left.
struct Progress {
  private let name: String
  private let total: Int
  private let report: @Sendable (String) -> Void
  private let begin: ContinuousClock.Instant
  private var told: ContinuousClock.Instant
  private var done = 0

  /// How long it is silent at least.
  private static let pause: Duration = .seconds(5)

  /// Begins a step of `total` units.
  init(_ name: String, of total: Int, report: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.total = total
    self.report = report
    begin = .now
    told = begin
  }

  /// Counts units that are done; reports at the end, and before that every few seconds.
  mutating func add(_ units: Int) {
    done += units
    let now = ContinuousClock.now
    guard done >= total || told.duration(to: now) >= Self.pause else { return }
    told = now
    report(Self.line(name, done, total, after: begin.duration(to: now)))
  }

  /// One line, such as `users  40000 of 100000  8000/s  8 s left`.
  static func line(_ name: String, _ done: Int, _ total: Int, after elapsed: Duration) -> String {
    let seconds = max(elapsed / .seconds(1), 0.001)
    let rate = Double(done) / seconds
    let end =
      done < total
      ? "\(Int((Double(total - done) / rate).rounded(.up))) s left"
      : "\(Int(seconds.rounded())) s"
    let pace = rate < 10 ? "\(Double(Int(rate * 10)) / 10)" : "\(Int(rate))"
    return "\(name)  \(done) of \(total)  \(pace)/s  \(end)"
  }
}
