import Catalog
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import LiveCopy

/// An app `mg` whose table `mg.item` moves to `mg2.thing`, both as a test makes them.
struct MoveFixture: Sendable {
  let database: Connection
  /// The tables' owner.
  let boss: Connection
  /// A role with rights on `mg.item` alone.
  let clerk: String
  /// A session of it.
  let app: Connection
  let migrator: Migrator
  /// Lines that were reported.
  let told = Told()

  /// What a migrator has reported.
  final class Told: Sendable {
    private let lines = Mutex<[String]>([])

    /// Takes a line.
    func take(_ line: String) { lines.withLock { $0.append(line) } }

    /// All lines so far.
    var all: [String] { lines.withLock { $0 } }
  }

  /// Makes the app.
  ///
  /// - Parameters:
  ///   - tables: SQL that makes both tables, as their owner.
  ///   - columns: Of the mapping, a line each.
  ///   - key: The key's columns, in both tables.
  ///   - drop: Columns of the source that are not kept.
  ///   - server: The connection string of the target's database; nil = the same.
  /// - Throws: `PostgresError`, `ManifestError`.
  init(
    _ tables: String,
    columns: [String],
    key: String = "id",
    drop: [String] = [],
    server: String? = nil
  ) async throws {
    database = try await TestDatabase.current.connect()
    let owner = try await TestDatabase.current.login("owner")
    clerk = try await TestDatabase.current.login("clerk")
    try await database.executeScript(
      """
      CREATE SCHEMA mg AUTHORIZATION "\(owner)";
      CREATE SCHEMA mg2 AUTHORIZATION "\(owner)";
      SET ROLE "\(owner)";
      \(tables);
      GRANT USAGE ON SCHEMA mg TO "\(clerk)";
      GRANT SELECT, INSERT, UPDATE, DELETE ON mg.item TO "\(clerk)";
      RESET ROLE;
      """
    )
    try await database.execute(
      """
      SELECT * FROM reeve.catalog_apply(jsonb_build_object('app', 'mg', 'schema', 'mg',
        'owner', $1::text, 'title', 'MG', 'collections', jsonb_build_object('item',
        jsonb_build_object('table', 'item', 'key', to_jsonb(string_to_array($2, ', ')),
        'label', 't.name', 'show', '["name"]'::jsonb))))
      """,
      [owner, key]
    )
    app = try await TestDatabase.current.connect(user: clerk)
    boss = try await TestDatabase.current.connect(user: owner)
    let mapping = """
      app: mg
      copy: item
      source: {schema: mg, table: item}
      target: {schema: mg2, table: thing\(server.map { ", server: '\($0)'" } ?? "")}
      key: [\(key)]
      \(drop.isEmpty ? "" : "drop: [\(drop.joined(separator: ", "))]")
      columns:
      \(columns.map { "  " + $0 }.joined(separator: "\n"))
      """
    let told = told
    migrator = Migrator(
      connection: database,
      mapping: try CopyMapping(file: ManifestFile(name: "item.yaml", bytes: Array(mapping.utf8))),
      report: { told.take($0) }
    )
  }

  /// A table of numbered rows, and one that numbers them in another way.
  ///
  /// - Parameters:
  ///   - source: What follows the type of the source's key.
  ///   - target: What follows that of the target's.
  ///   - isPlain: Whether columns are only renamed.
  /// - Returns: The app, with rows 1 to 40.
  /// - Throws: `PostgresError`, `ManifestError`.
  static func numbered(
    _ source: String,
    _ target: String,
    isPlain: Bool
  ) async throws -> MoveFixture {
    try await MoveFixture(
      """
      CREATE SEQUENCE mg.shared;
      CREATE TABLE mg.item(id int \(source) PRIMARY KEY, name text NOT NULL DEFAULT 'none',
        price int NOT NULL DEFAULT 1);
      CREATE TABLE mg2.thing(id int \(target) PRIMARY KEY, title text NOT NULL, cents int NOT NULL);
      INSERT INTO mg.item(id, name) OVERRIDING SYSTEM VALUE
      SELECT n, 'item ' || n FROM generate_series(1, 40) n;
      SELECT setval(s, 40) FROM pg_get_serial_sequence('mg.item', 'id') s WHERE s IS NOT NULL;
      SELECT setval('mg.shared', 40)
      """,
      columns: [
        "id: {from: id}", "title: {from: name}",
        isPlain ? "cents: {from: price}" : "cents: {from: price, up: $v * 100, down: $v / 100}",
      ]
    )
  }

  /// Makes the target live, unverified.
  func cutOver() async throws {
    _ = try await migrator.run()
    _ = try await migrator.swap(isBack: false, terms: .init(isVerified: false))
  }

  /// Writes as the clerk, in a transaction that is rolled back.
  ///
  /// - Returns: The first column, or the SQLSTATE.
  func attempt(_ statement: String) async throws -> String {
    var said = "nothing"
    do {
      try await app.withTransaction { transaction in
        let rows = try await transaction.query(statement)
        if let row = rows.first { said = try String(row.get(0, as: Int.self)) }
        throw CancellationError()
      }
    } catch let error as PostgresError {
      said = error.sqlState.map { $0.code } ?? "?"
    } catch is CancellationError {
      // As it is to be.
    }
    return said
  }

  /// What the server says to a statement of the owner; nil where it succeeds.
  func refusal(_ statement: String) async throws -> String? {
    do {
      try await boss.executeScript(statement)
      return nil
    } catch let error as PostgresError {
      return error.serverError?.message ?? "\(error)"
    }
  }

  /// Closes the connections.
  func end() async {
    await app.close()
    await boss.close()
    await database.close()
  }
}

extension Migrator.Terms {
  /// A rehearsal that tries every write, however busy the machine is.
  static func rehearsal(accepted: Set<String> = []) -> Self {
    var terms = Self(accepted: accepted, isRehearsal: true)
    terms.rehearsalLimit = patience
    return terms
  }
}
