import Postgres

extension Upgrade {
  /// One thing that an upgrade would do.
  package struct Step: Hashable, Sendable {
    /// `role` and `apply`; of functions `add`, `change` (the body) or `drop`; `restore` of grants.
    package let change: String
    /// The statement, the migration or the function.
    package let object: String
  }

  /// Returns the steps of `run`, and writes nothing: every statement runs in a read-only
  /// transaction.
  ///
  /// Functions are compared with the database as it is, so one that a migration to be applied drops
  /// is still reported.
  ///
  /// - Parameter firstAdmins: Roles to be the first seniors.
  /// - Returns: The steps in the order of `run`; empty where it would change nothing.
  /// - Throws: `Failure` where `run` would refuse before its first write; `PostgresError`.
  package func plan(firstAdmins: [String] = []) async throws -> [Step] {
    try await connection.execute("SET default_transaction_read_only = on")
    try await checkServer()
    var steps = try await Roles(share: share, connection: connection)
      .missing(admins: firstAdmins)
      .map { Step(change: "role", object: $0) }
    let pending = try await pending()
    let isInstalled = pending.allSatisfy { $0.migration.version > 1 }
    steps += pending.map { Step(change: "apply", object: $0.migration.script.name) }
    let replay = FunctionReplay(share: share, connection: connection)
    steps += try await replay.difference().map { Step(change: $0.change, object: $0.function) }
    if isInstalled {
      steps += try await ForeignObject.all(share: share, connection: connection)
        .compactMap(\.statement).map { Step(change: "restore", object: $0) }
    }
    try await connection.execute("SET default_transaction_read_only = off")
    return steps
  }
}
