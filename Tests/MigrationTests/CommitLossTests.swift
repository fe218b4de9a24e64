import Glibc
import Host
import LiveCopy
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Operations whose connection is lost while they commit, and that are interrupted there: what they
/// say is what the tables say.
@Suite(.freshDatabase, .blocking)
struct CommitLossTests {
  /// Runs `reeve` on the test's database by way of a proxy.
  private func reeve(
    _ words: [String],
    _ mode: ServerProxy.Mode,
    _ proxy: ServerProxy
  ) async throws -> ChildProcess.Outcome {
    proxy.set(mode)
    defer { proxy.set(.healthy) }
    return try await ChildProcess(
      arguments: [reevePath()] + words + ["--dsn", try proxy.conninfo()]
    ).run()
  }

  /// Loses the connection before COMMIT and at it, and compares what is said with the database.
  ///
  /// - Parameters:
  ///   - words: The command.
  ///   - function: What its transaction calls.
  ///   - name: What the transaction is called.
  ///   - truth: Whether it is committed, in SQL.
  ///   - database: Answers that.
  /// - Throws: `PostgresError`, `SubprocessError`.
  private func lose(
    _ words: [String],
    in function: String,
    _ name: String,
    _ truth: String,
    _ database: Connection
  ) async throws {
    func isCommitted() async throws -> Bool {
      try await database.query("SELECT coalesce((\(truth)), FALSE)")[0].get(0)
    }
    try await ServerProxy.run { proxy in
      let early = try await reeve(words, .cutAfter(function), proxy)
      #expect(early.status == 3, "\(early.output)")
      #expect(early.output.contains("Not committed: \(name)."), "\(early.output)")
      #expect(try await !isCommitted(), "\(early.output)")
      let late = try await reeve(words, .cutAtCommit(of: function), proxy)
      #expect(late.status == 3, "\(late.output)")
      #expect(late.output.contains("Committed: \(name)."), "\(late.output)")
      #expect(!late.output.contains("may have been"), "\(late.output)")
      #expect(try await isCommitted(), "\(late.output)")
    }
  }

  /// An app, with its catalog in a file.
  private func withCatalog(
    _ body: (_ fixture: MoveFixture, _ file: String) async throws -> Void
  ) async throws {
    let fixture = try await MoveFixture.numbered("", "", isPlain: true)
    let owner: String = try await fixture.database.query(
      "SELECT owner_name FROM reeve.app WHERE app = 'mg'"
    )[0].get(0)
    var template = Array("/tmp/reeve-commit-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    let catalog = """
      app: mg
      schema: mg
      owner: \(owner)
      title: Another
      collections:
        item: {table: item, key: [id], label: t.name, show: [name]}
      """
    let copy = """
      app: mg
      copy: item
      source: {schema: mg, table: item}
      target: {schema: mg2, table: thing}
      key: [id]
      columns: {id: {from: id}, title: {from: name}, cents: {from: price}}
      """
    for (name, text) in [("catalog.yaml", catalog), ("copy.yaml", copy)] {
      _ = try Disk.write(text, to: "\(folder)/\(name)", mode: 0o600)
    }
    try await body(fixture, folder)
    for name in ["catalog.yaml", "copy.yaml", "said"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
    await fixture.end()
  }

  @Test func `a catalog is told as committed or not, as it is`() async throws {
    try await withCatalog { fixture, folder in
      try await lose(
        ["catalog", "apply", "\(folder)/catalog.yaml"],
        in: "catalog_apply",
        "the catalog of mg",
        "SELECT title = 'Another' FROM reeve.app WHERE app = 'mg'",
        fixture.database
      )
    }
  }

  @Test func `an import's beginning, chunk and end are told as committed or not, as they are`()
    async throws
  {
    let fixture = try await ImportFixture()
    try fixture.write("Id,Title,Score,Tags,Secret\n1,one,1,,x\n2,two,2,,x\n")
    _ = try fixture.importer(ImportTests.csv)
    let run = ["import", "run", fixture.file, "--mapping", fixture.mappingFile]
    try await lose(
      run,
      in: "import_begin",
      "the import's beginning",
      "SELECT TRUE FROM reeve.import",
      fixture.database
    )
    try await lose(
      run,
      in: "import_close",
      "import 2, records 1 to 2",
      #"SELECT count(*) = 2 FROM "My Notes"."Note""#,
      fixture.database
    )
    try await lose(
      run,
      in: "import_finish",
      "the end of import 2",
      "SELECT finished_at IS NOT NULL FROM reeve.import",
      fixture.database
    )
    await fixture.end()
  }

  @Test func `each step of a migration is told as committed or not, as it is`() async throws {
    try await withCatalog { fixture, folder in
      let file = "\(folder)/copy.yaml"
      let copy = "the copy mg/item"
      func step(_ words: [String], _ function: String, _ name: String, _ truth: String) async throws
      {
        try await lose(
          ["migrate", words[0], file] + words.dropFirst(),
          in: function,
          name,
          "SELECT \(truth) FROM reeve.live_copy",
          fixture.database
        )
      }
      try await step(["start"], "migrate_begin", "the start of \(copy)", "TRUE")
      try await step(["pause"], "migrate_pause", "the pause of \(copy)", "paused_at IS NOT NULL")
      try await step(
        ["resume"],
        "migrate_pause",
        "the continuation of \(copy)",
        "paused_at IS NULL"
      )
      _ = try await fixture.migrator.run()
      try await step(
        ["verify"],
        "migrate_verified",
        "the verification of \(copy)",
        "verified_rows = 40"
      )
      try await step(["cutover"], "migrate_swap", "the cutover of \(copy)", "phase = 'live'")
      try await step(["rollback"], "migrate_swap", "the rollback of \(copy)", "phase = 'following'")
      try await step(
        ["finish", "--abandon"],
        "migrate_end",
        "the end of \(copy)",
        "ended_at > now() - interval '1 day'"
      )
    }
  }

  @Test func `who does not wait for COMMIT's answer is given the command that asks for it`()
    async throws
  {
    try await withCatalog { fixture, folder in
      let said = try await ServerProxy.run { proxy in
        proxy.set(.silentAfter("COMMIT"))
        let pid = try spawn(
          [
            "-c", "exec \"$@\" 2>\(folder)/said", "sh", reevePath(), "catalog", "apply",
            "\(folder)/catalog.yaml", "--dsn", proxy.conninfo(),
          ],
          program: "/bin/sh"
        )
        try await eventually { proxy.hasSilentLine }
        kill(pid, SIGINT)
        kill(pid, SIGTERM)
        #expect([130, 143].contains(wait(pid) >> 8))
        return String(decoding: try #require(try Disk.read("\(folder)/said")), as: UTF8.self)
      }
      #expect(said.contains("unknown whether the catalog of mg is committed"), "\(said)")
      let command = try #require(said.split(separator: "`").first { $0.hasPrefix("reeve outcome") })
      let outcome = try await ChildProcess(
        arguments: [reevePath()] + command.split(separator: " ").dropFirst().map(String.init)
          + ["--dsn", try TestDatabase.current.conninfo()]
      ).run()
      #expect(outcome.output.contains("Committed."), "\(outcome.output)")
      #expect(
        try await fixture.database.query("SELECT title FROM reeve.app WHERE app = 'mg'")[0]
          .get(0, as: String.self) == "Another"
      )
    }
  }
}
