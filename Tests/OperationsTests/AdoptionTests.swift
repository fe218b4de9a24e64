import Catalog
import Glibc
import Host
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Operations

/// A database that nobody has prepared, adopted and worked on through the real program.
@Suite(.freshDatabase)
struct AdoptionTests {
  @Test func `what is adopted is found, shown, banned and given back to the last byte`()
    async throws
  {
    try await Bazaar.open { bazaar in
      try await bazaar.adopt()
      let before = try await bazaar.digest()
      let user = "user_s:00000000-0000-4000-8000-000000000001"
      for (line, told) in [
        ("find user_s ánna", user), ("find user_s CARL --limit 2", "Carl 3"),
        ("find post_s lamp --limit 3", "Lamp 1"), ("find coupon ten", "coupon:AA-1"),
        (#"find tag "o'clock""#, #"tag:o'clock "x""#), ("show \(user)", "E-Mail"),
        (#"show 'order_item:["b,\"2",2]'"#, "Thing 2"),
        (#"show 'measured:[1, "2026-06-01 14:00:00+02"]'"#, "Reading 0"),
        (#"show blob:\\x00FF"#, "Bytes"), ("show holiday:2026-12-25", "Christmas"),
        ("show price:12.5", "Twelve"), (#"show tag:"o'clock \"x\"""#, "slug"),
        ("show 'moment:2026-03-04 06:06:07.5+01'", "A moment"), ("show place:3", "Roma"),
      ] {
        let run = try await bazaar.console(line)
        #expect(run.status == 0 && run.output.contains(told), "\(line): \(run.output)")
        #expect(!run.output.contains("@example.org") && !run.output.contains("\u{1b}"))
      }
      let none = try await bazaar.console("show coupon:zz")
      #expect(none.status == 5 && none.output.contains("no coupon has the key zz"))

      let ban = try await bazaar.console("ban \(user) --policy terms --for 7d --yes")
      #expect(ban.status == 0 && ban.output.contains("1 user_s, 4 post_s by author"), "\(ban)")
      for subject in [
        #"'order_item:["b,\"2",2]'"#, #"'measured:[1,"2026-06-01 14:00:00+02"]'"#, #"blob:\\x00FF"#,
        "holiday:2026-12-25", "price:10", "coupon:AA-1", #"tag:"o'clock \"x\"""#, "place:3",
      ] {
        let hide = "hide \(subject) --policy abuse --yes"
        let refused = try await bazaar.console(hide)
        #expect(refused.status == 4 && refused.output.contains("NOT enforced"), "\(refused)")
        let hidden = try await bazaar.console("\(hide) --record-only")
        #expect(hidden.status == 0, "\(hidden)")
      }
      #expect(try await bazaar.digest() != before)
      // However the key was typed, the row's own is recorded.
      let keys: [String] = try await value(
        """
        SELECT array_agg(s.key ORDER BY s.key COLLATE "C") FROM reeve.subject s
        JOIN reeve.collection c USING (collection_id) WHERE c.name NOT IN ('user_s', 'post_s')
        """
      )
      #expect(
        keys == [
          "10.000", "2026-12-25", "3", "AA-1", "[\"b,\\\"2\", 2]",
          "[1, \"2026-06-01T12:00:00+00:00\"]", "\\x00ff", "o'clock \"x\"",
        ]
      )
      for action in 1...9 {
        let undone = try await bazaar.console("undo A\(action) --yes")
        #expect(undone.status == 0, "\(undone)")
      }
      #expect(try await bazaar.digest() == before)
    }
  }

  @Test func `search follows partitions and what inherits`() async throws {
    try await Bazaar.open { bazaar in
      try await bazaar.adopt()
      /// The log is read up to the oldest transaction of the cluster, which may be anybody's.
      func search(_ word: String, finds expected: Set<String>) async throws {
        let deadline = ContinuousClock.now + patience
        var found: Set<String> = []
        repeat {
          try await bazaar.work()
          found = try await Set(
            bazaar.console("search \(word) --output tsv").output.split(separator: "\n")
              .compactMap { $0.split(separator: "\t").first.map(String.init) }
          )
        } while found != expected && ContinuousClock.now < deadline
        #expect(found == expected)
      }
      try await search("river", finds: ["place:2", "place:3"])
      try await bazaar.outside.executeScript(
        """
        SET TimeZone = 'Asia/Tokyo';
        SET DateStyle = 'German';
        UPDATE \(bazaar.schema).capital SET description = 'Seven hills' WHERE id = 3;
        INSERT INTO \(bazaar.schema).city VALUES (9, 'Mantova', 'Lakes and a river', NULL);
        UPDATE \(bazaar.schema).measured SET note = 'A river of sparks' WHERE name = 'Reading 3';
        """
      )
      try await search(
        "river",
        finds: ["place:2", "place:9", #"measured:[2, "2026-07-31T12:00:00+00:00"]"#]
      )
      try await bazaar.outside.execute("TRUNCATE \(bazaar.schema).measured_2_rest")
      try await bazaar.outside.execute("TRUNCATE ONLY \(bazaar.schema).city")
      try await search("river", finds: [])
      try await search("seven", finds: ["place:3"])
    }
  }

  @Test(arguments: ["guard", "policy"])
  func `a ban is enforced where adopt is told to`(enforcement: String) async throws {
    try await Bazaar.open { bazaar in
      // No foreign key says who sends a message.
      try Disk.write(
        "references: {message: [sender_id]}\n",
        to: "\(bazaar.file).answers",
        mode: 0o644
      )
      try await bazaar.adopt("--enforce", enforcement)
      let writer = try await TestDatabase.current.login("writer")
      try await bazaar.outside.executeScript(
        """
        GRANT USAGE ON SCHEMA \(bazaar.schema) TO "\(writer)";
        GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA \(bazaar.schema) TO "\(writer)";
        """
      )
      try await bazaar.program("catalog", "apply", bazaar.file)
      let user = "00000000-0000-4000-8000-000000000002"
      let ban = try await bazaar.console("ban user_s:\(user) --policy terms --for 7d --yes")
      #expect(ban.status == 0, "\(ban)")
      let insert = """
        INSERT INTO \(bazaar.schema).message(id, sender_id, body) VALUES (99, '\(user)', 'Hello')
        """
      let error = await failure {
        _ = try await connected(user: writer) { try await $0.execute(insert) }
      }
      #expect(error?.exit == .refused, "\(String(describing: error))")
      _ = try await bazaar.console("undo A1 --yes")
      _ = try await connected(user: writer) { try await $0.execute(insert) }
    }
  }

  @Test func `an import writes through a mapping into what was adopted`() async throws {
    try await Bazaar.open { bazaar in
      try await bazaar.adopt()
      try Disk.write(
        """
        app: bazaar
        source: orders
        format: csv
        table: order items
        key: [order_no, Item Nr]
        columns:
          order_no: {from: order}
          Item Nr: {from: nr}
          title: {from: title}
          buyer: {from: who}
        """,
        to: "\(bazaar.folder)/mapping.yaml",
        mode: 0o644
      )
      let user = "00000000-0000-4000-8000-000000000003"
      try Disk.write(
        "order,nr,title,who\nb,1,Vase,\(user)\n\"b,\"\"2\",2,Bowl,\(user)\nx,1,Cup,nobody\n",
        to: "\(bazaar.folder)/orders.csv",
        mode: 0o644
      )
      let run = try await bazaar.program(
        "import",
        "run",
        "\(bazaar.folder)/orders.csv",
        "--mapping",
        "\(bazaar.folder)/mapping.yaml",
        // One of the rows is there, and is the app's.
        "--existing",
        "overwrite",
        status: 1
      )
      #expect(run.output.contains("1"), "\(run.output)")
      #expect(try await bazaar.console(#"show 'order_item:["b,\"2", 2]'"#).output.contains("Bowl"))
      #expect(try await bazaar.console(#"show 'order_item:["b", 1]'"#).output.contains("Vase"))
    }
  }

  @Test func `what cannot be adopted is told with the SQL that mends it`() async throws {
    try await Bazaar.open { bazaar in
      try await bazaar.outside.execute(
        "CREATE TABLE \(bazaar.schema).theirs(id int PRIMARY KEY)"
      )
      let run = try await bazaar.program("adopt", "--schema", Bazaar.name)
      for (table, reason) in [
        ("theirs", "OWNER TO \"reeve_test_"), ("logbook", "ADD PRIMARY KEY"),
        ("secluded", "CREATE POLICY"), ("matrix", "holds a list"), ("session", "a secret"),
        ("live", "a view"),
      ] {
        #expect(
          run.output.split(separator: "\n").contains {
            $0.hasPrefix("reeve: left out: ") && $0.contains(".\(table): ") && $0.contains(reason)
          },
          "\(table): \(run.output)"
        )
      }
      #expect(!run.output.contains("to mend"), "\(run.output)")
      let nowhere = try await bazaar.program("adopt", "--schema", "nowhere", status: 5)
      #expect(nowhere.output.contains("there is no schema “nowhere”"))
      let stranger = try await TestDatabase.current.login("stranger", groups: ["reeve_viewer"])
      let refused = try await ChildProcess(
        arguments: [
          Bazaar.binary, "adopt", "--schema", Bazaar.name, "--dsn",
          TestDatabase.current.conninfo(user: stranger),
        ]
      ).run()
      #expect(refused.status == ExitStatus.refused.rawValue, "\(refused.output)")
    }
  }

  @Test func `a file that is there is not overwritten, unless told to replace it`() async throws {
    try await Bazaar.open { bazaar in
      try Disk.write("mine", to: bazaar.file, mode: 0o644)
      let arguments = ["adopt", "--schema", Bazaar.name, "--write", bazaar.file]
      let refused = try await bazaar.program(arguments, status: 4)
      #expect(refused.output.contains("--replace"))
      #expect(try Disk.text(bazaar.file) == "mine")
      try await bazaar.program(arguments + ["--replace"])
      #expect(try Disk.text(bazaar.file)?.contains("collections:") == true)
    }
  }

  @Test func `what seems to be the same place is told by town and name`() async throws {
    let draft = try await connected { connection in
      try await connection.executeScript(
        """
        CREATE SCHEMA parks;
        CREATE TABLE parks.bench(id int PRIMARY KEY, name text NOT NULL, city text NOT NULL,
          lat float8, lon float8);
        """
      )
      return try await connection.withTransaction { transaction in
        let adoption = Adoption(share: try Share.find(), session: transaction)
        return try await adoption.write(adoption.survey(schema: "parks", app: "parks"))
      }
    }
    #expect(
      draft.text.contains(
        "place: {latitude: lat, longitude: lon, alike: {same: city, within: 50, name: name}}"
      ),
      "\(draft.text)"
    )
  }

  @Test func `numbers, flags and what expires are told by names and types`() async throws {
    try await withScratch { folder in
      let draft = try await connected { connection in
        try await connection.executeScript(
          """
          CREATE SCHEMA forum;
          CREATE TABLE forum.users(id int PRIMARY KEY, name text NOT NULL, blocked_until timestamptz,
            created_at timestamptz NOT NULL);
          CREATE TABLE forum.posts(id int PRIMARY KEY, user_id int NOT NULL REFERENCES forum.users,
            title text NOT NULL, comment_count int NOT NULL DEFAULT 0, view_count int,
            created_at timestamptz NOT NULL DEFAULT now());
          CREATE TABLE forum.comments(id int PRIMARY KEY, post_id int NOT NULL REFERENCES forum.posts,
            user_id int NOT NULL REFERENCES forum.users, body text, created_at timestamptz);
          CREATE TABLE forum.votes(id int PRIMARY KEY, user_id int NOT NULL REFERENCES forum.users,
            post_id int NOT NULL REFERENCES forum.posts, value smallint NOT NULL,
            created_at timestamptz NOT NULL);
          CREATE INDEX ON forum.votes(post_id);
          CREATE TABLE forum.invites(id int PRIMARY KEY, code text, expires_at timestamptz);
          CREATE INDEX ON forum.invites(expires_at);
          """
        )
        return try await connection.withTransaction { transaction in
          let adoption = Adoption(share: try Share.find(), session: transaction)
          return try await adoption.write(adoption.survey(schema: "forum", app: "forum"))
        }
      }
      // What is proposed as comments has to be as sound as the rest.
      var isFlag = false
      let whole = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init
      )
      .map { line in
        if line == "# flags:" { isFlag = true }
        if isFlag, line.hasPrefix("# ") { return String(line.dropFirst(2)) }
        let isProposed = ["# rank:", "# retain:", "# - {verb: purge"].contains { line.contains($0) }
        return isProposed ? line.replacing("# ", with: "", maxReplacements: 1) : line
      }.joined(separator: "\n")
      for line in [
        "      comment_rows: {of: comment, via: post, hidden: true, stored: comment_count}",
        "    rank: {of: vote, via: post, points: t.value, at: t.created_at, half_life: 14d}",
        "    retain: [{column: expires_at, after: 30d, delete: true}]",
        "  post-flood:", "  vote-ring:", "  - {verb: purge, collection: invite, like: delete,",
      ] {
        #expect(whole.contains(line), "\(line)\n\(whole)")
      }
      #expect(!whole.contains("stored: view_count"))
      try Disk.write(whole, to: "\(folder)/catalog.yaml", mode: 0o600)
      let run = try await ChildProcess(
        arguments: [
          Bazaar.binary, "catalog", "check", "\(folder)/catalog.yaml",
          "--dsn", TestDatabase.current.conninfo(),
        ]
      ).run()
      #expect(run.status == 0, "\(run.output)\n\(whole)")
    }
  }

  @Test func `an app whose catalog was written by hand is guessed much the same`() async throws {
    let draft = try await connected { connection in
      try await connection.withTransaction { transaction in
        let adoption = Adoption(share: try Share.find(), session: transaction)
        return try await adoption.write(adoption.survey(schema: "randevoo", app: "market"))
      }
    }
    #expect(!draft.notes.contains { $0.hasPrefix("to mend") }, "\(draft.notes)")
    for line in [
      "find: name_folded", "visible: blocked_until", "visible: hidden_until",
      "place: {latitude: latitude, longitude: longitude}", "photos: [photo_url]",
      "      owner: {collection: user, columns: [owner_id]}",
      "      store: {collection: store, columns: [store_id]}",
      "label: \"concat_ws(' ', t.first_name, t.last_name)\"",
      "- {name: \"store by owner\", collection: store, via: owner, hide: true}",
      "- {name: \"product by store.owner\", collection: product, via: store.owner, hide: true}",
      "- {name: \"reservation by customer\", collection: reservation, via: customer, list: true}",
    ] {
      #expect(draft.text.contains(line), "\(line)\n\(draft.text)")
    }
    let personal = draft.text.split(separator: "\n").first { $0.contains("personal:") } ?? ""
    for column in ["email", "phone", "photo_url"] { #expect(personal.contains(column)) }
  }
}

/// The awkward schema in the test's database, and a senior who works on it.
private struct Bazaar {
  static let name = "Odd \"Bazaar\" 100%"
  static var binary: String { Share.programDirectory + "/reeve" }

  let outside: Connection
  let owner: String
  let senior: String
  let folder: String

  /// The schema's name in SQL.
  var schema: String { "\"Odd \"\"Bazaar\"\" 100%\"" }
  /// Where the catalog is written.
  var file: String { "\(folder)/catalog.yaml" }

  /// Makes the schema, lends it, and removes its files.
  static func open(_ body: (Bazaar) async throws -> Void) async throws {
    let database = try TestDatabase.current
    let owner = try await database.login("% \"Own er\"")
    let senior = try await database.login(rank: "senior")
    try await withScratch { folder in
      try await connected { connection in
        let quoted = "\"" + owner.replacing("\"", with: "\"\"") + "\""
        try await connection.executeScript(
          fixture("bazaar.sql").replacing("\"Bazaar % Owner\"", with: quoted)
        )
        try await connection.execute(
          "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'senior', 'test')",
          [senior]
        )
        try await body(
          Bazaar(outside: connection, owner: owner, senior: senior, folder: folder)
        )
      }
    }
  }

  /// Adopts, checks and applies.
  func adopt(_ options: String...) async throws {
    try await program(
      ["adopt", "--schema", Self.name, "--app", "bazaar", "--write", file] + options
    )
    try await program("catalog", "check", file)
    try await program("catalog", "apply", file)
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

  /// Runs a command of the console as the senior.
  func console(_ command: String) async throws -> ChildProcess.Outcome {
    try await ChildProcess(
      arguments: [
        Self.binary, "--dsn", TestDatabase.current.conninfo(user: senior), "--app", "bazaar", "-c",
        command,
      ]
    ).run()
  }

  /// Lets a worker bring search after.
  func work() async throws {
    try await outside.execute("SELECT reeve.enqueue('search.sync', '{}', app => 'bazaar')")
    let run = try await ChildProcess(
      arguments: [
        Self.binary, "work", "--once", "--sink", folder, "--dsn",
        TestDatabase.current.conninfo(user: "reeve_worker"),
      ]
    ).run()
    #expect(run.status == 0, "\(run.output)")
  }

  /// A digest of every row of the schema.
  func digest() async throws -> String {
    try await outside.query(
      """
      SELECT md5(string_agg(t.name || x.rows::text, '' ORDER BY t.name))
      FROM (
        SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')) t
      CROSS JOIN LATERAL query_to_xml(
        format('SELECT md5(string_agg(r::text, '','' ORDER BY r::text)) FROM %I.%I r', $1, t.name),
        FALSE, FALSE, '') x(rows)
      """,
      [Self.name]
    )[0].get(0)
  }
}
