import Catalog
import Outcome
import Postgres

extension RemoteTarget {
  /// Which database a connection leads to, and as whom.
  struct Identity: Decodable, Equatable, CustomStringConvertible {
    /// The system identifier of its server's files.
    let system: String
    let database: String
    let oid: Int64
    let login: String

    /// As the source's database notes it.
    var json: String {
      let members: [String: JSON] = [
        "system": .string(system), "database": .string(database), "oid": .integer(Int(oid)),
        "login": .string(login),
      ]
      return JSON.object(members).text
    }

    var description: String {
      "database \(database) (oid \(oid), system identifier \(system)) as \(login)"
    }
  }

  /// Returns which database this is.
  func identity() async throws -> Identity {
    let found: JSONB = try await connection.there(
      """
      SELECT pg_catalog.jsonb_build_object('system', i.system_identifier::text,
        'database', d.datname, 'oid', d.oid::bigint, 'login', current_user)
      FROM pg_catalog.pg_control_system() i
      JOIN pg_catalog.pg_database d ON d.datname = pg_catalog.current_database()
      """
    )[0].get(0)
    return try found.decode()
  }

  /// Refuses another database or login than those with which an installer prepared the copy, and a
  /// login that may do more than write tables: what is sent there comes from the source's database.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  func require(_ known: Identity?) async throws {
    let here = try await identity()
    guard let known else {
      throw Failure(
        .failed,
        "it is not noted which database the target is in",
        hint: "`reeve migrate start --job` notes it."
      )
    }
    guard here == known else {
      throw Failure(
        .failed,
        "the worker's manifest leads to another database than the one to which the copy goes",
        details: ["It leads to \(here).", "The copy goes to \(known)."],
        hint: "Correct the manifest; if the target has moved, `reeve migrate start --job` notes it."
      )
    }
    let isMighty: Bool = try await connection.there(
      """
      SELECT EXISTS (
        SELECT FROM pg_catalog.pg_roles r
        WHERE (r.rolsuper OR r.rolname IN ('pg_execute_server_program', 'pg_read_server_files',
            'pg_write_server_files'))
          AND pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER'))
      """
    )[0].get(0)
    guard !isMighty else {
      throw Failure(
        .failed,
        "\(here.login) is a superuser there, or may use the server's files or programs",
        hint: "Use a login with rights on the target alone."
      )
    }
  }
}
