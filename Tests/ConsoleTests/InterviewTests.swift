import Foundation
import Postgres
import TestSupport
import Testing

/// `reeve adopt` on a terminal, by keys.
@Suite(.freshDatabase)
struct InterviewTests {
  private static let schema = """
    CREATE SCHEMA stalls AUTHORIZATION "%owner%";
    SET ROLE "%owner%";
    CREATE TABLE stalls.person(id int PRIMARY KEY, name text NOT NULL, email text,
      password_hash text, is_active boolean NOT NULL DEFAULT TRUE, suspended_at timestamptz,
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
      recovery text);
    CREATE TABLE stalls.client(id int PRIMARY KEY, name text NOT NULL, email text,
      username text);
    CREATE TABLE stalls.item(id int PRIMARY KEY, title text NOT NULL,
      owner_id int REFERENCES stalls.person, hidden_at timestamptz);
    CREATE TABLE stalls.warning(id int PRIMARY KEY, words text NOT NULL,
      user_id int REFERENCES stalls.person);
    INSERT INTO stalls.person(id, name, email, is_active, suspended_at, status, recovery)
    SELECT i, 'Person ' || chr(64 + i), i || '@example.org', i > 4, CASE WHEN i < 4 THEN now() END,
      CASE WHEN i < 3 THEN 'suspended' ELSE 'active' END, md5(i::text)
    FROM generate_series(1, 20) i;
    INSERT INTO stalls.item VALUES (1, 'A lamp', 1);
    RESET ROLE;
    """

  /// Makes the schema, and lends a folder and the arguments that adopt it.
  private func withStalls(
    _ body: (_ folder: TemporaryFolder, _ arguments: [String], Connection) async throws -> Void
  ) async throws {
    let owner = try await TestDatabase.current.login("stalls owner")
    let connection = try await TestDatabase.current.connect()
    try await connection.executeScript(Self.schema.replacing("%owner%", with: owner))
    let folder = try TemporaryFolder()
    try await body(
      folder,
      [
        "adopt", "--schema", "stalls", "--write", folder["catalog.yaml"], "--dsn",
        try TestDatabase.current.conninfo(),
      ],
      connection
    )
    await connection.close()
  }

  @Test func `it asks what the data leave open, applies the catalog, and remembers`() async throws {
    try await withStalls { folder, arguments, connection in
      let terminal = try PseudoTerminal(arguments, history: folder["history"])
      try terminal.expect("Which table holds the people who use the app?")
      try terminal.expect("1  person        2 tables refer to it; name, email, password_hash")
      try terminal.expect("quit: ")
      terminal.send("\r")
      try terminal.expect("Which of these means that a row of “person” is banned?")
      let choices = try terminal.expect("Number [1], ? for help, q to quit: ")
      for line in [
        "1  status        18 × active, 2 × suspended; a ban sets 'suspended'",
        "2  suspended_at  3 of 20 rows set", "3  is_active     4 of 20 rows false",
        "4  none of them",
      ] { #expect(choices.contains(line), "\(choices)") }
      terminal.send("?\r")
      try terminal.expect("Choose the one that the app's own")
      for wrong in ["5", "0", "1 2", "-1", "99999999999999999999", "\u{1B}[31m", "1-"] {
        terminal.send("\(wrong)\r")
        try terminal.expect("one ")
      }
      terminal.send(" 3 \r")
      try terminal.expect("What makes a ban hold?")
      try terminal.expect("The app checks is_active itself")
      try terminal.expect("quit: ")
      terminal.send("2\r")
      try terminal.expect("Which of these columns name who wrote the row?")
      try terminal.expect("1  warning.user_id")
      try terminal.expect("quit: ")
      terminal.send("1\r")
      try terminal.expect("Which of these columns may admins see?")
      try terminal.expect("1  person.recovery  20 of 20 values look random")
      try terminal.expect("quit: ")
      terminal.send("\r")
      try terminal.expect("Apply it now? [y/N] ")
      terminal.send("y\r")
      try terminal.expect("three commands to try:")
      try terminal.expect("find person Person")
      try terminal.expect("show person:1")
      try terminal.expect("ban person:1 --policy terms --for 7d --dry-run")
      #expect(terminal.wait() == 0)
      let guarded: Int = try await connection.query(
        """
        SELECT count(*) FROM pg_trigger
        WHERE tgrelid IN ('stalls.item'::regclass, 'stalls.warning'::regclass)
          AND tgname ~ 'guard'
        """
      )[0].get(0)
      #expect(guarded == 2)
      let live: Int = try await connection.query(
        "SELECT count(*) FROM reeve.search_status('stalls') WHERE state = 'live'"
      )[0].get(0)
      #expect(live > 0)

      // Nothing is asked twice, and a schema that grows is asked about what is new alone.
      let answers = try folder.read("catalog.yaml.answers")
      try await connection.execute("ALTER TABLE stalls.person ADD backup_key text")
      let again = try PseudoTerminal(arguments, history: folder["history"])
      try again.expect("Which of these columns may admins see?")
      let asked = try again.expect("quit: ")
      #expect(asked.contains("1  person.backup_key") && !asked.contains("recovery"), "\(asked)")
      again.send("\r")
      try again.expect("Apply it now? [y/N] ")
      again.send("q\r")
      try again.expect("nothing was applied: review it")
      #expect(again.wait() == 0)
      #expect(
        try folder.read("catalog.yaml.answers")
          == answers.replacing("[recovery]", with: "[recovery, backup_key]")
      )
      #expect(try folder.read("catalog.yaml").contains("visible: is_active"))
    }
  }

  @Test func `who gives up, or hangs up, leaves nothing behind`() async throws {
    try await withStalls { folder, arguments, connection in
      for key in ["q\r", "\u{4}"] {
        let terminal = try PseudoTerminal(arguments, history: folder["history"])
        try terminal.expect("quit: ")
        terminal.send(key)
        try terminal.expect("nothing was written and nothing was applied")
        #expect(terminal.wait() == 130)
      }
      for name in ["catalog.yaml", "catalog.yaml.draft", "catalog.yaml.answers"] {
        #expect(throws: (any Error).self) { try folder.read(name) }
      }
      let apps = try await connection.query("SELECT FROM reeve.app WHERE app = 'stalls'")
      #expect(apps.isEmpty)
    }
  }

  @Test(arguments: [
    (40, 20, ["  1  person\r\n       2 tables refer to it; name,\r\n       email, password_hash"]),
    (80, 24, ["  1  person        2 tables refer to it; name, email, password_hash\r\n"]),
  ])
  func `a question fits a narrow terminal, and one that becomes narrower`(
    columns: Int32,
    rows: Int32,
    parts: [String]
  ) async throws {
    try await withStalls { folder, arguments, _ in
      let terminal = try PseudoTerminal(
        arguments,
        history: folder["history"],
        size: (columns, rows)
      )
      for part in parts { try terminal.expect(part) }
      try terminal.expect("quit: ")
      terminal.resize(columns: 30, rows: 10)
      terminal.send("\r")
      let screen = try terminal.expect("quit: ")
      let lines = screen.replacing("\r", with: "").split(separator: "\n")
      #expect(lines.dropLast().allSatisfy { $0.count <= 30 }, "\(screen)")
      terminal.send("q\r")
      #expect(terminal.wait() == 130)
    }
  }

  @Test func `each question has a screen of its own where the terminal can clear it`() async throws
  {
    try await withStalls { folder, arguments, _ in
      let terminal = try PseudoTerminal(arguments, history: folder["history"], term: "xterm")
      try terminal.expect("\u{1B}[H\u{1B}[2JWhich table holds the people")
      terminal.send("\r")
      try terminal.expect("\u{1B}[H\u{1B}[2JWhich of these means")
      terminal.send("q\r")
      #expect(terminal.wait() == 130)
    }
  }
}

extension TemporaryFolder {
  /// Reads a file.
  fileprivate func read(_ name: String) throws -> String {
    try String(contentsOfFile: self[name], encoding: .utf8)
  }
}
