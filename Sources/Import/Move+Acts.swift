import Answers
import Catalog
import Outcome
import Postgres

// An installer has every right on the rows, and decides about nobody. What a move does to subjects, it
// does as a moderator who lends it a login, by actions of the catalog: planned, recorded and undone
// like those of the console, under the same ranks, limits and approvals.

extension Move {
  /// Refuses, before hours of work, what could not be done after them.
  ///
  /// - Throws: `Failure` where the moderator is none, or works in another database, or where the
  ///   catalog has no such action for a collection; `PostgresError`.
  package func require(_ gone: Gone) async throws {
    let tables = parts.flatMap(\.source.importers).map(\.mapping.table)
    let ways = try await connection.call(
      ImportFunctions.moveWays(app: plan.app, tables: tables.filter { !plan.taken.contains($0) })
    )
    let lacking = ways.compactMap { row -> String? in
      let way = gone.way(of: row.collection)
      guard way.isAction, !row.verbs.contains(way.rawValue) else { return nil }
      return "\(row.collection): \((["keep", "report"] + row.verbs).joined(separator: ", "))"
    }
    guard lacking.isEmpty else {
      throw Failure(
        .failed,
        "the catalog has no action that does what --gone says to "
          + "\(counted(lacking.count, "collection")): nothing was written",
        details: lacking,
        hint: "Say what becomes of them, such as --gone hide --gone COLLECTION=report."
      )
    }
    let names = Set(ways.map(\.collection))
    if let unknown = gone.byCollection.keys.sorted().first(where: { !names.contains($0) }) {
      throw Failure(
        .usage,
        "the move has no collection \(unknown)",
        hint: "It has \(ways.map(\.collection).joined(separator: ", "))."
      )
    }
    guard moderator != nil else {
      guard let way = gone.action else { return }
      throw Failure(
        .usage,
        "`--gone \(way)` is an action of a moderator: give --moderator CONNECTION"
      )
    }
    try await asModerator { _ in }
  }

  /// Lends a connection of the moderator to the database of the move.
  ///
  /// - Returns: nil where there is no moderator.
  private func asModerator<R: Sendable>(
    _ body: (Connection) async throws -> R
  ) async throws -> R? {
    guard let moderator else { return nil }
    return try await Connection.connect(moderator).use { other in
      let place = """
        SELECT s.system_identifier::text || ' ' || d.oid FROM pg_catalog.pg_control_system() s
        JOIN pg_catalog.pg_database d ON d.datname = pg_catalog.current_database()
        """
      let here: String = try await connection.query(place)[0].get(0)
      guard try await other.query(place)[0].get(0, as: String.self) == here else {
        throw Failure(.failed, "the moderator is connected to another database than the move")
      }
      guard try await isModerator(other) else {
        throw Failure(
          .refused,
          "the login of --moderator has not the rank of one",
          hint: "A senior can add it to the team; `whoami` shows a login's rank."
        )
      }
      return try await body(other)
    }
  }

  private func isModerator(_ other: Connection) async throws -> Bool {
    do {
      let rank = try await other.one(ImportFunctions.memberRank())
      return rank != nil && rank != "viewer"
    } catch let error as PostgresError where error.sqlState == .insufficientPrivilege {
      return false
    }
  }

  /// What became of an action, and the same for people.
  private typealias Outcome = (state: MoveLedger.Act.State, text: String)

  /// Acts on the subjects of the plan's lists.
  func actOnLists() async throws -> [MoveLedger.Act] {
    var acts: [MoveLedger.Act] = []
    for act in plan.acts {
      let subjects = try await connection.call(
        ImportFunctions.moveSubjects(app: plan.app, name: act.list)
      )
      let length = act.length.map { " --for \($0)" } ?? ""
      for row in subjects {
        let outcome =
          try await perform(
            act.verb,
            on: row.collection,
            row.keys,
            why: "listed as \(act.list) when the app moved",
            length: act.length
          ) ?? (
            .left,
            "left to a moderator: `\(act.list)`, then `\(act.verb) _ --policy \(plan.policy)\(length)`"
          )
        acts.append(
          MoveLedger.Act(
            verb: act.verb,
            collection: row.collection,
            reason: act.list,
            count: row.keys.count,
            state: outcome.state,
            outcome: outcome.text
          )
        )
      }
    }
    return acts
  }

  /// Finds what later exports no longer have, and hides or deletes it where asked.
  func find(_ gone: Gone) async throws -> (gone: [MoveLedger.Missing], acts: [MoveLedger.Act]) {
    guard !gone.keepsAll else { return ([], []) }
    let rows = try await connection.call(ImportFunctions.moveGone(app: plan.app))
      .filter { gone.way(of: $0.collection) != .keep }
    let missing = rows.map(MoveLedger.Missing.init)
    var acts: [MoveLedger.Act] = []
    for row in rows where !row.keys.isEmpty {
      let way = gone.way(of: row.collection)
      guard way.isAction else { continue }
      let outcome = try await act(way.rawValue, on: row)
      acts.append(
        MoveLedger.Act(
          verb: way.rawValue,
          collection: row.collection ?? row.tableName,
          reason: "no longer in \(row.source)",
          count: row.keys.count,
          state: outcome.state,
          outcome: outcome.text
        )
      )
    }
    return (missing, acts)
  }

  /// Acts on rows that the last export of a source has no more.
  private func act(
    _ verb: String,
    on row: ImportFunctions.MoveGoneRow
  ) async throws -> Outcome {
    guard row.rejected == 0 else {
      let records = counted(Int(row.rejected), "record")
      return (
        .refused, "not done: import \(row.importID) rejected \(records), and some may be theirs"
      )
    }
    guard let collection = row.collection else {
      return (.refused, "not done: the catalog has no collection of this table")
    }
    return try await perform(
      verb,
      on: collection,
      row.keys,
      why: "the record is no longer in the export \(row.source)",
      length: nil
    ) ?? (.left, "left to a moderator")
  }

  /// Performs an action on many subjects, as a batch.
  ///
  /// - Returns: What came of it; nil where there is no moderator.
  private func perform(
    _ verb: String,
    on collection: String,
    _ keys: [String],
    why: String,
    length: String?
  ) async throws -> Outcome? {
    let name = "move-\(verb)-\(collection)".lowercased()
    var args: [String: JSON] = ["policy": .string(plan.policy), "why": .string(why)]
    if let length { args["for"] = .string(length) }
    let (app, terms) = (plan.app, JSONB(JSON.object(args).text))
    do {
      return try await asModerator { moderator in
        // One of a move that was interrupted.
        let left = try await moderator.call(ImportFunctions.selectionList(onlyName: nil))
        if left.contains(where: { $0.name == name }) {
          _ = try await moderator.one(ImportFunctions.selectionDrop(name: name))
        }
        let made = try await moderator.one(
          ImportFunctions.selectionMake(
            name: name,
            app: app,
            collection: collection,
            keys: keys,
            query: nil,
            hiddenOnly: false
          )
        )
        guard made.kind == .done else { return (.refused, "refused: \(made.message)") }
        let outcome = try await moderator.one(
          ImportFunctions.batchPerform(verb: verb, selection: name, args: terms, expected: nil)
        )
        // The batch, or the proposal, keeps its list.
        _ = try await moderator.one(ImportFunctions.selectionDrop(name: name))
        return switch outcome.kind {
        case .done: (.done, "\(outcome.message); `undo \(outcome.message)` takes it back")
        case .proposed: (.proposed, "\(outcome.message) waits for a second person")
        case .refused: (.refused, "refused: \(outcome.message)")
        }
      }
    } catch PostgresError.server(let error) {
      // A view of the app may list what there is not; the ledger tells that, as anything else.
      return (.refused, "refused: \(error.message)")
    }
  }
}
