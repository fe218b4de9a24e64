import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase)
struct RuleTests {
  /// Ten accounts within an hour on one device, whose first is user 1.
  private static let farm = """
    UPDATE randevoo.users SET created_at = now() - interval '40 minutes' WHERE id = 1;
    INSERT INTO randevoo.users (first_name, created_at)
    SELECT E'Bot \\x1b[31m' || n, now() - interval '40 minutes' + n * interval '1 minute'
    FROM generate_series(1, 12) n;
    INSERT INTO randevoo.sign_ins (user_id, at, provider, device_kind, device)
    SELECT u.id, now(), 'google', 'phone', sha256('farm') FROM randevoo.users u
    WHERE u.id = 1 OR u.first_name LIKE 'Bot%';
    """

  @Test func `a senior tries a rule, switches it on, and a worker opens a case`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      func work() async throws {
        let run = try await market.work(["moderation.rule": "{}"], sink: folder.path)
        #expect(run.status == 0, "\(run.errors)")
      }
      try await market.outside.executeScript(Self.farm)
      let tried = try await market.enter(
        "rules",
        "rule test device-accounts",
        "rule test device-accounts --days 1 --output ndjson",
        "rule test no-shows"
      )
      #expect(tried.status == 0, "\(tried.errors)")
      #expect(tried.output.contains("more than 9 within 1h"), "\(tried.output)")
      #expect(tried.output.contains("13 within 12 min, more than 9 within 1h: user:"))
      #expect(
        tried.errors.contains("in 90 days `device-accounts` would have opened 1 case"),
        "\(tried.errors)"
      )
      #expect(tried.errors.contains("nobody has decided about any of these"))
      #expect(tried.output.contains(#"{"subject":"user:1","label":"#), "\(tried.output)")
      #expect(tried.errors.contains("in 90 days `no-shows` would have found nobody"))
      try await work()
      let before: Int = try await market.outside.query("SELECT count(*) FROM reeve.report")[0]
        .get(0)
      #expect(before == 0, "what is off reports nothing")

      let planned = try await market.enter("rule on device-accounts")
      #expect(planned.status == 4, "\(planned.errors)")
      let dry = try await market.enter("rule on device-accounts --dry-run")
      #expect(dry.output.contains("would have opened 1 case"), "\(dry.output)")
      let on = try await market.enter("rule on device-accounts --why tried --yes", "rules")
      #expect(on.output.contains("the rule device-accounts is on"), "\(on.output)\(on.errors)")
      #expect(on.output.contains("on by \(market.senior)"), "\(on.output)")
      #expect(try await market.enter("rule on device-accounts --yes").status == 1)
      try await work()
      try await work()
      let found = try await market.enter(
        "queue --output tsv",
        "case C1",
        "rules --json hits,judged"
      )
      #expect(found.output.contains("user\t1\t"), "\(found.output)\(found.errors)")
      #expect(found.output.contains("rule randevoo/device-accounts"), "\(found.output)")
      #expect(found.output.contains("suspend for 7d is proposed"), "\(found.output)")
      #expect(found.output.contains(#"{"hits":1,"judged":0}"#), "once while its case is open")
      expectHarmless(found.output.utf8.filter { $0 != 0x0A && $0 != 0x09 })
      let acts: Int = try await market.outside.query("SELECT count(*) FROM reeve.action")[0].get(0)
      #expect(acts == 0, "it never acts")

      let closed = try await market.enter(
        "close C1 --outcome upheld --why \"a farm\"",
        "rule test device-accounts",
        "rule off device-accounts",
        "rules"
      )
      #expect(
        closed.errors.contains("1 of these subjects were decided about: 1 upheld, 1 of them under"),
        "\(closed.output)\(closed.errors)"
      )
      #expect(closed.output.contains("upheld by C1 under fraud"), "\(closed.output)")
      #expect(closed.output.contains("1 of 1, 100 %"), "\(closed.output)")
    }
  }

  @Test func `only a senior switches a rule on`() async throws {
    try await Market.run { market in
      let login = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(login, "moderator")
      let refused = try await market.enter(
        "rule test no-shows",
        "rule on no-shows --yes",
        as: login
      )
      #expect(refused.errors.contains("would have found nobody"), "\(refused.errors)")
      #expect(refused.errors.contains("needs the rank senior"), "\(refused.errors)")
      let audit = try await market.enter("audit --limit 1")
      #expect(audit.output.contains("rule.on"), "\(audit.output)")
      #expect(try await market.enter("rule test nothing").status == 5)
      #expect(try await market.enter("rule test no-shows --days 0").status == 2)
      #expect(try await market.enter("rule").status == 2)
      #expect(try await market.enter("rule now").status == 2)
    }
  }
}
