import Display

/// The cases that this login works on, and when their leases end by this machine's clock.
struct CaseClaims: Sendable {
  private var ends: [(number: Int64, end: ContinuousClock.Instant)] = []

  /// The numbers of the cases whose leases have not ended.
  func numbers(at now: ContinuousClock.Instant) -> [Int64] {
    ends.filter { $0.end > now }.map(\.number)
  }

  /// Notes that a case is this login's for so many seconds more; it is the one that is shown.
  mutating func hold(_ number: Int64, seconds: Int) {
    drop(number)
    ends.append((number, .now + .seconds(seconds)))
  }

  /// Notes that a case is not, or no longer, this login's.
  mutating func drop(_ number: Int64) { ends.removeAll { $0.number == number } }

  /// Notes how long each lease lasts by the server; the case that is shown stays the same.
  mutating func replace(by held: [(number: Int64, seconds: Int)]) {
    let order = ends.map(\.number)
    let place = { number in order.firstIndex(of: number) ?? -1 }
    ends = held.sorted { place($0.number) < place($1.number) }.map {
      ($0.number, .now + .seconds($0.seconds))
    }
  }

  /// The case touched last, the minutes left of its lease, and how many cases there are besides:
  /// `C3 12m +1`; nil where there is none.
  func text(at now: ContinuousClock.Instant) -> SafeText? {
    let live = ends.filter { $0.end > now }
    guard let last = live.last else { return nil }
    // Half a minute left is a minute: nought would look like none.
    let minutes = (now.duration(to: last.end).components.seconds + 59) / 60
    let more: SafeText = live.count > 1 ? " +\(live.count - 1)" : ""
    return "C\(last.number) \(minutes)m\(more)"
  }
}
