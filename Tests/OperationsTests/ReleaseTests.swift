import Host
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Operations

/// What somebody takes away from schema `reeve` is told by `doctor --full`, and restored by an
/// upgrade.
@Suite(.freshDatabase, .blocking)
struct ReleaseTests {
  /// One object of the release, and how to take it away or change it.
  private struct Damage {
    let kind: String
    let name: String
    let statement: String
  }

  private func findings(_ connection: Connection) async throws -> [String] {
    try await Doctor(
      share: Share.find(),
      connection: connection,
      limits: .init(freeBytes: 0),
      isFull: true
    ).findings().filter { $0.area == "release" || $0.area == "versions" }.map(\.finding)
  }

  private func upgrade(_ connection: Connection) async throws {
    try await Upgrade(share: Share.find(), connection: connection, report: { _ in }).run()
  }

  /// Searches for a store, in an index built anew.
  private func search(_ connection: Connection) async throws -> Int64? {
    try await connection.executeScript(
      """
      WITH owner AS (
        INSERT INTO randevoo.users(first_name, last_name, provider)
        VALUES ('Zo\u{eb}', 'Q', 'google') RETURNING id)
      INSERT INTO randevoo.stores(owner_id, name, city, time_zone)
      SELECT id, 'Caf\u{e9} Zo\u{eb}', 'Bonn', 'Europe/Berlin' FROM owner;
      \(fixture("index.sql"))
      SELECT pg_temp.index_build('randevoo', 'store');
      """
    )
    return try await connection.query(
      """
      SELECT count(*) FROM reeve.search_find(
        reeve.search_ask(reeve.search_live('randevoo', 'store'), 'cafe', '{}', NULL, FALSE),
        10, NULL)
      """
    ).first?.get(0)
  }

  /// How to damage an object of the release; nil where that is tried elsewhere.
  private func damage(_ kind: String, _ name: String, _ unmake: String?) -> Damage? {
    let parts = name.split(separator: " of ", maxSplits: 1).map(String.init)
    let column = name.lastIndex(of: ".").map {
      "ALTER TABLE \(name[..<$0]) ALTER COLUMN \(name[name.index(after: $0)...])"
    }
    let statement: String
    switch kind {
    case "function": statement = "DROP ROUTINE \(name) CASCADE"
    case "index": statement = "DROP INDEX \(name) CASCADE"
    case "type": statement = "DROP TYPE \(name) CASCADE"
    case "constraint": statement = "ALTER TABLE \(parts[1]) DROP CONSTRAINT \(parts[0]) CASCADE"
    case "trigger": statement = "DROP TRIGGER \(parts[0]) ON \(parts[1])"
    // No table of a release has this identity; some have FULL.
    case "table": statement = "ALTER TABLE \(name) REPLICA IDENTITY NOTHING"
    case "sequence": statement = "ALTER SEQUENCE \(name) INCREMENT 7"
    case "schema" where name == "reeve_stage": statement = "DROP SCHEMA reeve_stage CASCADE"
    case "column":
      // Only a generated one comes back with its values.
      guard name == "reeve.report.source" else { return nil }
      statement = "ALTER TABLE reeve.report DROP COLUMN source CASCADE"
    case "identity of": statement = "\(column ?? "") DROP IDENTITY"
    case "storage of": statement = "\(column ?? "") SET STATISTICS 7"
    case "owner of":
      let words = name.split(separator: " ", maxSplits: 1)
      let word = words[0] == "function" ? "ROUTINE" : words[0].uppercased()
      statement = "ALTER \(word) \(words[1]) OWNER TO reeve_access"
    default:
      guard let unmake else { return nil }
      statement = unmake
    }
    return Damage(kind: kind, name: name, statement: statement)
  }

  @Test(arguments: 1...3)
  func `whatever kind of object is taken away is named, and restored`(round: Int) async throws {
    var random = SeededGenerator.forThisTest("round \(round)")
    try await connected { connection in
      try await connection.execute(DoctorTests.grants)
      let objects = try await connection.query(
        try Share.find().query("operations/release_state.sql"),
        [FunctionReplay.generated, "_set_aside"]
      ).compactMap { try damage($0.get(0), $0.get(1), $0.get(5)) }.shuffled(using: &random)
      // One of each kind, and some more.
      var wanted = Dictionary(grouping: objects, by: \.kind).mapValues { _ in 1 }
      let kinds = Set(wanted.keys)
      var more = 12
      var done: [Damage] = []
      for object in objects where wanted[object.kind, default: 0] > 0 || more > 0 {
        do {
          try await connection.execute(object.statement)
        } catch PostgresError.server {
          continue  // It went with another, or is part of a key.
        }
        if wanted[object.kind, default: 0] > 0 { wanted[object.kind] = 0 } else { more -= 1 }
        done.append(object)
      }
      #expect(Set(done.map(\.kind)) == kinds)
      let found = try await findings(connection)
      // What went altogether is told by its whole.
      let gone = found.filter { $0.hasSuffix(" is gone") }.map { $0.dropLast(" is gone".count) }
      for object in done {
        // A sequence goes with the identity whose numbers it gives.
        if object.kind == "sequence", found.contains(where: { $0.hasPrefix("identity of ") }) {
          continue
        }
        let name = "\(object.kind) \(object.name)"
        #expect(
          found.contains { $0.hasPrefix("\(name) ") }
            || gone.contains { object.name.contains($0.split(separator: " ").last ?? "") },
          "\(name) after \(done.map(\.statement))\n\(found.joined(separator: "\n"))"
        )
      }
      try await upgrade(connection)
      let left = try await findings(connection)
      #expect(left == [], "\(left) after \(done.map(\.statement))")
      #expect(try await search(connection) == 1)
    }
  }

  @Test func `the server's text of a definition makes the same definition again`() async throws {
    try await connected { connection in
      func state() async throws -> [(name: String, aspects: String?, mend: String?)] {
        try await connection.query(
          try Share.find().query("operations/release_state.sql"),
          [FunctionReplay.generated, "_set_aside"]
        ).compactMap {
          let kind: String = try $0.get(0)
          // Functions come from their files. The other kinds have no text but their name.
          return ["constraint", "index", "trigger", "default of"].contains(kind)
            ? try ("\(kind) \($0.get(1, as: String.self))", $0.get(2), $0.get(4)) : nil
        }
      }
      let made = try await state()
      var mended = 0
      for object in made {
        guard let mend = object.mend else { continue }
        do {
          try await connection.executeScript(mend)
          mended += 1
        } catch PostgresError.server(let error) {
          #expect(error.sqlState.code == "2BP01", "\(object.name): \(error.message)")
        }
      }
      // A key that foreign keys need is no text that could differ.
      #expect(mended > 500)
      let now = Dictionary(uniqueKeysWithValues: try await state().map { ($0.name, $0.aspects) })
      for object in made {
        #expect(now[object.name] == object.aspects, "\(object.name): \(object.mend ?? "")")
      }
    }
  }

  @Test func `what went with a part that is made anew is restored with it`() async throws {
    try await connected { connection in
      let indexes = try await connection.query(
        """
        SELECT pg_get_indexdef(indexrelid) FROM pg_index
        WHERE indrelid = 'reeve.report'::regclass AND pg_get_indexdef(indexrelid) ~ '\\msource\\M'
        """
      ).map { try $0.get(0, as: String.self) }
      #expect(indexes.count > 1)
      try await connection.executeScript(
        """
        \(DoctorTests.grants);
        ALTER TABLE reeve.report DROP COLUMN source;
        ALTER TABLE reeve.report ADD COLUMN source text GENERATED ALWAYS AS (key) STORED;
        \(indexes.joined(separator: ";"));
        ALTER TABLE reeve.search_join ALTER COLUMN join_id DROP IDENTITY;
        -- Of which others are made, and functions.
        DROP TYPE reeve.search_scored_word CASCADE;
        """
      )
      try await upgrade(connection)
      #expect(try await findings(connection) == [])
    }
  }

  @Test func `a database owner drops an extension with all that needs it`() async throws {
    try await connected { connection in
      let owner = try await TestDatabase.current.login("owner")
      try await connection.executeScript(
        """
        \(DoctorTests.grants);
        CREATE TABLE public.kept AS SELECT pg_get_functiondef('randevoo.fold(text)'::regprocedure) AS sql;
        UPDATE pg_extension SET extowner = '\(owner)'::regrole WHERE extname = 'unaccent';
        DO $$BEGIN
          EXECUTE format('ALTER DATABASE %I OWNER TO \(owner)', current_database());
        END$$;
        """
      )
      try await connected(user: owner) { try await $0.execute("DROP EXTENSION unaccent CASCADE") }
      let found = try await findings(connection)
      for name in [
        "extension unaccent", "function reeve.text_fold(text)", "index reeve.report_marks",
      ] {
        #expect(found.contains("\(name) is gone"), "\(found)")
      }
      try await upgrade(connection)
      // Its own function is the app's business.
      try await connection.execute("DO $$BEGIN EXECUTE (SELECT sql FROM public.kept); END$$")
      try await connection.execute("DROP TABLE public.kept")
      #expect(try await findings(connection) == [])
      #expect(try await search(connection) == 1)
    }
  }

  @Test(
    arguments: [
      ("DROP TABLE reeve.reveal_reason CASCADE", "table reeve.reveal_reason is gone"),
      ("ALTER TABLE reeve.label DROP COLUMN label CASCADE", "column reeve.label.label is gone"),
      ("ALTER TABLE reeve.label ALTER label TYPE varchar", "column reeve.label.label differs"),
      ("DROP SEQUENCE reeve.job_id_seq CASCADE", "sequence reeve.job_id_seq is gone"),
    ]
  )
  func `what cannot be restored is one clear error`(damage: String, told: String) async throws {
    try await connected { connection in
      try await connection.execute(DoctorTests.grants)
      try await connection.execute(damage)
      try await connection.execute("DROP INDEX reeve.action_reason_marks")
      let found = try await findings(connection)
      #expect(found.contains { $0.hasPrefix(told) }, "\(found)")
      let error = await #expect(throws: Failure.self) { try await upgrade(connection) }
      #expect(error?.message.contains("has lost") == true)
      #expect(error?.details.filter { $0.hasPrefix(told) }.count == 1)
      #expect(error?.details.contains { $0.contains("action_reason_marks") } == false)
    }
  }
}
