import Postgres
import Prompt
import TestSupport
import Testing

@testable import Console

/// What is personal, conversations and evidence, by the real console.
@Suite(.freshDatabase)
struct RevealTests {
  @Test func `personal fields are shown for a reason, and who looked is on the record`()
    async throws
  {
    try await Market.run { market in
      try await market.outside.execute(
        "UPDATE randevoo.users SET email = E'anna\\x1b[31m@example.com', phone = '+39 1' WHERE id = 1"
      )
      let shown = try await market.enter(
        "show user:1",
        "reveal user:1 email,phone --why \"court 88\""
      )
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.output.contains("  email          •••\n"), "\(shown.output)")
      #expect(
        shown.output.hasSuffix("  email     anna<U+001B>[31m@example.com\n  phone     +39 1\n")
          || shown.output.hasSuffix("  email  anna<U+001B>[31m@example.com\n  phone  +39 1\n"),
        "\(shown.output)"
      )
      let json = try await market.enter("reveal user:1 phone --why x --output ndjson")
      #expect(json.output == "{\"phone\":\"+39 1\"}\n")
      let history = try await market.enter("history user:1", "audit --limit 2")
      #expect(history.output.contains("reveal email, phone"), "\(history.output)")
      #expect(history.output.contains("court 88"))
      #expect(history.output.contains("reveal  randevoo/user:1  done"), "\(history.output)")
      let viewer = try await TestDatabase.current.login("v", groups: ["reeve_viewer"])
      try await market.enlist(viewer, "viewer")
      for (line, status, words) in [
        ("reveal user:1 email", Int32(2), "say why"),
        ("reveal user:1", 2, "needs SUBJECT FIELD"),
        ("reveal user:1 first_name --why x", 2, "no personal field first_name"),
        ("reveal user:99 email --why x", 5, "there is no user:99"),
        ("reveal user:1 email --why x --case C9", 5, "there is no case C9"),
      ] {
        let run = try await market.enter(line)
        #expect(run.status == status && run.errors.contains(words), "\(line): \(run.errors)")
        #expect(run.output.isEmpty)
      }
      let refused = try await market.enter("reveal user:1 email --why curious", as: viewer)
      #expect(refused.status == 4 && refused.output.isEmpty, "\(refused.errors)")
      let record = try await market.outside.query(
        "SELECT count(*) FROM reeve.command WHERE actor = $1 AND code = 'rank' AND kind = 'reveal'",
        [viewer]
      )
      #expect(try record[0].get(0) == 1)
    }
  }

  @Test func `a look that is rolled back saw nothing`() async throws {
    try await Market.run { market in
      try await market.outside.execute("UPDATE randevoo.users SET email = 'a@b.c' WHERE id = 1")
      let ask = """
        SELECT detail FROM reeve.reveal_ask('fields', 'randevoo', 'user', '1',
          '{"fields": ["email"], "why": "x"}')
        """
      let read = "SELECT value FROM reeve.reveal_fields($1)"
      let session = try await TestDatabase.current.connect(user: market.senior)
      let other = try await TestDatabase.current.connect(user: market.senior)
      func refused(_ connection: Connection, _ ticket: Int64) async throws -> Bool {
        do {
          _ = try await connection.query(read, [ticket])
          return false
        } catch let error as PostgresError {
          return error.sqlState?.code == "RV002"
        }
      }
      var ticket: Int64 = 0
      do {
        try await session.withTransaction { transaction in
          ticket = try await transaction.query(ask)[0].number("ticket", in: 0) ?? 0
          #expect(try await refused(other, ticket), "another session sees none before the commit")
          try await transaction.execute("SAVEPOINT s")
          _ = try await transaction.query(read, [ticket])
        }
        Issue.record("the transaction that asked saw it")
      } catch {
        #expect((error as? PostgresError)?.sqlState?.code == "RV002", "\(error)")
      }
      #expect(try await refused(session, ticket), "what was rolled back was never asked")
      let good = try await session.query(ask)[0].number("ticket", in: 0) ?? 0
      #expect(try await session.query(read, [good])[0].get(0) == "a@b.c")
      #expect(try await refused(other, good), "once")
      // A look may be rolled back: that it was asked for stays on the record.
      let again = try await session.query(ask)[0].number("ticket", in: 0) ?? 0
      await #expect(throws: CancellationError.self) {
        try await session.withTransaction { transaction in
          #expect(try await transaction.query(read, [again])[0].get(0) == "a@b.c")
          throw CancellationError()
        }
      }
      let records = try await market.outside.query(
        "SELECT count(*) FROM reeve.command WHERE kind = 'reveal'"
      )
      #expect(try records[0].get(0) == 2)
      await session.close()
      await other.close()
    }
  }

  @Test func `who has a value is found for a reason, and the line is not kept`() async throws {
    try await Market.run { market in
      try await market.outside.execute(
        "UPDATE randevoo.users SET email = 'zoe@example.com' WHERE id = 2"
      )
      let run = try await market.enter(
        "find user --where email=ZOE@example.com --why \"same seller\"",
        "show 1 --json subject"
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("1  user:2   Zoë Brooks"), "\(run.output)")
      #expect(run.output.hasSuffix("{\"subject\":\"user:2\"}\n"))
      #expect(try await market.enter("find user --where email=x@y.z").status == 2)
      #expect(try await market.enter("find user anna --where email=x --why y").status == 2)
      #expect(try await market.enter("find user --where email --why y").status == 2)
      #expect(try await market.enter("find user --where first_name=Anna").status == 0)
      let texts = try await market.outside.query(
        "SELECT count(*) FROM reeve.command c WHERE c::text ~* 'zoe@|same seller'"
      )
      #expect(try texts[0].get(0) == 0)
    }
  }

  @Test func `a conversation is read because of a report, the reported message marked`()
    async throws
  {
    try await Market.run { market in
      try await market.talk()
      let app = try await market.reporting()
      let closed = try await market.enter("chat message:3")
      #expect(closed.status == 2, "\(closed.errors)")
      #expect(closed.errors.contains("it has no open report") && closed.output.isEmpty)
      let reason = try await market.enter("chat message:3 --why threat --before 1 --after 1")
      #expect(
        reason.output
          == [
            "message:3", "    1  2026-01-01 10:02 UTC  user:1 Anna Keller", "         Two",
            "         lines", "▶   2  2026-01-01 10:03 UTC  user:2 Zoë Brooks",
            "         Pay me <U+001B>[31mnow<U+202E>",
            "    3  2026-01-01 10:04 UTC  user:1 Anna Keller",
            "         " + Array(repeating: "word", count: 20).joined(separator: " "),
            "         " + Array(repeating: "word", count: 4).joined(separator: " "), "",
          ].joined(separator: "\n"),
        "\(reason.output)"
      )
      try await app.report("message", 3, "rude", "abuse", by: 1)
      let reported = try await market.enter(
        "chat group:1",
        "hide 3 --policy abuse --for 7d --yes",
        "show _"
      )
      #expect(reported.status == 0, "\(reported.errors)")
      #expect(reported.output.hasPrefix("group:1 · because of C1\n"), "\(reported.output)")
      #expect(reported.output.contains("user:2 Zoë Brooks · reported 1×\n"), "\(reported.output)")
      #expect(reported.output.contains("hide message:3"), "\(reported.output)")
      #expect(reported.output.contains("  body          •••"), "\(reported.output)")
      let lines = try await market.enter("chat message:3 --before 1 --output ndjson").output.split(
        separator: "\n"
      )
      #expect(lines.count == 2)
      #expect(lines[1].contains(#""is_asked":true,"reports":1,"is_hidden":true"#), "\(lines)")
      #expect(try await market.enter("chat user:1 --why x").status == 2)
      #expect(try await market.enter("chat message:99 --why x").status == 5)
      for output in ["table", "expanded", "md", "json", "ndjson", "csv", "tsv"] {
        let run = try await market.enter("chat group:1 --output \(output)")
        expectHarmless(run.output.utf8.filter { $0 != 0x0A && (output != "tsv" || $0 != 0x09) })
      }
    }
  }

  @Test func `a report captures what is there and waits for nobody`() async throws {
    try await Market.run { market in
      try await market.talk()
      let app = try await market.reporting()
      let other = try await market.reporting()
      try await app.connection.execute("SET lock_timeout = '1 ms'")
      try await other.connection.withTransaction { transaction in
        // Another report of the same is not committed; the row itself is being changed.
        for key in ["3", "4"] {
          _ = try await transaction.query(
            "SELECT reeve.report_file('randevoo', 'message', $1, policy => 'abuse')",
            [key]
          )
        }
        try await market.outside.withTransaction { changing in
          try await changing.execute("UPDATE randevoo.messages SET body = 'changing' WHERE id = 3")
          try await app.report("message", 3, "rude", "abuse", by: 1)
        }
      }
      try await app.report("message", 3, "rude", "abuse", by: 1)
      let captured = try await market.outside.query(
        """
        SELECT string_agg(b.content::jsonb ->> 'body', '|' ORDER BY p.report_id)
        FROM reeve.report p JOIN reeve.evidence_part e USING (evidence_id)
        JOIN reeve.evidence_bytes b USING (bytes_id)
        WHERE e.role = 'subject' AND p.key = '3'
        """
      )
      let said = "Pay me \u{1B}[31mnow\u{202E}"
      #expect(try captured[0].get(0) == "\(said)|\(said)|changing")
    }
  }

  @Test func `evidence shows what was there, after it changed, was deleted or erased`()
    async throws
  {
    try await Market.run { market in
      try await market.talk()
      let app = try await market.reporting()
      try await app.report("message", 3, "rude", "abuse", by: 1)
      let done = try await market.enter(
        "next",
        "hide message:3 --policy abuse --for 7d --case C1 --yes",
        "evidence C1"
      )
      #expect(done.status == 0, "\(done.errors)")
      #expect(done.output.contains("  A1        ") && done.output.contains("  R1        "))
      try await market.outside.executeScript(
        """
        UPDATE randevoo.messages SET body = 'sorry' WHERE id = 3;
        DELETE FROM randevoo.messages WHERE id = 2;
        """
      )
      let masked = try await market.enter("evidence A1")
      #expect(masked.status == 0, "\(masked.errors)")
      #expect(masked.output.contains("message:3 · changed since\n"), "\(masked.output)")
      #expect(masked.output.contains("••• changed"), "\(masked.output)")
      #expect(
        masked.output.contains("user:1 · the row is gone\n         •••\n"),
        "\(masked.output)"
      )
      #expect(!masked.output.contains("Pay me"))
      #expect(try await market.enter("evidence A1 --reveal").status == 2)
      let open = try await market.enter("evidence r1 --reveal --why \"for the appeal\"")
      #expect(open.status == 0, "\(open.errors)")
      #expect(open.output.contains("Pay me <U+001B>[31mnow<U+202E>"), "\(open.output)")
      #expect(open.output.contains("sorry") && open.output.contains("user:2 · changed since"))
      try await market.outside.execute(
        """
        UPDATE reeve.evidence_bytes b
        SET hash = NULL, salt = NULL, content = NULL, erased_at = clock_timestamp()
        FROM reeve.collection c
        WHERE c.collection_id = b.collection_id AND c.name = 'message' AND b.key = '3'
        """
      )
      try await market.outside.execute("DELETE FROM randevoo.messages WHERE id = 3")
      let erased = try await market.enter("evidence A1 --reveal --why \"for the appeal\"")
      #expect(erased.output.contains("message:3 · erased at 20"), "\(erased.output)")
      #expect(!erased.output.contains("Pay me") && erased.output.contains("Two"))
      try await market.outside.execute("ALTER TABLE randevoo.messages RENAME TO letters")
      let unread = try await market.enter("evidence A1")
      #expect(
        unread.output.contains(
          "user:2 · the row cannot be read: its table, key or collection is gone\n"
        ),
        "\(unread.output)"
      )
      try await market.outside.execute("ALTER TABLE randevoo.letters RENAME TO messages")
      #expect(try await market.enter("evidence A99").status == 5)
      #expect(try await market.enter("evidence X1").status == 2)
      let sound = try await market.enter("audit export -")
      #expect(sound.status == 0)
      try await market.outside.execute(
        "UPDATE reeve.evidence_bytes SET content = replace(content, 'Two', 'Too')"
      )
      let altered = try await market.enter("evidence R1")
      #expect(altered.output.contains("ALTERED"), "\(altered.output)")
      let found = try await TestDatabase.current.connect(user: market.senior)
      let wrong = try await found.query("SELECT action_id FROM reeve.audit_recheck(1)")
      #expect(
        Set(try wrong.map { try $0.get(0, as: Int64?.self) }) == [nil, 1],
        "the seals of what was done about the case, and of A1, tell, too"
      )
      await found.close()
    }
  }
}

extension Market {
  /// A conversation of a customer with the store's owner.
  fileprivate func talk() async throws {
    try await outside.executeScript(
      """
      SET ROLE randevoo_owner;
      INSERT INTO randevoo.groups (customer_id, store_id) VALUES (2, 1);
      INSERT INTO randevoo.messages (group_id, author_id, body, sent_at)
      SELECT 1, 1 + n % 2, CASE n WHEN 2 THEN E'Two\\nlines'
        WHEN 3 THEN E'Pay me \\x1b[31mnow\\u202e' WHEN 4 THEN rtrim(repeat('word ', 24))
        ELSE 'Message ' || n END, '2026-01-01 10:00+00'::timestamptz + n * interval '1 min'
      FROM generate_series(1, 6) n;
      RESET ROLE;
      """
    )
  }
}
