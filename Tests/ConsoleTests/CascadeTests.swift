import Postgres
import TestSupport
import Testing

@testable import Console

/// What a banned product brings down in Randevoo, and what is left for an admin to decide.
@Suite(.freshDatabase, .blocking)
struct CascadeTests {
  @Test func `a banned product leaves reservations, and what was approved is kept or revoked`()
    async throws
  {
    try await Market.run { market in
      try await market.book()
      try await market.outside.executeScript(
        """
        SET ROLE randevoo_owner;
        INSERT INTO randevoo.product_variants (product_id, stock) VALUES (1, 9), (2, 9);
        INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id)
        VALUES (1, 1, 1), (2, 1, 1), (2, 2, 2), (3, 1, 1);
        RESET ROLE;
        """
      )
      let ban = "ban product:1 --policy counterfeit --for 30d"
      let revoke = "revoke reservation:3 --policy counterfeit"
      let cases: [(String, Int32, String)] = [
        ("\(ban) --dry-run", 0, "changes        1  pending reservation without another product"),
        ("\(ban) --dry-run", 0, "leaves         1  approved reservation with it"),
        ("\(ban) --dry-run", 0, "3  people, 3 notices, held 60 s  "),
        ("\(ban) --dry-run", 0, "Zoë Brooks"), ("\(ban) --yes", 0, "done  A1  ban product:1"),
        ("\(revoke) --dry-run", 0, "cannot be undone"), (revoke, 4, "Add --yes"),
        ("\(revoke) --public \"The bag was a copy.\" --yes", 0, "revoke reservation:3"),
        ("\(revoke) --yes", 1, "cannot revoke"),
        ("revoke reservation:2 --policy counterfeit --yes", 1, "not in a state that allows it"),
        ("why reservation:3", 0, "The bag was a copy."), ("strikes user:2", 0, "no strikes"),
        ("unban product:1 --yes", 0, "not restored: reservation:1"),
        ("hide product:2 --policy spam --for 1d --yes", 0, "done  A"),
        ("left", 0, "reservation:2"),
      ]
      for (line, status, text) in cases {
        let run = try market.run(line)
        #expect(run.status == status, "\(line): \(run.output)\(run.errors)")
        #expect((run.output + run.errors).contains(text), "\(line): \(run.output)\(run.errors)")
      }
      let states: String = try await market.outside.query(
        "SELECT string_agg(state, ' ' ORDER BY id) FROM randevoo.reservations WHERE id < 4"
      )[0].get(0)
      #expect(states == "cancelled pending revoked")
      let told: String = try await market.outside.query(
        """
        SELECT string_agg(template || ' ' || key, ', ' ORDER BY template, key) FROM reeve.outbox
        WHERE template IN (
          'product-left', 'product-withdrawn', 'reservation-revoked', 'store-reservation-revoked')
        """
      )[0].get(0)
      #expect(told.hasPrefix("product-left 4, product-withdrawn 2, reservation-revoked 2, "))
      #expect(told.hasSuffix(", store-reservation-revoked 1"))
    }
  }
}
