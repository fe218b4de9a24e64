import Synchronization

/// Stores counters and histograms, for Prometheus to fetch.
///
/// Nothing is ever taken away: a counter that came back at 0 would look like a restart.
final class Registry: Sendable {
  private struct Key: Hashable {
    let name: String
    let labels: [String]
  }

  private let series = Mutex<[Key: Series]>([:])
  private let help: [String: String]

  /// Takes the explanations of metrics by their names.
  init(help: [String: String]) { self.help = help }

  /// All metrics, sorted by name and labels.
  var families: [Family] {
    var families: [String: Family] = [:]
    let sorted = series.withLock { $0 }.sorted {
      $0.key.labels.lexicographicallyPrecedes($1.key.labels)
    }
    for (key, series) in sorted {
      families[
        key.name,
        default: Family(key.name, series.kind, help[key.name] ?? key.name, [])
      ].samples += series.samples
    }
    return families.values.sorted { $0.name < $1.name }
  }

  /// Returns the counter with a name and labels; a new one begins at 0.
  func counter(_ name: String, _ labels: [(String, String)]) -> Series {
    find(name, labels, .counter)
  }

  /// Returns the histogram with a name and labels, in seconds.
  func timer(_ name: String, _ labels: [(String, String)]) -> Series {
    find(name, labels, .histogram)
  }

  private func find(
    _ name: String,
    _ labels: [(String, String)],
    _ kind: Family.Kind
  ) -> Series {
    let key = Key(name: name, labels: labels.flatMap { [$0.0, $0.1] })
    return series.withLock { series in
      if let known = series[key] { return known }
      let new = Series(kind, labels)
      series[key] = new
      return new
    }
  }
}

/// The values of one metric with certain labels.
final class Series: Sendable {
  private struct State {
    var value = 0.0
    /// By bucket, the last one beyond all limits.
    var counts = [Int](repeating: 0, count: Series.limits.count + 1)
  }

  /// Upper limits in seconds, the last of them the longest time that a kind of ours may take.
  private static let limits = [
    0.001, 0.005, 0.02, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600,
  ]

  fileprivate let kind: Family.Kind
  private let labels: [(String, String)]
  private let state = Mutex(State())

  fileprivate init(_ kind: Family.Kind, _ labels: [(String, String)]) {
    self.kind = kind
    self.labels = labels
  }

  /// Its lines: one, or those of a histogram.
  var samples: [Family.Sample] {
    let state = state.withLock { $0 }
    guard kind == .histogram else { return [Family.Sample(labels: labels, value: state.value)] }
    var samples: [Family.Sample] = []
    var count = 0
    for (limit, own) in zip(Self.limits + [.infinity], state.counts) {
      count += own
      let bound = limit.isInfinite ? "+Inf" : "\(limit)"
      samples.append(
        Family.Sample(
          suffix: "_bucket",
          labels: labels + [("le", bound)],
          value: Double(count)
        )
      )
    }
    samples.append(Family.Sample(suffix: "_sum", labels: labels, value: state.value))
    samples.append(Family.Sample(suffix: "_count", labels: labels, value: Double(count)))
    return samples
  }

  /// Counts.
  func add(_ count: Int = 1) { state.withLock { $0.value += Double(count) } }

  /// Adds a time to the histogram.
  func add(_ duration: Duration) {
    let seconds = duration / .seconds(1)
    let bucket = Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count
    state.withLock { state in
      state.value += seconds
      state.counts[bucket] += 1
    }
  }
}
