import Postgres
import TestSupport
import Testing

@testable import Console

/// The verbs that act, against a real database.
@Suite(.freshDatabase, .blocking)
struct ActionVerbTests {
  @Test func `each kind of action is done, shown and taken back from the console`() async throws {
    try await Market.run { market in
      // Who has to approve what is another test's.
      try await market.outside.execute("DELETE FROM reeve.approval_rule")
      let before = try await market.digest()
      let rest = try await market.enter(
        "warn user:1 --policy spam --public \"Two offers of one thing.\" --why \"tip by a rival\" --yes",
        "note user:1 asked twice for a refund",
        "tag user:1 vip --for 30d",
        "tag user:1,user:2 partner --protect",
        "verify store:1",
        "limit user:1 bookings --policy spam --for 7d --yes",
        "suspend user:1 --policy spam --yes",
        "delete product:2 --policy counterfeit --yes",
        "show user:1",
        "history user:1"
      )
      #expect(rest.status == 0, "\(rest.errors)")
      for text in [
        "tag user:1 Anna Keller partner · no end", "verify store:1 Atelier Keller",
        "limit user:1 Anna Keller bookings · until", "suspend user:1 Anna Keller · until",
        "delete product:2 絹のスカーフ · erased after", "limit bookings until", "tag vip until",
        "tag partner, protects · A4", "asked twice for a refund", "tag vip",
      ] {
        #expect(rest.output.contains(text), "\(text): \(rest.output)")
      }
      let told = try await market.outside.query(
        "SELECT string_agg(arguments ->> 'reason', '|') FROM reeve.outbox WHERE action_id = 1"
      )
      #expect(try told[0].get(0) == "Two offers of one thing.")
      let back = try await market.enter(
        "undelete product:2 --yes",
        "unsuspend user:1 --yes",
        "unlimit user:1 bookings --yes",
        "unverify store:1 --yes",
        "untag user:1 partner --yes",
        "untag user:2 partner --yes",
        "untag user:1 vip --yes",
        "undo A1 --yes"
      )
      #expect(back.status == 0, "\(back.errors)")
      #expect(try await market.digest() == before)
      let again = try await market.enter("redo A1 --yes", "redo A3 --yes", "undo A1 --yes")
      #expect(again.status == 1)
      #expect(again.output.contains("  warn user:1 Anna Keller"), "\(again.output)")
      #expect(again.output.contains("tag user:1 Anna Keller vip · until"))
      #expect(again.errors.contains("A1 was already undone"))
      #expect(try await market.enter("redo A10 --yes").errors.contains("cannot be repeated"))
      #expect(try await market.enter("redo A99 --yes").status == 5)
      #expect(try await market.enter("untag user:1 vip --yes").status == 0)
      let left = try await market.outside.query("SELECT count(*) FROM reeve.mark")
      #expect(try left[0].get(0, as: Int.self) == 0)
    }
  }

  @Test func `what an action asks for is said with a way out`() async throws {
    try await Market.run { market in
      let moderator = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(moderator, "moderator")
      #expect(try await market.enter("tag user:1 partner --protect").status == 0)
      let cases: [(String, Int32, String)] = [
        ("warn user:1 --yes", 2, "--policy"), ("note user:1", 2, "needs user:42 \"…\""),
        ("tag user:1", 2, "needs user:42 TAG"), ("tag user:1 Vip", 2, "is not a tag"),
        ("suspend user:2 --policy fraud --yes", 2, "no duration of its own"),
        ("suspend user:2 --policy spam --forever", 2, "no flag `--forever`"),
        ("limit user:2 everything --policy spam --for 1d --yes", 2, "one of: bookings, stores"),
        ("hide reservation:1 --policy spam", 2, "`hide` is not declared for reservation"),
        ("delete product:1 --policy spam --yes", 4, "rank senior"),
        ("suspend user:1 --policy spam --yes", 4, "P1 needs a second person: protected"),
        ("untag user:1 partner --yes", 4, "rank senior"),
        ("untag user:1 other --yes", 5, "no `tag` is in force"),
      ]
      for (line, status, text) in cases {
        let run = try await market.enter(line, as: moderator)
        #expect(run.status == status, "\(line): \(run.errors)")
        #expect(run.errors.contains(text), "\(line): \(run.errors)")
      }
    }
  }

  @Test func `a limit enforcement in the app's own tables, whoever writes`() async throws {
    try await Market.run { market in
      let limited = try await market.enter(
        "limit user:2 bookings --policy spam --for 1d --yes",
        "limit store:1 listings --policy spam --forever --yes"
      )
      #expect(limited.status == 0, "\(limited.errors)")
      let booked = await #expect(throws: PostgresError.self) { try await market.book() }
      let listed = await #expect(throws: PostgresError.self) {
        try await market.outside.execute(
          """
          INSERT INTO randevoo.products (store_id, name, category, price, currency)
          VALUES (1, 'Copy', 'bags', 9, 'EUR')
          """
        )
      }
      for error in [booked, listed] {
        #expect(error?.sqlState?.code == "42501", "\(String(describing: error))")
      }
    }
  }
}
