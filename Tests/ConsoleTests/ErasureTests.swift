import Foundation
import Postgres
import TestSupport
import Testing

@testable import Console

/// Erasure and legal hold at the console, and what a dump still holds afterwards.
@Suite(.freshDatabase, .blocking)
struct ErasureTests {
  private func colleague(_ market: Market) async throws -> String {
    let login = try await TestDatabase.current.login("other", groups: ["reeve_senior"])
    try await market.enlist(login, "senior")
    return login
  }

  @Test func `an erasure is planned, approved by another senior, and never taken back`()
    async throws
  {
    try await Market.run { market in
      let other = try await colleague(market)
      try await market.outside.execute(
        "UPDATE randevoo.users SET email = 'anna@keller.example' WHERE id = 1"
      )
      let moderator = try await TestDatabase.current.login("mod", groups: ["reeve_moderator"])
      try await market.enlist(moderator, "moderator")
      let erase = "erase user:1 --why \"asked on 20 November\""
      let cases: [(String, Int32, String, String?)] = [
        ("\(erase) --dry-run", 0, "erases         1  users: email", nil),
        ("\(erase) --dry-run", 0, "keeps       The row without a name", nil),
        ("\(erase) --dry-run", 0, "cannot be undone", nil),
        ("\(erase) --dry-run", 0, "needs a second person: erasure", nil),
        ("erase user:1 --yes", 2, "erase needs a reason", nil),
        ("erase user:1 --why \"Anna Keller asked\" --yes", 2, "do not name the person in it", nil),
        (erase, 4, "Add --yes", nil), ("\(erase) --yes", 4, "needs the rank senior", moderator),
        ("hold user:1 --why x", 4, "needs the rank senior", moderator),
        ("hold user:1", 2, "hold needs a reason", nil),
        ("hold product:1 --why \"claim 7\" --for 30d", 0, "hold product:1 Silk bag · until", other),
        ("hold product:1 --why \"claim 8\"", 0, "no end", other),
        ("holds", 0, "claim 7", nil), ("show product:1", 0, "hold", nil),
        ("\(erase) --yes", 4, "product:1 is under legal hold by A1 of \(other), until", nil),
        ("unhold product:1", 2, "2 of these are in force", other),
        ("undo A1 --yes", 0, "A3", other),
        ("\(erase) --yes", 4, "legal hold by A2 of \(other), until it is undone", nil),
        ("unhold product:1 --yes", 0, "undid A2", other), ("holds", 0, "no legal hold", nil),
        ("\(erase) --yes", 4, "P1 needs a second person: erasure", nil),
        ("approve P1 --dry-run", 0, "erases         1  users: email", other),
        ("approve P1 --yes", 0, "erase user:1", other),
        ("show user:1", 0, "Erased", nil), ("history user:1", 0, "asked on 20 November", nil),
        ("find user anna", 0, "user:3", nil), ("help erase", 0, "for two seniors", nil),
        ("audit --limit 3", 0, "erase", nil),
      ]
      for (line, status, text, login) in cases {
        let run = try await market.enter(line, as: login)
        #expect(run.status == status, "\(line): \(run.output)\(run.errors)")
        #expect((run.output + run.errors).contains(text), "\(line): \(run.output)\(run.errors)")
      }
      let erasure: Int64 = try await market.outside.query(
        "SELECT max(action_id) FROM reeve.action WHERE verb = 'erase'"
      )[0].get(0)
      let undo = try await market.enter("undo A\(erasure) --yes", as: other)
      #expect(undo.status == 4 && undo.errors.contains("cannot be restored"), "\(undo.errors)")
      #expect(!(try await market.enter("find user anna").output.contains("user:1 ")))
    }
  }

  @Test func `what was deleted is erased after its window, and a dump does not know it`()
    async throws
  {
    try await Market.run { market in
      let other = try await colleague(market)
      let words = [
        "Qxanna", "Zvkeller", "qx@keller.example", "+39 333 9988776", "Qxatelier", "Qxbag",
        "qxmessage", "qxprivate", "qxtag", "qxfeedback",
      ]
      try await market.outside.executeScript(
        """
        UPDATE randevoo.users SET first_name = 'Qxanna', last_name = 'Zvkeller',
          email = 'qx@keller.example', phone = '+39 333 9988776' WHERE id = 1;
        UPDATE randevoo.stores SET name = 'Qxatelier' WHERE id = 1;
        UPDATE randevoo.products SET name = 'Qxbag ' || id WHERE store_id = 1;
        INSERT INTO randevoo.identities (provider, provider_id, user_id, verified_email)
        VALUES ('google', 'g-1', 1, 'qx@keller.example');
        INSERT INTO randevoo.groups (customer_id, store_id) VALUES (2, 1);
        SET ROLE randevoo_owner;
        INSERT INTO randevoo.messages (group_id, author_id, body, sent_at)
        VALUES (1, 1, 'qxmessage of the owner', now()), (1, 2, 'a customer asks', now());
        RESET ROLE;
        \(fixture("index.sql"))
        SELECT pg_temp.index_build(c.app, c.name), pg_temp.index_build(c.app, c.name)
        FROM reeve.collection c WHERE c.app = 'randevoo' AND c.search IS NOT NULL;
        SELECT reeve.report_file('randevoo', 'user', '1', 'qxprivate matters', 'fraud', 'user:2');
        SELECT reeve.report_file('randevoo', 'message', '1', 'qxfeedback', NULL, 'user:2');
        INSERT INTO reeve.import (app, source, mapping, file, file_mark, declared, read,
          quarantined, finished_at)
        VALUES ('randevoo', 'users', '{}', 'users.ndjson', '1', 1, 1, 1, now());
        INSERT INTO reeve.quarantine (import_id, record, line, byte_offset, code, reason, original,
          is_cut)
        SELECT max(import_id), 1, 1, 0, '23505', 'twice',
          '{"email": "QX@keller.example", "name": "Qxanna"}', FALSE FROM reeve.import;
        """
      )
      try await market.book()
      for line in [
        "note user:1 \"qxprivate note\"", "tag user:1 qxtag",
        "suspend user:1 --policy spam --for 7d --why qxprivate --public \"Dear Qxanna\" --yes",
        "next", "hide product:1 --policy spam --why qxprivate --yes",
      ] {
        let run = try await market.enter(line)
        #expect(run.status == 0, "\(line): \(run.errors)")
      }
      #expect(
        try await market.enter("delete user:1 --policy fraud --why qxprivate --yes").status == 4
      )
      #expect(try await market.enter("approve P1 --yes", as: other).status == 0)
      let before = try dump()
      for word in words { #expect(before.contains(word), "\(word) is nowhere to begin with") }
      try await market.outside.execute(
        """
        UPDATE reeve.action SET erase_at = now() - interval '1 s' WHERE verb = 'delete'
        """
      )
      try await market.outside.execute(
        "UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued'"
      )
      let folder = NSTemporaryDirectory() + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let work = try await market.work(["notify.deliver": "{}"], sink: folder)
      #expect(work.status == 0, "\(work.errors)")
      // Both wait for transactions of that moment, those of other tests' databases among them.
      var isOver = false
      let deadline = ContinuousClock.now + patience
      while !isOver, ContinuousClock.now < deadline {
        let erased = try await market.work(
          ["moderation.erase": "{}", "search.sync": "{}"],
          sink: folder
        )
        #expect(erased.status == 0, "\(erased.errors)")
        isOver = try await market.outside.query(
          """
          SELECT EXISTS (SELECT FROM reeve.erasure WHERE done_at IS NOT NULL)
            AND NOT EXISTS (
              SELECT FROM reeve.change c JOIN reeve.change_reader r ON r.name = 'search'
                AND (c.xid, c.change_id) > (r.xid, r.change_id))
          """
        )[0].get(0)
      }
      #expect(isOver)
      let after = try dump()
      for word in words {
        let bytes = Array(word.utf8)
        let forms = [
          word, bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
          String(Data(bytes).base64EncodedString().prefix(while: { $0 != "=" }).dropLast()),
        ]
        for form in forms {
          let found = after.split(separator: "\n").filter {
            $0.range(of: form, options: .caseInsensitive) != nil
          }
          #expect(found.isEmpty, "\(form): \(found.prefix(3))")
        }
      }
      #expect(after.contains("a customer asks"), "what others wrote stays")
      #expect(try await market.enter("undelete user:1 --yes").status != 0)
      let recheck = try await market.outside.connectAndRecheck(as: market.senior)
      // The end of the window, which this test has moved.
      #expect(recheck == ["the action differs from what was sealed"])
    }
  }

  /// The whole database as text.
  private func dump() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "pg_dump", "--inserts", "--no-owner", "-d", try TestDatabase.current.conninfo(),
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}

extension Connection {
  /// What of the chain's commands the tables no longer bear out.
  fileprivate func connectAndRecheck(as login: String) async throws -> [String] {
    try await TestDatabase.current.connect(user: login).use {
      try await $0.query("SELECT problem FROM reeve.audit_recheck(1)").map { try $0.get(0) }
    }
  }
}
