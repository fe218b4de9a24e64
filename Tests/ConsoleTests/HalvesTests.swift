import Postgres
import TestSupport
import Testing

@testable import Console

/// Undos that meet somebody else, and batches that come back a part at a time.
@Suite(.freshDatabase, .blocking)
struct HalvesTests {
  @Test func `an undo while another acts is refused, and leaves the other's work`() async throws {
    try await Market.run { market in
      let before = try await market.digest()
      let other = try await TestDatabase.current.login("other", groups: ["reeve_senior"])
      try await market.enlist(other, "senior")
      #expect(try market.run("hide product:1 --policy spam --yes").status == 0)
      let colleague = try await TestDatabase.current.connect(user: other)
      try await colleague.withTransaction { transaction in
        _ = try await transaction.query(
          """
          SELECT reeve.action_perform('hide', 'randevoo', 'product', '1',
            '{"policy": "counterfeit"}', NULL)
          """
        )
        let busy = try market.run("undo A1 --yes")
        #expect(busy.status == 1)
        #expect(busy.errors.contains("somebody else is changing"), "\(busy.errors)")
        #expect(busy.errors.contains(other), "\(busy.errors)")
        #expect(!busy.output.contains("done"))
      }
      await colleague.close()
      let undone = try market.run("undo A1 --yes")
      #expect(undone.status == 0, "\(undone.errors)")
      let shown = try market.run("show product:1")
      #expect(shown.output.contains("by A2 · `undo A2`"), "\(shown.output)")
      #expect(try market.run("undo A2 --yes").status == 0)
      #expect(try await market.digest() == before)
    }
  }

  @Test func `a batch undone by halves comes back whole`() async throws {
    try await Market.run { market in
      let before = try await market.digest()
      #expect(try market.run("select @both product:1 product:2").status == 0)
      #expect(try market.run("hide @both --policy fraud --yes").status == 0)
      // Two frauds of one person are six strikes, which is a case.
      #expect(try market.run("queue").output.contains("user:1"))
      // What somebody else is at is left, and named.
      let holder = try await TestDatabase.current.connect()
      try await holder.withTransaction { transaction in
        _ = try await transaction.query("SELECT id FROM randevoo.products WHERE id = 1 FOR UPDATE")
        let half = try market.run("undo B1 --yes")
        #expect(half.status == 0, "\(half.errors)")
        #expect(half.output.contains("1 of 2 subjects"), "\(half.output)")
        #expect(half.errors.contains("1 skipped: `batch B2` says why"), "\(half.errors)")
        #expect(try market.run("batch B2").output.contains("busy"))
        // Six were proposed for, three are left.
        #expect(!(try market.run("queue").output.contains("user:1")))
        #expect(try market.run("strikes user:1").errors.contains("3"))
      }
      await holder.close()
      let rest = try market.run("undo B1 --yes")
      #expect(rest.status == 0, "\(rest.errors)")
      #expect(rest.output.contains("1 of 1 subject"), "\(rest.output)")
      #expect(try market.run("undo B1 --yes").status == 1)
      #expect(try market.run("strikes user:1").errors.contains("0"))
      #expect(try await market.digest() == before)
    }
  }

  @Test func `what cannot come back at all is refused, by plan and by act`() async throws {
    try await Market.run { market in
      try await market.book()
      let revoked = try market.run("revoke reservation:3 --policy abuse --yes")
      #expect(revoked.status == 0, "\(revoked.errors)")
      for line in ["undo A1 --dry-run", "undo A1 --yes"] {
        let undo = try market.run(line)
        #expect(undo.status == 4, "\(line): \(undo.errors)")
        #expect(undo.errors.contains("nothing that A1 changed can be restored"), "\(undo.errors)")
        #expect(!undo.output.contains("done"))
      }
      let state: String = try await market.outside.query(
        "SELECT state FROM randevoo.reservations WHERE id = 3"
      )[0].get(0)
      #expect(state == "revoked")
      let record = try market.run("audit --output csv --refused")
      #expect(record.output.contains("undo,randevoo/reservation:3,refused,final"))
    }
  }
}
