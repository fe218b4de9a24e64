import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase)
struct CaseTests {
  @Test func `a report becomes a case, is worked on, and its reporter is told`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("product", 1, "copies of a brand", "counterfeit", by: 2)
      try await app.report("product", 1, "the same here", "counterfeit", by: 4)
      try await app.report("user", 1, nil, nil, by: 2)
      let page = try await market.enter(
        "queue",
        "show 1 --json subject,name",
        "queue --in user --limit 5"
      )
      #expect(page.status == 0, "\(page.errors)")
      #expect(page.output.contains("1  C1    product:1  Silk bag"), "\(page.output)")
      #expect(page.output.contains(#"{"subject":"product:1","name":"Silk bag"}"#))
      let next = try await market.enter("next --policy counterfeit", "history _")
      #expect(next.status == 0, "\(next.errors)")
      #expect(next.output.hasPrefix("C1  product:1 Silk bag · counterfeit · "), "\(next.output)")
      #expect(next.output.contains("  2 reports · since 20"))
      #expect(next.output.contains("with \(market.senior) until "))
      #expect(next.output.contains("user:4") && next.output.contains("the same here"))
      let hidden = try await market.enter(
        "hide product:1 --policy counterfeit --why copies --case C1 --yes",
        "case C1",
        "close c1 --outcome upheld --why \"the brand confirmed it\""
      )
      #expect(hidden.status == 0, "\(hidden.errors)")
      #expect(hidden.output.contains("hide   \(market.senior)  A1"), "\(hidden.output)")
      #expect(
        hidden.output.hasSuffix("C1 is closed: upheld · 2 notices wait 60 s\n"),
        "\(hidden.output)"
      )
      #expect(hidden.errors.contains("to undo: `reopen C1`"))
      try await market.outside.execute("UPDATE reeve.outbox SET due_at = now() - interval '1 s'")
      let folder = try TemporaryFolder()
      let sent = try await market.work(["notify.deliver": "{}"], sink: folder.path)
      #expect(sent.status == 0, "\(sent.errors)")
      let notices = try await market.outside.query(
        "SELECT count(*) FROM reeve.outbox WHERE case_id = 1 AND state = 'sent'"
      )
      #expect(try notices[0].get(0) == 2)
      let json = try await market.enter(
        "case C1 --json state,reason,reports,history --output ndjson"
      )
      #expect(json.output.hasPrefix(#"{"state":"upheld","reason":"the brand confirmed it""#))
      #expect(json.output.contains(#""words": "copies of a brand""#), "\(json.output)")
    }
  }

  @Test func `what reporters wrote reaches nobody's terminal as it is`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      for words in [
        "\u{1B}]0;owned\u{7}\u{1B}[2J\u{202E}live\n\r\u{85}", "=HYPERLINK(\"http://x\")", "-1+1",
      ] {
        try await app.report("user", 3, words, "fraud", by: 3)
      }
      for output in ["table", "expanded", "md", "json", "ndjson", "csv", "tsv"] {
        let run = try await market.enter(
          "queue --output \(output)",
          "case C1 --output \(output)",
          "close C1 --outcome dismissed --why \"\u{1B}[31mred\" --output \(output)"
        )
        expectHarmless(run.output.utf8.filter { $0 != 0x0A && (output != "tsv" || $0 != 0x09) })
        expectHarmless(run.errors.utf8.filter { $0 != 0x0A })
      }
      let shown = try await market.enter("case C1", "case C1 --output csv")
      #expect(shown.output.contains("<U+001B>]0;owned<U+0007>"), "\(shown.output)")
    }
  }

  @Test func `sixteen moderators take sixteen cases at once`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await market.outside.execute(
        """
        INSERT INTO randevoo.users(first_name, last_name, provider)
        SELECT 'Uma', 'Udo' || i, 'google' FROM generate_series(1, 20) i
        """
      )
      for user in 1...20 { try await app.report("user", user, nil, "spam", by: user % 4 + 1) }
      var taken: [Int64?] = []
      let sessions = try await market.sessions(16)
      // Not one had looked: all find the reports waiting at the same moment.
      try await withThrowingTaskGroup(of: Int64?.self) { group in
        for session in sessions {
          group.addTask {
            try await session.query("SELECT detail FROM reeve.case_next(NULL, NULL, NULL)")[0]
              .number("case_id", in: 0)
          }
        }
        for try await number in group { taken.append(number) }
      }
      #expect(Set(taken).count == 16)
      #expect(!taken.contains(nil))
      let first = try await market.outside.query(
        """
        SELECT bool_and(k.claimed_by IS NOT NULL) FILTER (WHERE k.place <= 16),
          count(*) FILTER (WHERE k.claimed_by IS NOT NULL)
        FROM (
          SELECT k.*, row_number() OVER (ORDER BY k.due_at, k.case_id) AS place FROM reeve.case k) k
        """
      )
      #expect(try first[0].get(0, as: Bool.self))
      #expect(try first[0].get(1) == 16)
      for session in sessions { await session.close() }
    }
  }

  @Test func `reports of open transactions wait for nobody, and none is lost`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("user", 1, "first", "spam", by: 2)
      #expect(try await market.enter("next").status == 0)
      let holder = try await TestDatabase.current.connect()
      try await holder.withTransaction { held in
        // A moderator's transaction that stays open over the case.
        try await held.execute("SELECT FROM reeve.case WHERE case_id = 1 FOR UPDATE")
        try await app.connection.withTransaction { first in
          try await first.execute(Reporting.statement, ["user", "1", "open", "spam", "user:3"])
          let other = try await market.reporting()
          try await other.connection.execute("SET lock_timeout = '2s'")
          try await other.report("user", 1, "meanwhile", "spam", by: 4)
          await other.connection.close()
          let page = try await market.enter("queue --json reports --output ndjson")
          #expect(page.status == 0, "\(page.errors)")
          #expect(page.output == "{\"reports\":1}\n")
        }
      }
      await holder.close()
      let page = try await market.enter("queue --json reports --output ndjson")
      #expect(page.output == "{\"reports\":3}\n")
    }
  }

  @Test func `a case that was stolen is lost clearly`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("user", 2, "spam", "spam", by: 1)
      let bob = try await TestDatabase.current.login("bob", groups: ["reeve_moderator"])
      try await market.enlist(bob, "moderator")
      #expect(try await market.enter("claim C1").status == 5)
      #expect(
        try await market.enter("queue", "claim C1").output.contains("C1 is yours for 10 minutes")
      )
      let refused = try await market.enter("claim C1", as: bob)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("\(market.senior) took C1 at "), "\(refused.errors)")
      let stolen = try await market.enter("steal C1 --why absent", as: bob)
      #expect(stolen.output == "C1 is yours; it was \(market.senior)'s\n", "\(stolen.errors)")
      let ban = try await market.enter("ban user:2 --policy spam --for 7d --yes --case C1")
      #expect(ban.status == 1)
      #expect(ban.errors.contains("\(bob) took C1 at "), "\(ban.errors)")
      let actions = try await market.outside.query("SELECT count(*) FROM reeve.action")
      #expect(try actions[0].get(0) == 0)
      let audit = try await market.enter("audit --limit 5 --output ndjson --json kind,outcome,code")
      #expect(audit.output.contains(#"{"kind":"case.steal","outcome":"done","code":null}"#))
      #expect(
        audit.output.contains(#"{"kind":"case.claim","outcome":"refused","code":"claimed"}"#),
        "\(audit.output)"
      )
    }
  }

  @Test func `an abusive reporter is muted, and undo takes it back`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("user", 2, "x", "spam", by: 3)
      let muted = try await market.enter(
        "mute user:3 --why rivals",
        "queue",
        "case C1",
        "mute user:3"
      )
      #expect(muted.status == 1)
      #expect(muted.output.contains("mute user:3 Anna <U+001B>[31m"), "\(muted.output)")
      #expect(muted.output.contains("1 report, 1 muted"), "\(muted.output)")
      #expect(muted.errors.contains("user:3 is already muted, by A1"))
      let back = try await market.enter("unmute user:3 --yes", "case C1", "history user:3")
      #expect(back.status == 0, "\(back.errors)")
      #expect(!back.output.contains("1 muted"))
      for (line, text) in [
        ("case 12x", "`12x` is not a valid case"), ("case C99", "there is no case C99"),
        ("close C1", "give the outcome"), ("close C1 --outcome gone", "is unknown"),
        ("mute user:3 --for 3y", "is not a duration"), ("queues pause", "needs a queue"),
        ("queue eat x", "is one argument too many"),
      ] {
        let run = try await market.enter("queue", line)
        #expect([2, 5].contains(run.status) && run.errors.contains(text), "\(line): \(run.errors)")
      }
    }
  }

  @Test func `strikes add up to a proposal, and an appeal is decided by somebody else`()
    async throws
  {
    try await Market.run { market in
      let app = try await market.reporting()
      let bob = try await TestDatabase.current.login("bob", groups: ["reeve_moderator"])
      try await market.enlist(bob, "moderator")
      let done = try await market.enter("hide product:1 --policy counterfeit --yes", as: bob)
      #expect(done.status == 0, "\(done.errors)")
      let first = try await market.enter("strikes user:1", "strikes user:2", "appeals")
      #expect(first.status == 0, "\(first.errors)")
      #expect(
        first.output.contains("A1      hide  product:1  counterfeit       2"),
        "\(first.output)"
      )
      #expect(
        first.errors.contains("2; at 3 suspend for 7 days is proposed")
          || first.errors.contains("2; at 3 suspend for 7d is proposed"),
        "\(first.errors)"
      )
      #expect(first.errors.contains("no strikes against user:2"))
      #expect(first.errors.contains("no open appeals"))
      #expect(
        try await market.enter("hide product:2 --policy counterfeit --yes", as: bob).status == 0
      )
      let proposed = try await market.enter("queue --in user", "case C1")
      #expect(proposed.output.contains("rule strikes"), "\(proposed.output)")
      #expect(proposed.output.contains("4 strikes, with A2: suspend for 7d is proposed"))
      try await app.connection.execute(
        "SELECT reeve.appeal_open('randevoo', 'A1', 'user:1', $1)",
        ["they are \u{1B}[31mgenuine\u{202E}"]
      )
      for output in ["table", "json", "csv", "tsv", "md"] {
        let waiting = try await market.enter("appeals --output \(output)")
        expectHarmless(
          waiting.output.utf8.filter { $0 != 0x0A && (output != "tsv" || $0 != 0x09) }
        )
      }
      let own = try await market.enter("appeals", "appeal A1 --outcome upheld --why so", as: bob)
      #expect(own.status == 4, "\(own.errors)")
      #expect(own.output.contains("not yours to decide"), "\(own.output)")
      #expect(own.errors.contains("A1 is yours too: \(market.senior) must decide"))
      #expect(try await market.enter("appeal A1").status == 2)
      #expect(try await market.enter("appeal A2 --outcome upheld --why x").status == 5)
      let decided = try await market.enter(
        "appeal A1 --outcome overturned --why \"the brand confirmed them\"",
        "strikes user:1",
        "appeals --decided",
        "history product:1"
      )
      #expect(decided.status == 0, "\(decided.errors)")
      #expect(
        decided.output.hasPrefix(
          "the appeal against A1 is decided: overturned · A3 undid it · 1 notice waits 60 s\n"
        ),
        "\(decided.output)"
      )
      #expect(decided.output.contains("voided by A3"))
      #expect(decided.output.contains("overturned by \(market.senior)"))
      #expect(decided.output.contains("undone by A3"))
    }
  }
}

/// A login of the app that reports for its users.
struct Reporting {
  static let statement = """
    SELECT reeve.report_file('randevoo', $1, $2, words => $3, policy => $4, reporter => $5)
    """
  let connection: Connection

  func report(
    _ collection: String,
    _ key: Int,
    _ words: String?,
    _ policy: String?,
    by user: Int
  ) async throws {
    try await connection.execute(
      Self.statement,
      [collection, String(key), words, policy, "user:\(user)"]
    )
  }
}

extension Market {
  /// Connects as a server of the app; makes its login the first time.
  func reporting() async throws -> Reporting {
    let name = "\(try TestDatabase.current.name)_app"
    let isThere = try await outside.query(
      "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)",
      [name]
    )[0].get(0, as: Bool.self)
    let login =
      isThere
      ? name : try await TestDatabase.current.login("app", groups: ["reeve_app", "randevoo_app"])
    return Reporting(connection: try await TestDatabase.current.connect(user: login))
  }

  /// Connects as so many moderators, each with a login.
  fileprivate func sessions(_ count: Int) async throws -> [Connection] {
    var sessions: [Connection] = []
    for index in 1...count {
      let login = try await TestDatabase.current.login("m\(index)", groups: ["reeve_moderator"])
      try await enlist(login, "moderator")
      sessions.append(try await TestDatabase.current.connect(user: login))
    }
    return sessions
  }
}
