internal import Outcome
internal import Postgres

/// Restores what a release makes, grants, default privileges and limits of idle transactions in an
/// upgrade.
extension Upgrade {
  /// Returns the differences from this release, except functions of the tree, which are replayed.
  ///
  /// - Throws: `Failure` where something is lost that an upgrade cannot make again; `ScriptError`,
  ///   `PostgresError`.
  func differences() async throws -> [ReleaseDifference] {
    let tree = try Set(share.scripts(in: "sql/functions").map(\.name))
    let differences = try await ReleaseDifference.all(share: share, connection: connection)
      .filter { difference in
        let name = difference.name.firstMatch(of: /^(?:function )?reeve\.([a-z_0-9]+)\(/)
        let isReplayed =
          ["function", "comment on"].contains(difference.kind)
          && name.map { tree.contains(String($0.output.1)) } ?? false
        // Functions of no release are dropped with the replay.
        return !isReplayed && !(difference.kind == "function" && difference.change == .foreign)
      }
    let lost = differences.filter(\.isLost)
    if lost.isEmpty { return differences }
    throw Failure(
      .failed,
      "an upgrade cannot restore what schema reeve has lost, as its contents are gone with it",
      details: lost.map { "\($0.finding): \($0.remedy)" },
      hint: "Then upgrade again: it restores the rest."
    )
  }

  /// Restores what differs from this release.
  ///
  /// - Returns: The differences that have to wait for the functions of the tree.
  /// - Throws: `PostgresError`.
  func restore(_ differences: [ReleaseDifference]) async throws -> [ReleaseDifference] {
    try await ReleaseDifference.restore(differences, connection: connection, report: report)
      .map(\.difference)
  }

  /// Restores what waited for the functions, what went with that which was made anew, and the grants
  /// on it.
  ///
  /// - Parameters:
  ///   - waiting: The differences that needed the functions.
  ///   - differences: All that differed at first.
  /// - Throws: `Failure` with what is lost or the server refuses; `ScriptError`, `PostgresError`.
  func finish(_ waiting: [ReleaseDifference], of differences: [ReleaseDifference]) async throws {
    if differences.isEmpty { return }
    var refused = try await ReleaseDifference.restore(
      waiting,
      connection: connection,
      report: report
    )
    if refused.isEmpty {
      // Indexes went with a column, and a sequence that an identity makes has the options of its type.
      refused = try await ReleaseDifference.restore(
        try await self.differences(),
        connection: connection,
        report: report
      )
    }
    try await restore()
    if refused.isEmpty { return }
    throw Failure(
      .failed,
      "the schema is not whole: the server refuses to restore some of it",
      details: refused.map { "\($0.difference.finding): \($0.refusal)" },
      hint: "Remove what is in the way, and upgrade again."
    )
  }

  /// Takes away the grants and default privileges that no release granted, gives back the grants and
  /// owners that this one has, and reports each; what else no release made is reported too, before
  /// an upgrade replaces some of it.
  ///
  /// - Throws: `PostgresError`; `Failure` where the tree cannot be read.
  func restore() async throws {
    for object in try await ForeignObject.all(share: share, connection: connection) {
      report("\(object.finding): \(object.statement ?? object.remedy)")
      guard let statement = object.statement else { continue }
      try await connection.withTransaction { transaction in
        try await transaction.execute("SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
        try await transaction.execute(statement)
      }
    }
  }

  /// Reports what no release made and harms nothing, and refuses a schema with anything else of the
  /// kind: people have to look.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  func refuseForeign(_ differences: [ReleaseDifference]) async throws {
    let foreign = try await ForeignObject.all(share: share, connection: connection)
    for extra in ReleaseDifference.untold(differences.filter { $0.change == .harmless }, beside: [])
    {
      report("\(extra.finding): left, as it changes nothing that Reeve does")
    }
    let others = ReleaseDifference.untold(
      differences.filter { $0.change == .foreign && $0.script == nil },
      beside: foreign
    )
    if foreign.isEmpty && others.isEmpty { return }
    throw Failure(
      .failed,
      "the schema is up to date, but somebody has changed more than its functions",
      details: foreign.map { "\($0.finding): \($0.remedy)" }
        + others.map { "\($0.finding): \($0.remedy)" },
      hint: "`reeve doctor --full` says more."
    )
  }

  /// Reports members whom no recorded and sealed command added, and differences of that kind.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  func reportMembers() async throws {
    for row in try await connection.query(share.query("operations/doctor_full.sql"))
    where try row.get(1) {
      report("\(try row.get(2, as: String.self)): \(try row.get(3, as: String.self))")
    }
  }

  /// Limits how long members' sessions may be idle in a transaction, where this login may alter
  /// them; else prints the SQL.
  ///
  /// - Throws: `PostgresError`.
  func limitIdle() async throws {
    for row in try await connection.call(OperationsFunctions.memberIdle()) {
      let statement = row.statement
      do {
        try await connection.withTransaction { try await $0.execute(statement) }
        report(statement)
      } catch PostgresError.server(let error) where error.sqlState == .insufficientPrivilege {
        report("have a database administrator run: \(statement);")
      }
    }
  }
}
