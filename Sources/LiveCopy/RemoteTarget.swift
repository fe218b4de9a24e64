import Catalog
import FoundationEssentials
import Outcome
import Postgres

/// The database that a copy goes to: its rows, and in the schema `reeve_copy` how far it is.
///
/// Nothing of Reeve is installed there. Triggers, defaults and types of the target run with the
/// rights of this login.
struct RemoteTarget: Sendable {
  let connection: Connection
  /// The token by which the copy is known there.
  let token: UniqueID
  let statements: RemoteStatements

  /// How long a statement of a copy may take: it writes or reads a batch.
  @TaskLocal static var limit = Duration.seconds(300)

  /// The settings of a session there.
  ///
  /// Values travel as texts, which must mean the same on both sides. Nothing that was acknowledged
  /// may be lost in a crash: the change log is not kept beyond it. Rows that row security hides are
  /// an error. No name is looked for where others could put theirs.
  private static let settings = """
    SET client_min_messages = warning; SET standard_conforming_strings = on;
    SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC';
    SET bytea_output = 'hex'; SET extra_float_digits = 1; SET lc_monetary = 'C';
    SET search_path = ''; SET xmloption = 'content'; SET row_security = off; SET synchronous_commit = on;
    SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off
    """

  /// Makes the tables of `reeve_copy`.
  static let tables = """
    CREATE TABLE IF NOT EXISTS reeve_copy.copy(
      token uuid CONSTRAINT copy_pkey PRIMARY KEY,
      label text NOT NULL,
      target text NOT NULL CONSTRAINT copy_target UNIQUE,
      phase text NOT NULL,
      fence int NOT NULL DEFAULT 0,
      round int NOT NULL DEFAULT 0,
      last_key text[],
      xid text NOT NULL,
      change_id bigint NOT NULL,
      copied bigint NOT NULL DEFAULT 0,
      applied bigint NOT NULL DEFAULT 0,
      stepped_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE TABLE IF NOT EXISTS reeve_copy.reject(
      token uuid CONSTRAINT reject_copy_fkey REFERENCES reeve_copy.copy ON DELETE CASCADE,
      key text,
      code text NOT NULL,
      reason text NOT NULL,
      rejected_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT reject_pkey PRIMARY KEY (token, key)
    );
    CREATE TABLE IF NOT EXISTS reeve_copy.change(
      token uuid,
      change_id bigserial,
      key text,
      CONSTRAINT change_pkey PRIMARY KEY (token, change_id)
    );
    """

  /// Connects to the database of a target.
  ///
  /// - Throws: `Failure` where the string holds a password, or there is no connection.
  static func connect(_ server: String) async throws -> Connection {
    guard !ConnectionInfo.mayHoldPassword(server) else {
      throw Failure(
        .usage,
        "the target's `server` holds a password, or is no connection string",
        hint: "A password belongs in ~/.pgpass or a service file: `server: service=NAME`."
      )
    }
    do {
      let connection = try await Connection.connect(server, patience: .seconds(3))
      try await StatementLimit.byDefault(limit) { try await connection.executeScript(settings) }
      return connection
    } catch let error as PostgresError {
      throw Failure(.connection, "the target's server: \(error)")
    }
  }

  /// Makes the tables in which the copy is recorded, and that in which rows arrive.
  func prepare() async throws {
    let there = try await connection.query(
      """
      SELECT to_regnamespace('reeve_copy') IS NOT NULL, to_regclass('reeve_copy.change') IS NOT NULL
      """
    )
    if try !there[0].get(0, as: Bool.self) {
      try await connection.there("CREATE SCHEMA IF NOT EXISTS reeve_copy")
    }
    if try !there[0].get(1, as: Bool.self) { try await connection.executeScript(Self.tables) }
    try await connection.there(statements.stage)
  }

  /// Records that a copy begins, or after a rollback that it follows again from there.
  ///
  /// - Parameters:
  ///   - label: The copy's name.
  ///   - xid: The position in the log of the source.
  ///   - changeID: The position in the log of the source.
  ///   - round: The rollback; another has nothing to do with this position.
  ///   - isNew: Whether a copy that is not known there may begin.
  /// - Throws: `Failure` where the target holds rows, or another copy goes there.
  func record(
    label: String,
    xid: String,
    changeID: Int64,
    round: Int,
    isNew: Bool
  ) async throws {
    try await connection.withTransaction { transaction in
      let recorded = try await transaction.there(
        """
        INSERT INTO reeve_copy.copy(token, label, target, phase, xid, change_id)
        SELECT $1, $2, $3, 'copying', $4, $5 WHERE $6 ON CONFLICT DO NOTHING
        """,
        [token, label, statements.target, xid, changeID, isNew]
      ).affected
      guard recorded == 1 else {
        if var place = try await place(in: transaction) {
          guard place.phase == "returning", place.round == round else { return }
          (place.phase, place.xid, place.changeID) = ("following", xid, changeID)
          return try await move(to: place, in: transaction)
        }
        // Who looks for it next finds that it is not known.
        guard isNew else { return }
        throw Failure(
          .failed,
          "reeve_copy.copy there holds another copy to \(statements.target)",
          hint: "If that one is over, delete its row there."
        )
      }
      guard try await !transaction.there(statements.occupied)[0].get(0, as: Bool.self) else {
        throw Failure(
          .failed,
          "\(statements.target) holds rows there, which could not be distinguished from copied ones",
          hint: "Empty it first."
        )
      }
    }
  }

  /// Returns how far the copy is, and keeps others from changing that until the transaction ends:
  /// so that one at a time writes the target.
  ///
  /// - Returns: nil where the copy is not known there.
  func place(in transaction: Transaction) async throws -> RemotePlace? {
    // A trigger of the target may have changed the session's settings.
    try await transaction.executeScript(Self.settings)
    // The lock first: the statement after it sees what the one before has committed.
    guard
      try await transaction.there(
        "SELECT FROM reeve_copy.copy c WHERE c.token = $1 FOR UPDATE",
        [token]
      ).affected == 1
    else { return nil }
    return try await Self.place(of: token, in: transaction).decode()
  }

  /// Keeps others from applying changes and from moving the copy's position until the transaction
  /// ends; several sessions may do so at once.
  ///
  /// - Returns: Whether rows are still to be copied.
  func holdsStill(in transaction: Transaction) async throws -> Bool {
    try await transaction.executeScript(Self.settings)
    return try await transaction.there(
      "SELECT FROM reeve_copy.copy c WHERE c.token = $1 AND c.phase = 'copying' FOR SHARE",
      [token]
    ).affected == 1
  }

  /// Returns the copy's position, without locking it.
  func place() async throws -> RemotePlace {
    try await Self.place(of: token, in: connection).decode()
  }

  /// Returns the copy's progress, as it is recorded in the source's database.
  static func place(of token: UniqueID, in session: some Session) async throws -> JSONB {
    try await session.there(
      """
      SELECT to_jsonb(c) || jsonb_build_object('rejects', (
        SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM (
          SELECT j.key, j.code, j.reason FROM reeve_copy.reject j WHERE j.token = c.token
          ORDER BY j.rejected_at, j.key LIMIT 1000) r))
      FROM reeve_copy.copy c WHERE c.token = $1
      """,
      [token]
    )[0].get(0)
  }

  /// Writes how far the copy is; before the target is live, forgets the changes noted there, which
  /// are those that came from the source.
  func move(to place: RemotePlace, in transaction: Transaction) async throws {
    try await transaction.there(
      """
      WITH own AS (
        DELETE FROM reeve_copy.change h WHERE h.token = $1 AND $2 IN ('copying', 'following')
      )
      UPDATE reeve_copy.copy SET phase = $2, fence = $3, last_key = $4, xid = $5, change_id = $6,
        copied = $7, applied = $8, round = $9, stepped_at = clock_timestamp()
      WHERE token = $1
      """,
      [
        token, place.phase, place.fence, place.lastKey, place.xid, place.changeID, place.copied,
        place.applied, place.round,
      ]
    )
  }

  /// Removes all rows, and forgets those that were refused.
  func wipe(in transaction: Transaction) async throws {
    try await transaction.there("DELETE FROM reeve_copy.reject WHERE token = $1", [token])
    try await transaction.there(statements.wipe, limit: nil)
  }

  /// Drops the triggers that a way back has there, and forgets what they noted.
  func unhook(in transaction: Transaction) async throws {
    let suffix = token.postgresText.filter { $0 != "-" }
    let hooks = ["note", "gate"].map { "reeve_copy.\($0)_\(suffix)" }
    guard
      try await transaction.there(
        "SELECT to_regproc($1) IS NOT NULL OR to_regproc($2) IS NOT NULL",
        [hooks[0], hooks[1]]
      )[0].get(0, as: Bool.self)
    else { return }
    // Who creates a trigger may not drop it, but the function, and the trigger with it.
    for hook in hooks {
      try await transaction.there("DROP FUNCTION IF EXISTS \(hook)() CASCADE")
    }
    try await transaction.there("DELETE FROM reeve_copy.change WHERE token = $1", [token])
  }

  /// Forgets the copy.
  func forget(in transaction: Transaction) async throws {
    try await transaction.there("DELETE FROM reeve_copy.copy WHERE token = $1", [token])
  }
}
