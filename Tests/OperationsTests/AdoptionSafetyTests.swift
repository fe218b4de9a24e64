import Catalog
import Host
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Operations

/// A schema that is dangerous to adopt, adopted as it is and worked on through the real program.
@Suite(.freshDatabase)
struct AdoptionSafetyTests {
  @Test func `words that lack a list, or have another, judge nothing`() async throws {
    let words = "sql/adopt/words.txt"
    try await withShare { share in
      #expect(try AdoptionLexicon(share).sets.count == AdoptionWords.allCases.count)
      try share.change(words, "[secretPairs]", to: "[secretPears]")
      let failure = #expect(throws: Failure.self) { try AdoptionLexicon(share) }
      #expect(failure?.message.hasSuffix(": secretPairs, secretPears") == true)
      try await command("/bin/rm", "\(share.path)/\(words)")
      #expect(throws: Failure.self) { try AdoptionLexicon(share) }
    }
  }

  @Test func `no verb prints a secret of what was adopted`() async throws {
    try await Hostel.open { hostel in
      let adopted = try await hostel.adopt("--try")
      var printed = [adopted.output, try Disk.text(hostel.file) ?? ""]
      let subjects: [String] = try await value(
        """
        SELECT array_agg(c.name ORDER BY c.name) FROM reeve.collection c WHERE c.app = 'hostel'
        """
      )
      #expect(subjects.count == 17, "\(subjects)")
      for name in subjects {
        for line in [
          "show \(name):1", "show \(name):1 --output json", "find \(name) CANAR",
          "history \(name):1",
          "evidence \(name):1", "search CANAR --in \(name)",
        ] { printed.append(try await hostel.console(line).output) }
      }
      for line in [
        "ban user:1 --policy terms --for 7d --yes", "reveal letter:1 --yes", "undo A1 --yes",
      ] {
        printed.append(try await hostel.console(line).output)
      }
      for output in printed { #expect(!output.contains("CANARY"), "\(output)") }
      #expect(printed.contains { $0.contains("Lantern") && $0.contains("plain lantern") })
      for absent in ["9090909", "cacacaca", "12.5", "1990-02-03", "10.20.30"] {
        #expect(!printed.contains { $0.contains(absent) }, "\(absent)")
      }
    }
  }

  @Test func `a draft leaves out what no row of an app is, and asks where it is in doubt`()
    async throws
  {
    try await Hostel.open { hostel in
      let adopted = try await hostel.adopt("--enforce", "guard")
      let draft = try Disk.text(hostel.file) ?? ""
      for (table, reason) in [
        ("session", "its key token looks like a secret"), ("item_tags", "tag others"),
        ("schema_migrations", "a framework"), ("good_jobs", "a framework"),
        ("keyless", "neither a primary key"), ("unread", "no right to read it"),
      ] {
        #expect(
          adopted.output.split(separator: "\n").contains {
            $0.contains("left out: hostel.\(table): ") && $0.contains(reason)
          },
          "\(table): \(adopted.output)"
        )
      }
      for line in [
        "    label: \"concat_ws(' ', t.first_name, t.last_name)\"",
        "    find_plain: [first_name, last_name]", "    label: t.category",
        // Two views of the app's use it; the draft asks about the others.
        "    visible: is_active", "    hidden: \"false\"",
        "    # Or is it visible: standing, hidden:",
        "    # Is \"value\" a secret?", "    # Is \"recovery\" a secret?",
        "    conversation: {of: chat, by: sender, at: sent_at, text: body, around: 10}",
        "    # Not a conversation: no table holds",
        "      - {table: remarks, actor: [author_id], writes: [insert]}",
        "    #   - {table: bans, actor: [user_id], writes: [insert]}",
        "        - {collection: profile, via: user}",
      ] {
        #expect(draft.contains(line), "\(line)\n\(draft)")
      }
      for name in ["mentioned", "approved", "reported", "recipient"] {
        #expect(!draft.contains("actor: [\(name)"), "\(name)")
      }
    }
  }

  @Test func `what was done to adopted rows is given back, but what triggers keep`()
    async throws
  {
    try await Hostel.open { hostel in
      let adopted = try await hostel.adopt("--try")
      // Found by trying, since no name tells of it.
      #expect(try Disk.text(hostel.file)?.contains("touched: [updated_at, revision]") == true)
      #expect(adopted.status == 0)
      let before = try await hostel.rows(of: "users", without: "updated_at", "revision")
      let first = try await hostel.console("ban user:1 --policy terms --for 7d --yes")
      #expect(first.status == 0, "\(first)")
      #expect(try await hostel.isActive() == false)
      let second = try await hostel.console("suspend user:1 --policy terms --for 9d --yes")
      #expect(second.status == 0, "\(second)")
      let ids: [Int] = try await value("SELECT array_agg(action_id ORDER BY 1) FROM reeve.action")
      try #require(ids.count == 2)
      #expect(try await hostel.console("undo A\(ids[0]) --yes").status == 0)
      #expect(try await hostel.isActive() == false, "the other restriction still holds")
      #expect(try await hostel.console("undo A\(ids[1]) --yes").status == 0)
      #expect(try await hostel.isActive() == true)
      #expect(try await hostel.rows(of: "users", without: "updated_at", "revision") == before)
    }
  }

  @Test func `trying a draft tells what fails, and leaves nothing behind`() async throws {
    try await Hostel.open { hostel in
      let before = try await hostel.rows(of: "users")
      let run = try await hostel.program(
        "adopt",
        "--schema",
        "hostel",
        "--try",
        "--write",
        hostel.file
      )
      #expect(try await hostel.rows(of: "users") == before)
      #expect(try await value("SELECT count(*) FROM reeve.app WHERE app = 'hostel'") == 0)
      for told in [
        "tried: hide refusing:1: the app's own code or constraints refused it: this row never ch",
        "tried: hide swallowing:1: 1 of 1 rows of \"swallowing\" do not read back as written",
        "tried: hide clinging:1: undo did not restore 1 rows: code of the app suppressed the change",
        "tried: erase clinging:1: the app's own code or constraints refused it",
      ] {
        #expect(run.output.contains(told), "\(told)\n\(run.output)")
        let line = "  # Tried: " + told.dropFirst("tried: ".count)
        #expect(try Disk.text(hostel.file)?.contains(line) == true, "\(line)")
      }
      let check = try await hostel.program("catalog", "check", "--try", hostel.file, status: 1)
      #expect(check.output.contains("hide refusing:1: the app's own code"), "\(check.output)")
      #expect(check.output.contains("catalog.yaml:"), "\(check.output)")
      try await hostel.program("catalog", "check", hostel.file)
    }
  }

  @Test func `a ban with guards bars whoever writes a row, and nobody whom it names`() async throws
  {
    try await Hostel.open { hostel in
      try await hostel.adopt("--enforce", "guard")
      let ban = try await hostel.console("ban user:1 --policy terms --for 7d --yes")
      #expect(ban.status == 0, "\(ban)")
      func insert(_ author: Int, _ mentioned: Int, _ approved: Int) async -> Failure? {
        await failure {
          try await hostel.outside.execute(
            """
            INSERT INTO hostel.remarks(id, author_id, mentioned_user_id, approved_by, title, body)
            VALUES ((SELECT max(id) + 1 FROM hostel.remarks), $1, $2, $3, 'New', 'New')
            """,
            [author, mentioned, approved]
          )
        }
      }
      #expect(await insert(1, 2, 3) != nil)
      #expect(await insert(2, 1, 3) == nil)
      #expect(await insert(2, 3, 1) == nil)
      try await hostel.outside.execute("INSERT INTO hostel.bans VALUES (7, 1, 'More noise')")
      try await hostel.outside.execute("INSERT INTO hostel.reports VALUES (7, 2, 1, 3, 'Again')")
      let reporting = await failure {
        try await hostel.outside.execute("INSERT INTO hostel.reports VALUES (8, 1, 2, 3, 'Ire')")
      }
      #expect(reporting != nil)
    }
  }

  @Test func `an erasure leaves no name of a person in the adopted schema`() async throws {
    try await Hostel.open { hostel in
      try await hostel.adopt()
      let erased = try await hostel.console("erase user:1 --why asked --yes")
      #expect(erased.output.contains("P1"), "\(erased)")
      let second = try await TestDatabase.current.login("second", groups: ["reeve_senior"])
      try await hostel.outside.execute(
        "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'senior', 'test')",
        [second]
      )
      let approved = try await hostel.console("approve P1 --yes", as: second)
      #expect(approved.status == 0, "\(approved)")
      for table in ["users", "profiles", "letters", "chat_messages", "remarks"] {
        let rows = try await hostel.rows(of: table)
        #expect(!rows.contains("phyrina1") && !rows.contains("Quillfeather1"), "\(table): \(rows)")
      }
      #expect(try await hostel.rows(of: "users").contains("Zephyrina2"))
    }
  }

  @Test func `a row is erased with what repeats it, and without what others said below it`()
    async throws
  {
    try await Hostel.open { hostel in
      try await hostel.outside.executeScript(
        """
        CREATE SCHEMA club AUTHORIZATION \(hostel.owner);
        SET ROLE \(hostel.owner);
        CREATE TABLE club.users(id int PRIMARY KEY, name text NOT NULL, email text);
        CREATE TABLE club.visits(id int PRIMARY KEY, ip_addr inet NOT NULL, user_agent text);
        CREATE TABLE club.visit_events(id int PRIMARY KEY,
          visit_id int NOT NULL REFERENCES club.visits, ip_addr inet, user_agent text);
        CREATE TABLE club.messages(id int PRIMARY KEY,
          sender_id int NOT NULL REFERENCES club.users, body text NOT NULL);
        CREATE TABLE club.message_drafts(id int PRIMARY KEY,
          message_id int NOT NULL REFERENCES club.messages, body text NOT NULL);
        CREATE TABLE club.message_replies(id int PRIMARY KEY,
          message_id int NOT NULL REFERENCES club.messages,
          sender_id int NOT NULL REFERENCES club.users, body text NOT NULL);
        INSERT INTO club.users VALUES (1, 'Ann Lee', 'ann@a.org');
        INSERT INTO club.visits VALUES (1, '10.9.8.7', 'lynx 2.9');
        INSERT INTO club.visit_events VALUES (1, 1, '10.9.8.7', 'lynx 2.9');
        INSERT INTO club.messages VALUES (1, 1, 'meet me at the lake');
        INSERT INTO club.message_drafts VALUES (1, 1, 'meet me at the lake');
        INSERT INTO club.message_replies VALUES (1, 1, 1, 'which of them?');
        RESET ROLE;
        """
      )
      let run = try await hostel.program(
        ["adopt", "--schema", "club", "--try", "--write", hostel.file]
      )
      #expect(!run.output.contains("remains"), "\(run.output)")
      let draft = try Disk.text(hostel.file) ?? ""
      let events = """
                - table: visit_events
                  of: [visit_id]
                  set:
                    ip_addr: null
                    user_agent: null
        """
      #expect(draft.contains(events), "\(draft)")
      #expect(draft.contains("- table: message_drafts\n          of: [message_id]"), "\(draft)")
      #expect(!draft.contains("- table: message_replies\n          of: [message_id]"), "\(draft)")
      try await hostel.program("catalog", "check", "--try", hostel.file)
    }
  }

  @Test func `adopting again keeps what was changed by hand and brings what is new`() async throws {
    try await Hostel.open { hostel in
      let arguments = ["adopt", "--schema", "hostel", "--write", hostel.file]
      try await hostel.program(arguments)
      let draft = try #require(try Disk.text(hostel.file))
      let mine = draft.replacing("title: hostel", with: "title: The hostel")
        .replacing("    label: t.category\n", with: "    label: upper(t.category)\n")
      try Disk.write(mine, to: hostel.file, mode: 0o644)
      let same = try await hostel.program(arguments)
      #expect(same.output.contains("the draft has not changed"), "\(same.output)")
      #expect(try Disk.text(hostel.file) == mine)
      try await hostel.outside.executeScript(
        """
        SET ROLE \(hostel.owner);
        ALTER TABLE hostel.chats ADD topic text;
        ALTER TABLE hostel.category RENAME category TO name;
        RESET ROLE;
        """
      )
      let merged = try await hostel.program(arguments)
      let text = try #require(try Disk.text(hostel.file))
      #expect(text.contains("title: The hostel") && text.contains("show: [id, title, topic]"))
      #expect(text.contains("    label: upper(t.category)\n"), "mine is kept")
      #expect(merged.output.contains("kept your version"), "\(merged.output)")
      #expect(merged.output.contains("- ") && merged.output.contains("+     label: t.name"))
      #expect(merged.output.contains("to fix: ") && merged.output.contains("t.category"))
    }
  }

  @Test func `a file of which the last draft is gone is not touched`() async throws {
    try await Hostel.open { hostel in
      try Disk.makeDirectory("\(hostel.folder)/deep/er", mode: 0o755)
      try Disk.write("mine", to: hostel.file, mode: 0o644)
      let refused = try await hostel.program(
        "adopt",
        "--schema",
        "hostel",
        "--write",
        hostel.file,
        status: 4
      )
      #expect(refused.output.contains("--replace") && refused.output.contains(".draft"))
      #expect(try Disk.text(hostel.file) == "mine")
    }
  }

  @Test func `a schema of views alone is told from one that is empty or missing`() async throws {
    try await Hostel.open { hostel in
      try await hostel.outside.executeScript(
        "CREATE SCHEMA seen; CREATE VIEW seen.it AS SELECT 1 AS id; CREATE SCHEMA bare"
      )
      let views = try await hostel.program("adopt", "--schema", "seen", status: 5)
      #expect(views.output.contains("no table of “seen” can be adopted"), "\(views.output)")
      #expect(views.output.contains("seen.it: it is a view"), "\(views.output)")
      let bare = try await hostel.program("adopt", "--schema", "bare", status: 5)
      #expect(bare.output.contains("schema “bare” has no table"), "\(bare.output)")
      let missing = try await hostel.program("adopt", "--schema", "gone", status: 5)
      #expect(missing.output.contains("there is no schema “gone”"), "\(missing.output)")
    }
  }
}

/// The dangerous schema in the test's database, and a senior who works on it.
private struct Hostel {
  static var binary: String { Share.programDirectory + "/reeve" }

  let outside: Connection
  let owner: String
  let senior: String
  let folder: String

  /// Where the catalog is written, in directories that are not there yet.
  var file: String { "\(folder)/deep/er/catalog.yaml" }

  /// Makes the schema, lends it, and removes its files.
  static func open(_ body: (Hostel) async throws -> Void) async throws {
    let database = try TestDatabase.current
    let owner = try await database.login("hostel")
    let senior = try await database.login(rank: "senior")
    try await withScratch { folder in
      try await connected { connection in
        let quoted = "\"" + owner.replacing("\"", with: "\"\"") + "\""
        try await connection.executeScript(
          fixture("hostel.sql").replacing("hostel_owner", with: quoted)
        )
        try await connection.execute(
          "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'senior', 'test')",
          [senior]
        )
        try await body(
          Hostel(outside: connection, owner: quoted, senior: senior, folder: folder)
        )
      }
    }
  }

  /// Adopts and applies; returns what adopt said.
  @discardableResult
  func adopt(_ options: String...) async throws -> ChildProcess.Outcome {
    let run = try await program(["adopt", "--schema", "hostel", "--write", file] + options)
    try await program("catalog", "apply", file)
    return run
  }

  /// Runs an operator's command that must end so.
  @discardableResult
  func program(_ arguments: String..., status: Int32 = 0) async throws -> ChildProcess.Outcome {
    try await program(arguments, status: status)
  }

  /// Runs an operator's command that must end so.
  @discardableResult
  func program(_ arguments: [String], status: Int32 = 0) async throws -> ChildProcess.Outcome {
    let run = try await ChildProcess(
      arguments: [Self.binary] + arguments + ["--dsn", TestDatabase.current.conninfo()]
    ).run()
    #expect(run.status == status, "\(arguments): \(run.output)")
    return run
  }

  /// Runs a command of the console as the senior, or another login.
  func console(
    _ command: String,
    as login: String? = nil
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      arguments: [
        Self.binary, "--dsn", TestDatabase.current.conninfo(user: login ?? senior), "--app",
        "hostel", "-c", command,
      ]
    ).run()
  }

  /// Every row of a table as text, without some columns.
  func rows(of table: String, without columns: String...) async throws -> String {
    try await outside.query(
      """
      SELECT (xpath('//x/text()', query_to_xml(format(
        'SELECT string_agg((to_jsonb(t) - %L::text[])::text, chr(10) ORDER BY to_jsonb(t)::text) AS x
          FROM hostel.%I t', $2::text[], $1::text), FALSE, TRUE, '')))[1]::text
      """,
      [table, columns]
    )[0].get(0)
  }

  /// Whether the first user is active.
  func isActive() async throws -> Bool {
    try await outside.query("SELECT is_active FROM hostel.users WHERE id = 1")[0].get(0)
  }
}
