import Postgres

/// How many jobs a second ended in each queue, look by look.
struct TopRates: Sendable {
  /// The looks that are kept.
  static let length = 30

  private var last: (at: Timestamp, ended: [String: Int])?
  private var rates: [String: [Double]] = [:]

  /// Takes in a look.
  mutating func add(_ figures: TopFigures) {
    let ended = Dictionary(figures.queues.map { ($0.name, $0.ended) }) { first, _ in first }
    if let last {
      let seconds = max(Double(figures.at.microseconds - last.at.microseconds) / 1_000_000, 0.001)
      for (name, count) in ended {
        // A queue that was dropped and created again counts from 0.
        let rate = max(0, Double(count - (last.ended[name] ?? count)) / seconds)
        rates[name] = ((rates[name] ?? []) + [rate]).suffix(Self.length)
      }
    }
    rates = rates.filter { ended[$0.key] != nil }
    last = (figures.at, ended)
  }

  /// The rates of a queue, the last one last; of all of them without a name.
  func rates(of queue: String? = nil) -> [Double] {
    if let queue { return rates[queue] ?? [] }
    let length = rates.values.map(\.count).max() ?? 0
    return (0..<length).map { place in
      rates.values.reduce(0) { sum, series in
        let index = place - (length - series.count)
        return sum + (index < 0 ? 0 : series[index])
      }
    }
  }
}

/// Numbers as little bars, the greatest a whole one: `▁▂▇█`.
func sparkline(_ values: [Double]) -> String {
  let bars = Array("▁▂▃▄▅▆▇█")
  let most = values.max() ?? 0
  return String(
    values.map { most > 0 ? bars[min(Int($0 / most * Double(bars.count)), bars.count - 1)] : "▁" }
  )
}

/// A rate to a digit: `0.4`, `12.0`, `5230`.
func rateText(_ rate: Double) -> String {
  guard rate < 1000 else { return "\(Int(min(rate, 1e12)))" }
  let tenths = Int((rate * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}
