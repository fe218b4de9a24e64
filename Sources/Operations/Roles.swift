internal import Postgres

/// The cluster's roles that Reeve needs, and who is a member of what.
struct Roles {
  let share: Share
  let connection: Connection

  /// Makes what is missing, or refuses and tells the statements that a database administrator must run.
  ///
  /// - Parameters:
  ///   - admins: Logins to be made seniors' logins.
  ///   - owners: NOLOGIN roles of an app.
  /// - Throws: `OperationError` of status `refused` where this login may not; `PostgresError`.
  func ensure(admins: [String] = [], owners: [String] = []) async throws {
    guard let query = try share.script("sql/queries/operations/roles_missing.sql") else {
      throw OperationError("\(share.path) holds no sql/queries/operations/roles_missing.sql")
    }
    // Roles belong to the cluster: an upgrade of another database may make the same ones meanwhile,
    // which shows as one of these; then what is still missing is looked up anew.
    let raced: Set<SQLState> = [.duplicateObject, .uniqueViolation, SQLState("XX000")]
    for attempt in 1... {
      let missing = try await connection.query(query.text, [admins, owners])
      let statements = try missing.map { try $0.get(0, as: String.self) }
      if statements.isEmpty { return }
      do {
        return try await connection.withTransaction { transaction in
          for statement in statements { try await transaction.execute(statement) }
        }
      } catch PostgresError.server(let error) where raced.contains(error.sqlState) && attempt < 10 {
        continue
      } catch PostgresError.server(let error) where error.sqlState == .insufficientPrivilege {
        throw OperationError(
          "this login may not make the roles that Reeve needs: \(error.message)",
          status: .refused,
          details: statements.map { $0 + ";" },
          hint: "Have a database administrator run the statements above, then try again."
        )
      }
    }
  }
}
