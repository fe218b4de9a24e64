internal import Outcome
internal import Postgres

/// The cluster's roles that Reeve needs, and who is a member of what.
struct Roles {
  let share: Share
  let connection: Connection

  /// Returns the statements that make what is missing, in the order to run them; `all` leaves
  /// nothing out that is there.
  func missing(
    admins: [String] = [],
    owners: [String] = [],
    all: Bool = false
  ) async throws -> [String] {
    let query = try share.query("operations/roles_missing.sql")
    return try await connection.query(query, [admins, owners, all]).map { try $0.get(0) }
  }

  /// Creates what is missing, or fails with the statements that a database administrator must run.
  ///
  /// - Parameters:
  ///   - admins: Logins to be made seniors' logins.
  ///   - owners: NOLOGIN roles of an app.
  /// - Throws: `Failure` of status `refused` where this login may not; `PostgresError`.
  func ensure(admins: [String] = [], owners: [String] = []) async throws {
    // Roles belong to the cluster: an upgrade of another database may make the same ones meanwhile,
    // which shows as one of these; then what is still missing is looked up again.
    let raced: Set<SQLState> = [.duplicateObject, .uniqueViolation, SQLState("XX000")]
    for attempt in 1... {
      let statements = try await missing(admins: admins, owners: owners)
      if statements.isEmpty { return }
      do {
        return try await connection.withTransaction { transaction in
          for statement in statements { try await transaction.execute(statement) }
        }
      } catch PostgresError.server(let error) where raced.contains(error.sqlState) && attempt < 10 {
        continue
      } catch PostgresError.server(let error) where error.sqlState == .insufficientPrivilege {
        throw Failure(
          .refused,
          "this login may not create the roles that Reeve needs: \(error.message)",
          details: statements.map { $0 + ";" },
          hint: "Have a database administrator run the statements above, then try again."
        )
      }
    }
  }
}
