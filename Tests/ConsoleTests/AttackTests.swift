import Display
import Postgres
import TestSupport
import Testing

@testable import Console

/// What only a login of its own can try, and what others' texts try on a terminal.
@Suite(.freshDatabase, .blocking)
struct AttackTests {
  @Test func `a login becomes nobody else, and the record says who it was`() async throws {
    try await Market.run { market in
      let database = try TestDatabase.current
      let mia = try await database.login("mia", groups: ["reeve_moderator"])
      try await market.enlist(mia, "moderator")
      let session = try await database.connect(user: mia)
      for statement in [
        "SET SESSION AUTHORIZATION \(market.senior)", "SET SESSION AUTHORIZATION postgres",
        "SET ROLE \(market.senior)", "SET ROLE reeve_owner", "SET ROLE reeve_senior",
        "SET session_replication_role = replica", "ALTER TABLE reeve.chain DISABLE TRIGGER ALL",
        "CREATE TRIGGER x BEFORE INSERT ON reeve.command EXECUTE FUNCTION reeve.record_seal()",
      ] {
        let error = await #expect(throws: PostgresError.self, "\(statement)") {
          try await session.execute(statement)
        }
        #expect(error?.sqlState == .insufficientPrivilege, "\(statement): \(error as Any)")
      }
      await session.close()
      let forged = "\(try database.conninfo(user: mia)) application_name=\(market.senior)"
      let run = try Run(["--dsn", forged, "-c", "warn user:1 --policy spam --yes"])
      #expect(run.status == 0, "\(run.errors)")
      let who = try market.run("audit what user:1 --json actor,principal,program,rank")
      #expect(
        who.output.contains(#"{"actor":"\#(mia)","principal":null,"program":"\#(market.senior)","#),
        "\(who.output)"
      )
    }
  }

  @Test func `no listing, error or notice of the server carries a control or bidi character`()
    async throws
  {
    let hostile = "x\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{2066}\u{200B}\r"
    try await Market.run { market in
      try await market.outside.execute("UPDATE randevoo.users SET first_name = $1", [hostile])
      try await market.outside.execute("UPDATE reeve.policy SET title = $1", [hostile])
      try await market.outside.execute(
        "SELECT reeve.report_file('randevoo', 'user', '3', words => $1, policy => 'spam')",
        [hostile]
      )
      try await market.outside.execute(
        "SELECT reeve.enqueue('worker.probe', jsonb_build_object('note', $1::text))",
        [hostile]
      )
      let quoted = hostile.replacing("\r", with: "")
      let acts = [
        ("ban user:3 --policy spam --forever --why \"\(quoted)\" --yes", 4),
        ("note user:3 \"\(quoted)\"", 0),
        ("warn user:3 --policy spam --public \"\(quoted)\" --yes", 0),
        ("queue", 0), ("next", 0), ("mute user:2 --why \"\(quoted)\"", 0),
        ("team add \"\(quoted)\" --rank viewer", 5), ("ban user:\(quoted) --policy spam", 5),
        ("find \"\(quoted)\"", 5), ("\(quoted)", 2), ("audit verify \"/\(quoted)\"", 1),
        ("audit anchor \"/\(quoted)/x\"", 1), ("export \"\(quoted)\" 2020", 2),
        ("queues pause \"\(quoted)\"", 5), ("jobs cancel --where \"kind=\(quoted)\" --yes", 2),
        ("close C1 --outcome dismissed --why \"\(quoted)\"", 0),
      ]
      for (line, status) in acts {
        let run = try market.run(line)
        #expect(run.status == status, "\(escaped(line)): \(run.status) \(run.errors)")
        harmless(run, line)
      }
      let listings = [
        "queue", "case C1", "approvals", "appeals", "strikes user:3", "history user:3", "jobs",
        "queues", "cron", "team", "staff", "audit what user:3", "find user x", "show user:3",
        "export sor 2020..2099", "audit", "flags",
      ]
      for format in OutputFormat.allCases {
        let commands = listings.flatMap { ["-c", "\($0) --output \(format.rawValue)"] }
        let run = try Run(market.arguments(commands))
        #expect(run.status == 0, "\(format): \(run.errors)")
        harmless(run, "\(format)")
      }
      // Notices and errors of the server, with all their parts.
      try await market.outside.execute(
        """
        CREATE FUNCTION randevoo.shout() RETURNS trigger LANGUAGE plpgsql AS $f$
        DECLARE
          words text := (SELECT title FROM reeve.policy LIMIT 1);
        BEGIN
          RAISE WARNING '%', words USING DETAIL = words, HINT = words;
          IF TG_ARGV[0] = 'stop' THEN
            RAISE EXCEPTION '%', words USING DETAIL = words, HINT = words, ERRCODE = 'P0001';
          END IF;
          RETURN NEW;
        END
        $f$;
        """
      )
      try await market.outside.executeScript(
        """
        ALTER FUNCTION randevoo.shout() SECURITY DEFINER;
        GRANT EXECUTE ON FUNCTION randevoo.shout() TO PUBLIC;
        CREATE TRIGGER shout BEFORE UPDATE ON randevoo.users
        FOR EACH ROW EXECUTE FUNCTION randevoo.shout('go on');
        CREATE TRIGGER shout BEFORE UPDATE ON randevoo.products
        FOR EACH ROW EXECUTE FUNCTION randevoo.shout('stop');
        """
      )
      let noticed = try market.run("ban user:4 --policy spam --for 7d --yes")
      #expect(noticed.status == 0, "\(noticed.errors)")
      #expect(noticed.errors.contains("warning: x<U+001B>"), "\(noticed.errors)")
      harmless(noticed, "a notice")
      let stopped = try market.run("hide product:1 --policy spam --yes")
      #expect(stopped.status == 1 && stopped.errors.contains("x<U+001B>"), "\(stopped.errors)")
      harmless(stopped, "an error")
    }
  }

  private func harmless(_ run: Run, _ line: String) {
    for text in [run.output, run.errors] {
      // Line ends and tabs are ours; a CR is not.
      expectHarmless(text.utf8.filter { $0 != 0x0A && $0 != 0x09 })
      #expect(!text.contains("\u{202E}") && !text.contains("\r"), "\(escaped(line))")
    }
  }

  private func escaped(_ text: String) -> String {
    SafeText("\(text)").rendered(isColoured: false).reduce(into: "") {
      $0.unicodeScalars.append(Unicode.Scalar($1))
    }
  }
}
