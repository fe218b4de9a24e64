import Glibc
import Host
import Outcome
import Search
import TestSupport
import Testing

/// How answers to judged queries are scored, and what is read as judgments.
struct EvaluationTests {
  /// Writes a file of the test's own; removes it afterwards.
  private func withFile<R>(_ text: String, _ body: (String) throws -> R) throws -> R {
    let path = "/tmp/reeve-judged-\(UInt64.random(in: 0 ... .max))"
    _ = try Disk.write(text, to: path, mode: 0o600)
    defer { unlink(path) }
    return try body(path)
  }

  @Test func `a score is what the definitions say`() {
    // The ideal order is a, b, c: gains 1, 2/3, 1/3.
    let grades = ["a": 3, "b": 2, "c": 1]
    let best = SearchScores.Score(["a", "b", "c"], of: grades, highest: 3)
    #expect(best.ndcg == 1 && best.recall == 1 && best.reciprocalRank == 1)
    let found = SearchScores.Score(["x", "c", "a"], of: grades, highest: 3)
    // (1/3 / log2 3 + 1 / log2 4) / (1 + 2/3 / log2 3 + 1/3 / log2 4)
    #expect(abs(found.ndcg - 0.710_311 / 1.587_286) < 1e-5)
    #expect(abs(found.recall - 2.0 / 3) < 1e-12 && found.reciprocalRank == 0.5)
    let nothing = SearchScores.Score([], of: grades, highest: 3)
    #expect(nothing.ndcg == 0 && nothing.recall == 0 && nothing.reciprocalRank == 0)
  }

  @Test func `only the first ten keys gain, and of more relevant keys a hundred count`() {
    let grades = Dictionary(uniqueKeysWithValues: (0..<300).map { ("k\($0)", 1) })
    let late = SearchScores.Score((0..<10).map { "x\($0)" } + ["k1"], of: grades, highest: 1)
    #expect(late.ndcg == 0 && late.recall == 0.01 && abs(late.reciprocalRank - 1.0 / 11) < 1e-12)
    let all = SearchScores.Score((0..<300).map { "k\($0)" }, of: grades, highest: 1)
    #expect(abs(all.ndcg - 1) < 1e-12 && all.recall == 1)
  }

  @Test func `one file has queries, keys and grades`() throws {
    let text = "silk bag\tp1\t3\nsilk bag\tp2\r\n\nbelt\tp3\t0\nsilk bag\tp4\t-2\n"
    let judged = try withFile(text) { try JudgedQueries($0, judgments: nil) }
    #expect(judged.queries.map(\.text) == ["silk bag"] && judged.unjudged == 1)
    #expect(judged.queries[0].grades == ["p1": 3, "p2": 1])
  }

  @Test func `two files have what TREC has`() throws {
    let judged = try withFile("1\twhat is lift\n2\tdrag\n") { queries in
      try withFile("1 0 d7 2\n1 Q0 d8 0\n9 0 d1 1\n2\t0\td3\t1\n") {
        try JudgedQueries(queries, judgments: $0)
      }
    }
    #expect(judged.queries.map(\.id) == ["1", "2"] && judged.unasked == 1)
    #expect(judged.queries.map(\.grades) == [["d7": 2], ["d3": 1]])
  }

  @Test(arguments: [
    ("a\tk\n\nb\n", ":3: a line is query, tab, key, tab, grade"),
    ("a\tk\t2.5\n", ":1: a grade is a whole number up to 1000, not “2.5”"),
    ("a\tk\t99999999999999999999\n", ":1: a grade is"), ("a\t\t1\n", ":1: there is no key"),
    ("a\tk\t1\na\tk\t2\n", ":2: k is judged twice for “a”"), ("a\u{0}\tk\n", ":1: not UTF-8"),
    ("a\tk\t0\n", " has no relevant key"), ("", " has no relevant key"),
    (String(repeating: "a", count: 100_001), ":1: longer than 100000 bytes"),
  ])
  func `a line that is none is told with its number`(text: String, message: String) throws {
    try withFile(text) { path in
      let failure = #expect(throws: Failure.self) { try JudgedQueries(path, judgments: nil) }
      #expect(failure?.message.hasPrefix(path + message) == true, "\(failure?.message ?? "")")
      #expect(failure?.exit == .usage)
    }
  }

  @Test func `scores are saved, read and compared`() throws {
    var before = SearchScores()
    var after = SearchScores()
    let grades = ["k": 1]
    let (hit, miss) = (
      SearchScores.Score(["k"], of: grades, highest: 1),
      SearchScores.Score([], of: grades, highest: 1)
    )
    for number in 0..<40 {
      before.add("q\(number)", number < 20 ? hit : miss)
      after.add("q\(number)", number == 0 || number >= 30 ? miss : hit)
    }
    after.add("new", hit)
    let read = try withFile(before.text) { try SearchScores($0) }
    #expect(read.scores.map(\.score) == before.scores.map(\.score))
    let change = try #require(after.change(since: read))
    #expect(change.queries == 40 && abs(change.mean - 9.0 / 40) < 1e-12)
    #expect(change.interval.contains(change.mean) && change.interval.lowerBound > 0)
    #expect(change.losses.map(\.id) == ["q0"])
    #expect(after.change(since: read)?.interval == change.interval)
    #expect(SearchScores().change(since: read) == nil)
    try withFile("q\t1\tnan\t0\n") { path in
      let failure = #expect(throws: Failure.self) { try SearchScores(path) }
      #expect(failure?.message.contains(":1: not a score") == true)
    }
  }
}
