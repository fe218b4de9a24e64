import Glibc
import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase)
struct FlagTests {
  @Test func `flags report what changed, say why, and never act`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let key = try folder.key("a key of thirty-two bytes, no less", mode: 0o600)
      func look() async throws {
        // Transactions of other tests hold the log up, too.
        try await market.outside.wait(
          until: """
            SELECT pg_snapshot_xmin(pg_current_snapshot()) > coalesce(max(c.xid), '0')
            FROM reeve.change c
            """
        )
        let run = try await market.work(
          ["moderation.flag": "{}"],
          sink: folder.path,
          options: ["--link-key", key]
        )
        #expect(run.status == 0, "\(run.errors)")
      }
      try await market.outside.executeScript(
        """
        UPDATE randevoo.users SET created_at = now() - interval '5 days';
        UPDATE randevoo.products SET created_at = now() - interval '5 days';
        UPDATE randevoo.users SET email = 'Mara.Lind+1@gmail.com' WHERE id = 4;
        UPDATE randevoo.users SET email = 'maralind@googlemail.com', phone = '+39 333 1234567'
        WHERE id = 2;
        """
      )
      try await look()
      let quiet = try await market.enter("queue", "flags --output ndjson")
      #expect(quiet.errors.contains("nothing waits"), "\(quiet.output)")
      #expect(quiet.output.contains(#""name":"price-bait","collection":"product","kind":"price""#))
      #expect(!quiet.output.contains("no worker has a link key"))

      try await market.outside.executeScript(
        """
        UPDATE randevoo.users SET created_at = now() - interval '3 hours' WHERE id = 1;
        UPDATE randevoo.products SET name = E'Silk \\x1b[31m repl1cas' WHERE id = 1;
        INSERT INTO randevoo.products (store_id, name, category, price, currency, created_at)
        SELECT 1, 'Bag ' || n, 'bags', 100, 'EUR', now() - n * interval '4 minutes'
        FROM generate_series(1, 14) n;
        """
      )
      let tried = try await market.enter("flags test listing-flood", "flags test counterfeit-words")
      #expect(tried.status == 0, "\(tried.errors)")
      #expect(
        tried.output.contains("14 × product in 52 min by a user 3 h old; limit 10 in 1h"),
        "\(tried.output)"
      )
      #expect(tried.output.contains("“replicas” (near “replica”)"), "\(tried.output)")
      let before: Int = try await market.outside.query("SELECT count(*) FROM reeve.report")[0]
        .get(0)
      #expect(before == 0, "what is tried is not reported")
      try await look()
      try await look()
      let found = try await market.enter("queue --output tsv", "flags", "case C1", "case C2")
      #expect(found.output.contains("product\t1\tSilk"), "\(found.output)")
      #expect(found.output.contains("user\t1\tAnna Keller"), "\(found.output)")
      #expect(found.output.contains("rule randevoo/listing-flood"), "\(found.output)")
      #expect(found.output.contains("listing-flood: 14 × product in 52 min"), "\(found.output)")
      expectHarmless(found.output.utf8.filter { $0 != 0x0A && $0 != 0x09 })

      // Whoever is banned has another account.
      let linked = try await market.enter("links user:4")
      #expect(linked.output.contains("Zoë Brooks  email (2 accounts)"), "\(linked.output)")
      #expect(linked.output.contains("almost surely, 0.95"))
      let banned = try await market.enter(
        "ban user:4 --policy fraud --for 7d --yes",
        "links user:2"
      )
      #expect(banned.status == 0, "\(banned.errors)")
      #expect(banned.output.contains("banned by A1"), "\(banned.output)")
      try await look()
      let again = try await market.enter("queue --in user --policy fraud --output tsv", "case C3")
      #expect(again.output.contains("user\t2\tZoë Brooks"), "\(again.output)")
      #expect(
        again.output.contains(
          "ban-evasion: same email as user:4, banned by A1; suspend for 7d is proposed"
        ),
        "\(again.output)"
      )

      // They register again, by the app's login, with an address that the provider has verified.
      try await market.outside.executeScript(
        """
        SET ROLE randevoo_app;
        SELECT randevoo.user_register('Mara', 'Lind', 'google', 'again', 'mara.lind@gmail.com');
        RESET ROLE;
        """
      )
      try await look()
      let third = try await market.enter("queue --in user --policy fraud --output tsv")
      #expect(third.output.contains("Mara Lind"), "\(third.output)")
      let doubled = try await market.enter(
        "duplicates user",
        "links 1",
        "duplicates user --by email --json group,subject,shares,verified,accounts,ban",
        "duplicates user --by nothing"
      )
      #expect(doubled.output.contains("Mara Lind"), "\(doubled.output)")
      #expect(
        doubled.output.contains(
          #"{"group":1,"subject":"user:2","shares":"email","verified":false,"accounts":3,"ban":null}"#
        ),
        "\(doubled.output)"
      )
      #expect(doubled.output.contains(#""subject":"user:4""#) && doubled.output.contains(#""A1""#))
      #expect(!doubled.output.contains("gmail") && !doubled.output.contains("1234567"))
      #expect(doubled.errors.contains("declares no identifier nothing of user"))
      let acts: Int = try await market.outside.query("SELECT count(*) FROM reeve.action")[0].get(0)
      #expect(acts == 1, "only the moderator acted")
      let dump: String = try await market.outside.query(
        """
        SELECT string_agg(to_jsonb(i)::text, ' ') || (SELECT string_agg(to_jsonb(k)::text, ' ')
          FROM reeve.identifier_key k) FROM reeve.identifier i
        """
      )[0].get(0)
      #expect(!dump.contains("mara") && !dump.contains("1234567") && !dump.contains("thirty"))
    }
  }

  @Test func `what flags and links cannot do is told`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      for (bytes, mode, reason) in [
        ("short", mode_t(0o600), "cannot use as a secret (one line of 16 to 4096 bytes)"),
        ("a key of thirty-two bytes, no less", 0o640, "is a secret that others can read"),
      ] {
        let run = try await market.work(
          [:],
          sink: folder.path,
          options: ["--link-key", try folder.key(bytes, mode: mode)]
        )
        #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
        #expect(!run.errors.contains(bytes), "the key is not told")
      }
      let missing = try await market.work(
        [:],
        sink: folder.path,
        options: ["--link-key=\(folder.path)/nowhere"]
      )
      #expect(missing.status == 2 && missing.errors.contains("cannot open "), "\(missing.errors)")

      let links = try await market.enter("links user:1")
      #expect(links.status == 0 && links.errors.contains("not all of user has been read"))
      #expect(links.errors.contains("no worker has a link key"), "\(links.errors)")
      #expect(try await market.enter("links product:1").status == 5)
      #expect(try await market.enter("links user:99").status == 5)
      #expect(try await market.enter("flags test nothing").status == 5)
      #expect(try await market.enter("flags test").status == 2)
      #expect(try await market.enter("flags now").status == 2)
      let viewer = try await TestDatabase.current.login(rank: "viewer")
      try await market.enlist(viewer, "viewer")
      #expect(try await market.enter("links user:1", as: viewer).status == 4)
      #expect(
        try await market.enter("flags", as: viewer).output.contains("no worker has a link key")
      )

      // A worker that has no key leaves the work to those that have.
      let key = try folder.key("a key of thirty-two bytes, no less", mode: 0o600)
      let kinds = ["moderation.flag": "{}"]
      let first = try await market.work(kinds, sink: folder.path, options: ["--link-key", key])
      #expect(first.status == 0, "\(first.errors)")
      let keyless = try await market.work(kinds, sink: folder.path)
      #expect(keyless.errors.contains("this worker has no link key"), "\(keyless.errors)")
    }
  }
}

extension TemporaryFolder {
  /// Writes a file that holds a key.
  fileprivate func key(_ text: String, mode: mode_t) throws -> String {
    try write("key", "\(text)\n")
    try #require(chmod(self["key"], mode) == 0)
    return self["key"]
  }
}
