import ArgumentParser
import Operations
import Postgres

extension SearchCommand {
  /// `reeve search log`: what people search for, how fast, and how often in vain.
  struct Log: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "List what was searched for most, and what was not found.",
      discussion: """
        Nobody's name is kept. A query is listed once it was asked three times on a day, unless it \
        looks like an address or a number; counts are kept for 30 days.
        """
    )

    @Option(help: "Only this app's.") var app: String?
    @Option(help: "How many days, today included.") var days = 7
    @Option(help: "How many queries.") var limit = 20
    @Flag(help: "Only queries without a result.") var empty = false
    @OptionGroup var server: ServerOptions

    func validate() throws {
      guard (1...30).contains(days), limit > 0 else {
        throw ValidationError("--days is 1 to 30, --limit at least 1")
      }
    }

    func perform() async throws {
      let conninfo = try await ServerChoice(dsn: server.dsn)
        .conninfo(for: .install, report: Output.note)
      try await Connection.connect(conninfo).use { connection in
        try await CatalogLoader(session: connection).requireReeve()
        try await list(connection)
      }
    }

    private func list(_ connection: Connection) async throws {
      let paces = try await connection.call(ReeveFunctions.searchPaces(days: days))
        .filter { app == nil || $0.app == app }
      guard !paces.isEmpty else {
        Output.line("no searches in \(days) days")
        return
      }
      for pace in paces {
        Output.line(
          "\(pace.app)  \(pace.asked) searches, \(pace.empty) found nothing; "
            + "half within \(Self.milliseconds(pace.p50)), 99 % within \(Self.milliseconds(pace.p99))"
        )
      }
      var queries = try await connection.call(ReeveFunctions.searchLog(app: app, days: days))
      if empty {
        queries = queries.filter { $0.empty > 0 }
          .sorted { ($0.query == nil ? 1 : 0, $1.empty) < ($1.query == nil ? 1 : 0, $0.empty) }
      }
      for one in queries.filter({ $0.query != nil }).prefix(limit)
        + queries.filter({ $0.query == nil })
      {
        Output.line("\(one.query ?? "(others)")  \(one.asked) asked, \(one.empty) found nothing")
      }
    }

    private static func milliseconds(_ value: Double) -> String {
      value < 10 ? "\((value * 10).rounded() / 10) ms" : "\(Int(value.rounded())) ms"
    }
  }
}
