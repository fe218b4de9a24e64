internal import Glibc
internal import Host
internal import Outcome

/// How well answers do on judged queries.
package struct SearchScores: Sendable {
  /// The scores of one query, 0 to 1.
  package struct Score: Hashable, Sendable {
    /// Normalised discounted cumulative gain of the first ten keys, with linear gains.
    package let ndcg: Double
    /// The share of the relevant keys, of which a hundred count, among the first hundred.
    package let recall: Double
    /// One over the position of the first relevant key; 0 where none was found.
    package let reciprocalRank: Double

    /// Scores an answer.
    ///
    /// - Parameters:
    ///   - keys: The keys found, best first; only the first hundred count.
    ///   - grades: The grades of the relevant keys, from 1.
    ///   - highest: The highest grade of all queries, whose gain is 1.
    package init(_ keys: [String], of grades: [String: Int], highest: Int) {
      let keys = keys.prefix(100)
      func gain(_ grades: some Sequence<Int>) -> Double {
        grades.prefix(10).enumerated()
          .reduce(0) { $0 + Double($1.element) / Double(highest) / log2(Double($1.offset + 2)) }
      }
      ndcg = gain(keys.map { grades[$0] ?? 0 }) / gain(grades.values.sorted(by: >))
      recall =
        Double(keys.count { grades[$0] != nil }) / Double(min(100, max(1, grades.count)))
      reciprocalRank = keys.firstIndex { grades[$0] != nil }.map { 1 / Double($0 + 1) } ?? 0
    }

    fileprivate init(ndcg: Double, recall: Double, reciprocalRank: Double) {
      self.ndcg = ndcg
      self.recall = recall
      self.reciprocalRank = reciprocalRank
    }
  }

  /// The scores by a query's id, in the order of the file.
  package private(set) var scores: [(id: String, score: Score)] = []

  /// Begins without scores.
  package init() {}

  /// Adds the score of a query.
  package mutating func add(_ id: String, _ score: Score) { scores.append((id, score)) }

  /// The means over all queries.
  package var mean: Score {
    let count = Double(max(1, scores.count))
    return Score(
      ndcg: scores.reduce(0) { $0 + $1.score.ndcg } / count,
      recall: scores.reduce(0) { $0 + $1.score.recall } / count,
      reciprocalRank: scores.reduce(0) { $0 + $1.score.reciprocalRank } / count
    )
  }

  // MARK: Comparing

  /// The differences from earlier scores of the same queries.
  package struct Change: Sendable {
    /// Queries that both have.
    package let queries: Int
    /// The mean difference in nDCG, this minus the earlier.
    package let mean: Double
    /// The interval that holds the mean difference in 95 of 100 samples of the queries.
    package let interval: ClosedRange<Double>
    /// The queries that lost, most first, with both scores.
    package let losses: [(id: String, before: Double, after: Double)]
  }

  /// Compares with earlier scores by a paired bootstrap, whose draws are the same each time.
  ///
  /// - Returns: nil where no query is in both.
  package func change(since earlier: SearchScores) -> Change? {
    let before = Dictionary(
      earlier.scores.map { ($0.id, $0.score.ndcg) },
      uniquingKeysWith: { first, _ in first }
    )
    let pairs = scores.compactMap { one in
      before[one.id].map { (id: one.id, before: $0, after: one.score.ndcg) }
    }
    guard !pairs.isEmpty else { return nil }
    let gaps = pairs.map { $0.after - $0.before }
    var generator = SplitMix(state: 1)
    var means: [Double] = (0..<2000).map { _ in
      gaps.indices.reduce(0) { sum, _ in
        sum + gaps[Int.random(in: gaps.indices, using: &generator)]
      } / Double(gaps.count)
    }
    means.sort()
    return Change(
      queries: pairs.count,
      mean: gaps.reduce(0, +) / Double(gaps.count),
      interval: means[50]...means[1949],
      losses: pairs.filter { $0.after < $0.before }
        .sorted { ($0.after - $0.before, $0.id) < ($1.after - $1.before, $1.id) }
    )
  }

  /// Random numbers from a seed (Steele, Lea and Flood 2014).
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  // MARK: Files

  /// The scores as lines `id<TAB>nDCG<TAB>recall<TAB>reciprocal rank`, which ``init(_:)`` reads.
  package var text: String {
    scores.map { "\($0.id)\t\($0.score.ndcg)\t\($0.score.recall)\t\($0.score.reciprocalRank)\n" }
      .joined()
  }

  /// Reads scores that were saved.
  ///
  /// - Throws: `Failure` with the line at fault.
  package init(_ path: String) throws {
    var lines = try FileLines(path: path, limitBytes: 200_000)
    var number = 0
    while let line = try lines.next() {
      number += 1
      guard case .bytes(let bytes) = line, let text = String(validating: bytes, as: UTF8.self),
        case let parts = text.split(separator: "\t", omittingEmptySubsequences: false),
        parts.count == 4, let ndcg = Double(parts[1]), let recall = Double(parts[2]),
        let rank = Double(parts[3]),
        [ndcg, recall, rank].allSatisfy({ (0...1).contains($0) })
      else {
        throw Failure(.usage, "\(path):\(number): not a score that `reeve search eval` saved")
      }
      add(String(parts[0]), Score(ndcg: ndcg, recall: recall, reciprocalRank: rank))
    }
  }
}
