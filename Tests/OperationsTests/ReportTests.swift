import Host
import Postgres
import TestSupport
import Testing

@testable import Operations

/// The page of `reeve report`, by the real program.
@Suite(.freshDatabase)
struct ReportTests {
  /// Runs the program as a login of a rank, for a file.
  private func report(
    to file: String,
    rank: String = "auditor",
    _ options: String...
  ) async throws -> ChildProcess.Outcome {
    let login = try await TestDatabase.current.login(rank: rank)
    try await connected { connection in
      try await connection.execute(
        "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, $2, 'test')",
        [login, rank]
      )
    }
    return try await ChildProcess(
      arguments: [Share.programDirectory + "/reeve", "report", "--html", file] + options
        + ["--dsn", TestDatabase.current.conninfo(user: login)]
    ).run()
  }

  /// Adds a past that nobody has lived through: triggers and keys are not asked.
  private func addPast() async throws {
    try await connected { connection in
      try await connection.executeScript(
        """
        INSERT INTO randevoo.users(first_name, last_name, email, provider, created_at)
        SELECT 'CANARY' || i, 'CANARY', 'canary' || i || '@example.org', 'google', now()
        FROM generate_series(1, 7) i;
        SET session_replication_role = replica;
        SET TimeZone = 'UTC';
        UPDATE reeve.policy SET title = '<script>alert("policy")</script> & ''more''';
        ALTER TABLE reeve.queue DROP CONSTRAINT queue_name;
        INSERT INTO reeve.queue(name) VALUES ('<img src=x onerror=alert(1)>' || chr(8238));
        INSERT INTO reeve.job_delta(queue_id, state, n)
        SELECT queue_id, 'available', 1234567 FROM reeve.queue WHERE name LIKE '<img%';
        INSERT INTO reeve.report(at, collection_id, key, policy, words, filed_by)
        SELECT current_date - d + time '12:00', c.collection_id, 'CANARYkey', p.name,
          'CANARYwords', 'CANARYlogin'
        FROM generate_series(1, 3) d CROSS JOIN generate_series(1, d) n
        CROSS JOIN (SELECT collection_id FROM reeve.collection WHERE name = 'product') c
        CROSS JOIN (SELECT name FROM reeve.policy ORDER BY name LIMIT 1) p;
        INSERT INTO reeve.action(verb, collection_id, key, actor, policy, reason, until)
        SELECT 'hide', c.collection_id, 'CANARYkey', 'CANARYactor', p.name, 'CANARYreason',
          'infinity'
        FROM (SELECT collection_id FROM reeve.collection WHERE name = 'product') c
        CROSS JOIN (SELECT name FROM reeve.policy ORDER BY name LIMIT 1) p;
        """
      )
    }
  }

  @Test func `the page counts, needs nothing else, runs nothing and names nobody`() async throws {
    try await addPast()
    try await withScratch { folder in
      let file = "\(folder)/page.html"
      let run = try await report(to: file)
      #expect(run.status == 0, "\(run.output)")
      let page = try #require(try Disk.text(file))
      let isWhole: Bool = try await value(
        "SELECT xmlparse(DOCUMENT $1) IS DOCUMENT",
        [page.replacing("<!DOCTYPE html>\n", with: "")]
      )
      #expect(isWhole)
      for absent in [
        "<script", "<img", "<a ", "href", " src=\"", "url(", "http:", "https:", "@import", "CANARY",
        "canary", "example.org", "\u{202E}",
      ] { #expect(!page.contains(absent), "\(absent)") }
      for part in [
        "default-src 'none'", "prefers-color-scheme: dark", "width=device-width",
        "reports <b>6</b>", "reports: 6 in 30 days, at most 3 a day", "actions <b>1</b>",
        "new in user <b>7</b>",
        "&lt;script&gt;alert(&quot;policy&quot;)&lt;/script&gt; &amp; &#39;more&#39;",
        "&lt;img src", "1,234,567", "Statements of reasons",
      ] { #expect(page.contains(part), "\(part)\n\(page)") }
    }
  }

  @Test func `who may not see figures writes no file, and a failure leaves the old one`()
    async throws
  {
    try await withScratch { folder in
      let file = "\(folder)/page.html"
      try Disk.write("old", to: file, mode: 0o600)
      let moderator = try await report(to: file, rank: "moderator")
      #expect(moderator.status == 4 && moderator.output.contains("auditor"), "\(moderator.output)")
      let unknown = try await report(to: file, "--app", "nothing")
      #expect(unknown.status == 5 && unknown.output.contains("no app nothing"), "\(unknown.output)")
      #expect(try Disk.text(file) == "old")
      let missing = try await report(to: "\(folder)/none/page.html", rank: "senior")
      #expect(missing.status == 1, "\(missing.output)")
      #expect(try Disk.names(in: folder) == ["page.html"])
    }
  }

  @Test(arguments: [
    (0.0, "0"), (1, "1"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"),
    (117.44, "117.4"),
    (-12_345, "-12,345"), (0.04, "0"), (1e12, "1,000,000,000,000"),
  ])
  func `a number is short and has its thousands apart`(value: Double, text: String) {
    #expect(ReportPage.number(value) == text)
  }
}
