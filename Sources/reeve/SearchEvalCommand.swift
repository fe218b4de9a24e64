import ArgumentParser
import Host
import Operations
import Outcome
import Postgres
import Search

extension SearchCommand {
  struct Eval: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Score the live index on judged queries.",
      discussion: """
        FILE has a line for each judgment: query, tab, key, tab, grade (1 where it is left out). Or \
        it has a line for each query, id, tab, query, and --qrels names judgments as of TREC: \
        id 0 key grade. Gains are linear. Searches as the admin who is logged in.
        """
    )

    @Argument(help: "Judged queries.", completion: .file()) var file: String
    @Option(help: "Judgments (TREC qrels), where FILE has queries with ids.", completion: .file())
    var qrels: String?
    @Option(name: .customLong("in"), help: "The collection, as item or shop/item.")
    var collection: String?
    @Option(help: "Save the scores of each query to this file.", completion: .file())
    var save: String?
    @Option(help: "Compare with scores that were saved.", completion: .file())
    var compare: String?
    @Option(help: "How many of the worst queries to list.") var worst = 10
    @OptionGroup var server: ServerOptions

    func validate() throws {
      if worst < 0 { throw ValidationError("--worst is 0 or more") }
    }

    func perform() async throws {
      let judged = try JudgedQueries(file, judgments: qrels)
      let earlier = try compare.map { try SearchScores($0) }
      let (scores, found) = try await score(judged)
      report(scores, judged.queries, found)
      if judged.unjudged > 0 {
        Output.note("left out for want of a relevant key: \(counted(judged.unjudged))")
      }
      if judged.unasked > 0 {
        Output.note("judgments of queries that \(file) does not have: \(judged.unasked)")
      }
      if let earlier { try report(scores, judged.queries, since: earlier) }
      if let save {
        var file = try FileReplacement(of: save, mode: 0o644)
        try file.write(Array(scores.text.utf8))
        try file.finish()
      }
    }

    /// Searches every query; returns their scores, and the first keys that each found.
    private func score(_ judged: JudgedQueries) async throws -> (SearchScores, [[String]]) {
      let conninfo = try await ServerChoice(dsn: server.dsn)
        .conninfo(for: .admin, report: Output.note)
      return try await Connection.connect(conninfo).use { connection in
        let (app, name) = try await searched(connection)
        let highest = judged.queries.flatMap(\.grades.values).max() ?? 1
        var scores = SearchScores()
        var first: [[String]] = []
        for query in judged.queries {
          // Searches in a read-only transaction are left out of the statistics of people's
          // searches.
          let found = try await connection.withTransaction(TransactionOptions(isReadOnly: true)) {
            try await $0.call(
              ReeveFunctions.search(
                app: app,
                query: query.text,
                within: name,
                filters: JSONB("{}"),
                sort: nil,
                max: 100,
                after: nil
              )
            )
          }
          let keys = found.map(\.key)
          scores.add(query.id, SearchScores.Score(keys, of: query.grades, highest: highest))
          first.append(Array(keys.prefix(3)))
        }
        return (scores, first)
      }
    }

    /// Returns the app and name of the collection that is meant.
    ///
    /// - Throws: `Failure` where it is not one, or has no index.
    private func searched(_ connection: Connection) async throws -> (String, String) {
      let all = try await connection.call(ReeveFunctions.searchBuilt(app: nil, within: nil))
      let meant = all.filter { one in
        collection.map { one.subject == $0 || one.subject.hasSuffix("/" + $0) } ?? true
      }
      guard let one = meant.first, meant.count == 1 else {
        throw Failure(
          meant.isEmpty ? .notFound : .usage,
          meant.isEmpty
            ? "there is no searched collection\(collection.map { " \($0)" } ?? "")"
            : "keys are of one collection: name it with --in",
          details: (meant.isEmpty ? all : meant).map(\.subject).sorted()
        )
      }
      guard one.isBuilt else {
        throw Failure(
          .failed,
          "\(one.subject) has no index yet",
          hint: "`reeve search reindex \(one.subject)` builds it."
        )
      }
      let parts = one.subject.split(separator: "/", maxSplits: 1)
      return (String(parts[0]), String(parts[1]))
    }

    private func report(
      _ scores: SearchScores,
      _ queries: [JudgedQueries.Query],
      _ found: [[String]]
    ) {
      let mean = scores.mean
      Output.line(
        "nDCG@10 \(decimal(mean.ndcg))  recall@100 \(decimal(mean.recall))  "
          + "MRR \(decimal(mean.reciprocalRank))  \(counted(queries.count))"
      )
      let poor = scores.scores.indices.filter { scores.scores[$0].score.ndcg < 1 }
        .sorted { (scores.scores[$0].score.ndcg, $0) < (scores.scores[$1].score.ndcg, $1) }
      for place in poor.prefix(worst) {
        let (query, keys) = (queries[place], found[place])
        Output.line(
          "  \(decimal(scores.scores[place].score.ndcg))  \(query.name)"
            + (keys.isEmpty ? "  found nothing" : "  found \(keys.joined(separator: ", "))")
        )
      }
    }

    private func counted(_ count: Int) -> String { "\(count) quer\(count == 1 ? "y" : "ies")" }

    private func report(
      _ scores: SearchScores,
      _ queries: [JudgedQueries.Query],
      since earlier: SearchScores
    ) throws {
      guard let change = scores.change(since: earlier) else {
        throw Failure(.usage, "\(compare ?? "") has none of these queries")
      }
      Output.line(
        "nDCG@10 \(decimal(change.mean, isSigned: true)) on \(counted(change.queries)), 95% interval "
          + "\(decimal(change.interval.lowerBound, isSigned: true)) to "
          + decimal(change.interval.upperBound, isSigned: true)
      )
      let named = Dictionary(queries.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
      for one in change.losses.prefix(worst) {
        Output.line(
          "  \(decimal(one.before)) to \(decimal(one.after))  \(named[one.id] ?? one.id)"
        )
      }
    }

    /// Returns a number with three digits after the point.
    private func decimal(_ number: Double, isSigned: Bool = false) -> String {
      let thousandths = Int((abs(number) * 1000).rounded())
      let digits = String(1000 + thousandths % 1000).dropFirst()
      let sign = number < 0 && thousandths > 0 ? "-" : isSigned ? "+" : ""
      return "\(sign)\(thousandths / 1000).\(digits)"
    }
  }
}

extension JudgedQueries.Query {
  /// The query with its id, if it has one.
  fileprivate var name: String { id == text ? text : "\(id)  \(text)" }
}
