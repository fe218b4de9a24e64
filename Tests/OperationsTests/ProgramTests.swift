import Glibc
import Host
import Postgres
import TestSupport
import Testing

@testable import Operations

/// The program `reeve` as a shell calls it.
@Suite(.freshDatabase, .blocking)
struct ProgramTests {
  /// Runs `reeve`, which lies beside the bundle of tests, with a home of its own.
  private func reeve(_ arguments: [String], home: String = "/nowhere") async throws
    -> ChildProcess.Outcome
  {
    let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    let folder = "/" + bundle.split(separator: "/").dropLast().joined(separator: "/")
    return try await ChildProcess(
      arguments: ["/usr/bin/env", "REEVE_HOME=\(home)", "\(folder)/reeve"] + arguments
    ).run()
  }

  /// The options for the test's database.
  private func onDatabase() throws -> [String] { ["--dsn", try TestDatabase.current.conninfo()] }

  @Test(arguments: [
    (["help"], "show everything about one subject"), (["help", "ban"], "Usage: ban"),
    (["ban", "--help"], "Usage: ban"), (["help", "exit-codes"], "130"),
    (["help", "import", "inspect"], "USAGE: reeve import inspect"),
    (["import", "inspect", "--help"], "USAGE: reeve import inspect"),
    (["help", "search"], "reeve search -- status"),
    (["search", "--help"], "reeve search -- status"),
    (["help", "work"], "USAGE: reeve-worker"),
  ])
  func `help needs no server and starts none`(words: [String], text: String) async throws {
    try await withScratch { folder in
      let run = try await reeve(words, home: "\(folder)/home")
      #expect(run.status == 0, "\(run.output)")
      let plain = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(plain.contains(text), "\(run.output)")
      #expect(Disk.status("\(folder)/home") == nil)
    }
  }

  @Test func `the console knows every command of the shell that it does not have`() async throws {
    let help = try await reeve(["--help"]).output.split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let commands = help.drop { !$0.hasPrefix("operators' commands") }.dropFirst().prefix {
      !$0.isEmpty
    }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(commands.count > 10, "\(help)")
    for command in commands {
      let run = try await reeve(onDatabase() + ["-c", command])
      #expect(!run.output.contains("is not a command"), "\(run.output)")
    }
  }

  @Test func `after two dashes every word is searched`() async throws {
    let run = try await reeve(onDatabase() + ["search", "--", "status"])
    // The console answers, and knows no such admin.
    #expect(run.status == 4 && run.output.contains("whoami"), "\(run.output)")
  }

  @Test func `an app that does not exist is told by its name`() async throws {
    for verb in ["status", "verify", "reindex"] {
      let run = try await reeve(["search", verb, "--app", "nope"] + onDatabase())
      #expect(run.status == 5, "\(run.output)")
      #expect(run.output.contains("there is no app nope"), "\(run.output)")
    }
  }

  @Test func `judged queries are scored against the live index, and compared with earlier scores`()
    async throws
  {
    let connection = try await TestDatabase.current.connect()
    let owner = try await TestDatabase.current.login("owner")
    try await connection.executeScript(
      """
      CREATE SCHEMA judged AUTHORIZATION "\(owner)";
      SET ROLE "\(owner)";
      CREATE TABLE judged.item(id text PRIMARY KEY, title text);
      INSERT INTO judged.item VALUES ('p1', 'Silk bag'), ('p2', 'Silk belt'), ('p3', 'Wool sock');
      RESET ROLE;
      INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test');
      SELECT count(*) FROM reeve.catalog_apply(jsonb_build_object('app', 'judged',
        'schema', 'judged', 'title', 'Judged', 'owner', '\(owner)', 'collections',
        jsonb_build_object('item', jsonb_build_object('table', 'item', 'key', '["id"]'::jsonb,
          'label', 't.title', 'show', '["title"]'::jsonb, 'search', '{"a": ["title"]}'::jsonb))))
      """
    )
    await connection.close()
    try await withScratch { folder in
      let judged = "\(folder)/judged.tsv"
      _ = try Disk.write("silk bag\tp1\nwool\tp3\nwool\tp9\n", to: judged, mode: 0o600)
      func eval(_ options: String...) async throws -> ChildProcess.Outcome {
        try await reeve(["search", "eval", judged, "--in", "judged/item"] + options + onDatabase())
      }
      let early = try await eval()
      #expect(early.status == 1 && early.output.contains("judged/item has no index yet"))
      let build = try await reeve(["search", "reindex", "judged/item"] + onDatabase())
      #expect(build.status == 0, "\(build.output)")
      let first = try await eval("--save", "\(folder)/scores")
      #expect(first.status == 0, "\(first.output)")
      // Of p3 and p9, which is not there, one is found: 1 / (1 + 1 / log2 3).
      #expect(first.output.contains("nDCG@10 0.807  recall@100 0.750  MRR 1.000  2 queries"))
      #expect(first.output.contains("  0.613  wool  found p3"), "\(first.output)")
      let second = try await eval("--compare", "\(folder)/scores")
      #expect(
        second.output.contains("+0.000 on 2 queries, 95% interval +0.000 to +0.000"),
        "\(second.output)"
      )
      let nowhere = try await reeve(["search", "eval", judged, "--in", "nope"] + onDatabase())
      #expect(nowhere.status == 5, "\(nowhere.output)")
    }
  }

  @Test func `a sample without rows is not called loaded`() async throws {
    let empty = try await reeve(
      ["sample", "load", "randevoo", "--replace", "--schema-only"] + onDatabase()
    )
    #expect(
      empty.output.contains("created the tables of randevoo, without rows"),
      "\(empty.output)"
    )
    #expect(!empty.output.contains("loaded"))
  }

  @Test func `what to do about an import in the way is told with its option`()
    async throws
  {
    try await withScratch { folder in
      _ = try await reeve(["sample", "load", "findspot"] + onDatabase())
      let share = try Share.find().path
      let mapping = try #require(
        try Disk.text("\(share)/sql/apps/findspot/sources/cities.yaml")
      )
      try Disk.write(mapping, to: "\(folder)/cities.yaml", mode: 0o644)
      let header = mapping.matches(of: /from: ([a-z0-9]+)/).map { String($0.output.1) }
      try Disk.write(
        Set(header).sorted().joined(separator: ",") + "\n",
        to: "\(folder)/cities.csv",
        mode: 0o644
      )
      try await connected { connection in
        try await connection.execute(
          """
          INSERT INTO reeve.import(app, source, mapping, file, file_mark)
          VALUES ('findspot', 'cities', '{}', 'other', 'other')
          """
        )
      }
      let run = try await reeve(
        ["import", "run", "\(folder)/cities.csv", "--mapping", "\(folder)/cities.yaml"]
          + onDatabase()
      )
      #expect(run.status == 1 && run.output.contains("--restart"), "\(run.output)")
    }
  }

  @Test func `an app that is nowhere yet begins with an import`() async throws {
    try await withScratch { folder in
      let file = "\(folder)/plants.json"
      try Disk.write(
        #"{"plants": {"-MZx3kQpR7vTbW9sLdYa": {"name": "Rose", "uses": [null, {"what": "tea"}, {"what": "oil"}]}}}"#,
        to: file,
        mode: 0o644
      )
      let refused = try await reeve(
        ["import", file, "--app", "Bad-Name", "--yes"] + onDatabase()
      )
      #expect(refused.status == 1 && refused.output.contains("unlike Bad-Name"))
      #expect(!refused.output.contains("SQLSTATE"), "\(refused.output)")
      let command = ["import", file, "--app", "garden"]
      let plan = try await reeve(command + onDatabase())
      #expect(plan.status == 0, "\(plan.output)")
      #expect(plan.output.contains("--yes creates app garden with schema garden, 2 tables"))
      for _ in 0..<2 {
        let run = try await reeve(command + ["--yes"] + onDatabase())
        #expect(run.status == 0 && run.output.contains("written 1"), "\(run.output)")
      }
      try await connected { connection in
        let rows = try await connection.query(
          "SELECT format('%s %s', u.position, u.what) FROM garden.plants_uses u ORDER BY 1"
        ).map { try $0.get(0, as: String.self) }
        #expect(rows == ["1 tea", "2 oil"])
        try await connection.execute("CREATE SCHEMA taken")
      }
      let taken = try await reeve(["import", file, "--app", "taken", "--yes"] + onDatabase())
      #expect(taken.status == 4 && taken.output.contains("reeve adopt --schema taken"))
      let adopted = try await reeve(
        ["adopt", "--schema", "garden", "--yes", "--write", "\(folder)/garden.yaml"]
          + ["--first-admin", "newcomer"] + onDatabase()
      )
      #expect(adopted.output.contains("--first-admin newcomer does nothing"), "\(adopted.output)")
      #expect(adopted.status == 0 && !adopted.output.contains("secret"), "\(adopted.output)")
      #expect(adopted.output.contains("reeve: 2 collections"), "\(adopted.output)")
      let moved = try await reeve(command + ["--schema", "taken", "--yes"] + onDatabase())
      #expect(moved.output.contains("the schema of app garden is garden, not taken"))
    }
  }

  @Test func `several imports into one new app at once make it once`() async throws {
    try await withScratch { folder in
      let files = (1...4).map { "\(folder)/part\($0).ndjson" }
      for (index, file) in files.enumerated() {
        try Disk.write(#"{"id": \#(index), "name": "Oak"}"# + "\n", to: file, mode: 0o644)
      }
      let options = ["--app", "orchard", "--table", "trees", "--yes"] + (try onDatabase())
      let runs = try await withThrowingTaskGroup(of: ChildProcess.Outcome.self) { group in
        for file in files { group.addTask { try await reeve(["import", file] + options) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for run in runs { #expect(run.status == 0, "\(run.output)") }
      #expect(runs.count { $0.output.contains("trees (new)") } == 1)
      #expect(try await value("SELECT count(*)::int FROM orchard.trees", as: Int.self) == 4)
    }
  }

  @Test(arguments: [["import", "told", "1"], ["migrate", "status"]])
  func `an admin is told whose rights an import and a live copy take`(
    words: [String]
  ) async throws {
    let senior = try await TestDatabase.current.login(rank: "senior")
    let run = try await reeve(
      words + ["--dsn", try TestDatabase.current.conninfo(user: senior)]
    )
    #expect(run.status == 4 && run.output.contains("an installer's rights"), "\(run.output)")
    #expect(!run.output.contains("reeve_viewer"), "\(run.output)")
  }
}
