import Postgres
import TestSupport
import Testing

@testable import Console

/// What stays of a collection that the catalog drops, and of a table that the app renames.
@Suite(.freshDatabase, .blocking)
struct GoneTests {
  @Test func `what was done in a collection that the catalog has dropped is seen and undone`()
    async throws
  {
    try await Market.run { market in
      let hidden = try market.run("hide product:1 --policy spam --for 1d --yes")
      #expect(hidden.status == 0, "\(hidden)")
      try await market.outside.execute(
        "UPDATE reeve.collection SET is_live = FALSE WHERE app = 'randevoo' AND name = 'product'"
      )
      let effects = try market.run("effects A1")
      #expect(effects.output.contains("product:1"), "\(effects)")
      let other = try market.run("--app buckit undo A1 --yes")
      #expect(other.status != 0, "\(other)")
      let undone = try market.run("undo A1 --yes")
      #expect(undone.status == 0 && undone.output.contains("product:1"), "\(undone)")
      let left: Int = try await market.outside.query(
        "SELECT count(*) FROM randevoo.products WHERE id = 1 AND hidden_until IS NOT NULL"
      )[0].get(0)
      #expect(left == 0)
    }
  }

  @Test func `a case about a table that the app has renamed is shown with its reports`()
    async throws
  {
    try await Market.run { market in
      try await market.outside.execute(
        "SELECT reeve.report_file('randevoo', 'product', '1', 'a copy', 'counterfeit', 'user:2')"
      )
      let queue = try market.run("queue")
      #expect(queue.output.contains("product:1"), "\(queue)")
      try await market.outside.execute("ALTER TABLE randevoo.products RENAME TO goods")
      let shown = try market.run("case C1")
      #expect(shown.output.contains("a copy"), "\(shown)")
      #expect(shown.errors.contains("cannot be read"), "\(shown)")
    }
  }
}
