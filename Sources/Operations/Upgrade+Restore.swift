internal import Postgres

/// Restores grants, default privileges and limits of idle transactions in an upgrade.
extension Upgrade {
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

  /// Refuses a schema with triggers, rules, policies or relations that no release granted, or
  /// without constraints or triggers that one made: people have to look.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  func refuseForeign() async throws {
    let foreign = try await ForeignObject.all(share: share, connection: connection)
    if foreign.isEmpty { return }
    throw Failure(
      .failed,
      "the schema is up to date, but somebody has changed more than its functions",
      details: foreign.map { "\($0.finding): \($0.remedy)" },
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
