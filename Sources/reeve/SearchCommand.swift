import ArgumentParser
import Operations
import Outcome
import Postgres
import Search

/// `reeve search …`: the indexes that the console's `search` asks.
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Build, verify and swap search indexes.",
    discussion: """
      reeve search TEXT searches, as the console's verb does: reeve -c 'help search'. A text that \
      begins with the name of a command comes after two dashes: reeve search -- status.
      """,
    subcommands: [Eval.self, Log.self, Reindex.self, Rollback.self, Status.self, Verify.self]
  )

  /// The words after `search` that are the operators'; everything else is searched.
  static let names: Set<String> = [
    "eval", "log", "reindex", "rollback", "status", "verify", "--help",
  ]

  /// The options that choose a command's indexes and its server.
  struct Scope: ParsableArguments {
    @Argument(help: "Collections, as item or shop/item. Default: all searched collections.")
    var collections: [String] = []
    @Option(help: "Only this app's.") var app: String?
    @OptionGroup var server: ServerOptions

    /// Lends two connections of an installer.
    func withPool<R: Sendable>(_ body: (ConnectionPool) async throws -> R) async throws -> R {
      let conninfo = try await ServerChoice(dsn: server.dsn)
        .conninfo(for: .install, report: Output.note)
      return try await ConnectionPool(conninfo: conninfo, maximum: Indexer.sessions).use { pool in
        try await pool.withConnection { try await CatalogLoader(session: $0).requireReeve() }
        return try await body(pool)
      }
    }

    /// Returns the generations of the collections in question.
    func generations(_ pool: ConnectionPool) async throws -> [Generation] {
      let all = try await pool.withConnection { connection in
        if let app {
          let known = try await connection.query("SELECT FROM reeve.app WHERE app = $1", [app])
          guard !known.isEmpty else { throw Failure(.notFound, "there is no app \(app)") }
        }
        return try await connection.call(ReeveFunctions.searchStatus(app: app))
      }
      for name in collections {
        let found = Set(all.filter { $0.isNamed(name) }.map(\.subject))
        guard found.count <= 1 else {
          throw Failure(
            .usage,
            "\(name) is a collection of several apps",
            details: found.sorted()
          )
        }
        if found.isEmpty {
          throw Failure(
            .notFound,
            "there is no searched collection \(name)",
            details: Set(all.map(\.subject)).sorted(),
            hint: "A collection is searched if its catalog says `search`."
          )
        }
      }
      return all.filter { one in collections.isEmpty || collections.contains(where: one.isNamed) }
    }
  }

  /// A generation of a collection's index, or that it has none.
  typealias Generation = ReeveFunctions.SearchStatusRow

  struct Reindex: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Rebuild indexes beside those in use; resume an interrupted build."
    )

    @OptionGroup var scope: Scope
    var server: ServerOptions { scope.server }
    @Flag(help: "Discard an interrupted build, and start again.") var restart = false
    @Flag(help: "Swap in an index that finds far less than the one in use.") var force = false

    func perform() async throws {
      let bar = ProgressBar()
      try await scope.withPool { pool in
        let indexer = Indexer(pool: pool, isForced: force, report: bar.show)
        for (collection, subject) in try await targets(scope.generations(pool)) {
          defer { bar.finish() }
          let found = try await indexer.reindex(collection, subject, restart: restart)
          bar.finish()
          if let found { Output.line("\(subject)  \(found.summary)") }
        }
      }
    }
  }

  struct Rollback: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Return to the previous index, after updating it."
    )

    @OptionGroup var scope: Scope
    var server: ServerOptions { scope.server }

    func validate() throws {
      if scope.collections.isEmpty { throw ValidationError("which collections?") }
    }

    func perform() async throws {
      let bar = ProgressBar()
      try await scope.withPool { pool in
        let indexer = Indexer(pool: pool, report: bar.show)
        for (collection, subject) in try await targets(scope.generations(pool)) {
          defer { bar.finish() }
          let found = try await indexer.rollBack(collection, subject)
          bar.finish()
          Output.line("\(subject)  \(found.summary)")
        }
      }
    }
  }

  struct Status: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "List indexes, the progress of builds, and the number of waiting changes."
    )

    @OptionGroup var scope: Scope

    func perform() async throws {
      for one in try await scope.withPool({ try await scope.generations($0) }) {
        var line = "\(one.subject)  "
        if let number = one.generationID {
          line += "\(number)  \(one.state)  \(one.documents ?? 0) documents"
          if one.state == "building" {
            line += " of \(one.expected ?? 0), \(one.openTasks) of \(one.tasks) parts left"
          }
          if one.state != "retired" { line += "  \(one.waiting) changes wait" }
          if let since = one.since { line += "  since \(since)" }
          if one.isOutdated { line += "  the catalog has changed since" }
        } else {
          line += "no index: not searched until it is built"
        }
        Output.line(line)
      }
    }
  }

  struct Verify: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Compare indexes with their rows. Exit status 1 if anything differs."
    )

    @OptionGroup var scope: Scope
    var server: ServerOptions { scope.server }
    @Flag(help: "Repair what differs.") var repair = false

    func perform() async throws {
      let differing = try await scope.withPool { pool in
        var differing = 0
        let all = try await scope.generations(pool)
        for (_, subject) in targets(all) {
          guard
            let live = all.first(where: { $0.subject == subject && $0.state == "live" })?
              .generationID
          else {
            Output.line("\(subject)  no index")
            differing += 1
            continue
          }
          differing += try await pool.withConnection { connection in
            let found = try await IndexComparison(
              generation: live,
              isThorough: true,
              on: connection
            )
            Output.line("\(subject)  \(found.summary)")
            for key in found.keys.prefix(10) { Output.line("  differs: \(key)") }
            for word in (found.words ?? []).prefix(10) { Output.line("  wrong: \(word)") }
            if repair, found.differences > 0 {
              try await found.repair(live, for: nil, on: connection)
            }
            return found.differences
          }
        }
        return differing
      }
      guard differing > 0 else { return }
      throw Failure(
        .failed,
        "\(differing) differ",
        hint: repair
          ? "They are repaired; verify again." : "--repair repairs them."
      )
    }
  }
}

/// Returns the collections of generations, each once, in order.
private func targets(_ all: [SearchCommand.Generation]) -> [(collection: Int, subject: String)] {
  var seen: Set<Int> = []
  return all.filter { seen.insert($0.collectionID).inserted }
    .map { ($0.collectionID, $0.subject) }
}

extension SearchCommand.Generation {
  /// Whether it is of the collection of this name, with its app or without.
  fileprivate func isNamed(_ name: String) -> Bool {
    subject == name || subject.hasSuffix("/" + name)
  }
}
