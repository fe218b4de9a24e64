import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase)
struct MergeTests {
  @Test func `two accounts become one, both say so, and an undo parts them`() async throws {
    try await Market.run { market in
      let plan = try await market.enter("merge user:1 into user:2 --dry-run")
      #expect(
        plan.output.contains("merge user:1 Anna Keller into user:2 Zoë Brooks"),
        "\(plan.output)"
      )
      #expect(plan.output.contains("phones.user_id stays with user:1: A user has one number."))
      let done = try await market.enter(
        "merge user:1 into user:2 --why \"signed up twice\" --yes",
        "show user:1",
        "show user:2",
        "list user:2 store"
      )
      #expect(done.status == 0, "\(done.errors)")
      for text in [
        "merge user:1 Anna Keller into user:2", "merged into user:2",
        "user:1 was merged into this one", "merge of user:1", "Atelier Keller",
      ] {
        #expect(
          (done.output + done.errors).contains(text),
          "\(text): \(done.output) \(done.errors)"
        )
      }
      let back = try await market.enter("unmerge user:1 --yes", "show user:2", "list user:1 store")
      #expect(back.status == 0, "\(back.errors)")
      #expect(!back.output.contains("was merged"), "\(back.output)")
      #expect(back.output.contains("Atelier Keller"), "\(back.output)")
      #expect(try await market.enter("redo A1 --yes").status == 0)
    }
  }

  @Test func `what a merge asks for is said with a way out`() async throws {
    try await Market.run { market in
      let cases: [(String, Int32, String)] = [
        ("merge user:1", 2, "say which account stays"), ("merge user:1 into", 2, "merge"),
        ("merge user:1 into user:2 user:3", 2, "merge"),
        ("merge user:1 into user:1 --yes", 2, "cannot be merged into itself"),
        ("merge user:1 into user:99 --yes", 5, "there is no user:99"),
        ("merge user:1 into store:1 --yes", 2, "are not accounts of one collection"),
        ("merge store:1 into store:1 --yes", 2, "does not say what moves"),
        ("merge user:1 into user:2 --for 7d", 2, "neither `--for` nor `--close`"),
      ]
      for (line, status, text) in cases {
        let run = try await market.enter(line)
        #expect(run.status == status, "\(line): \(run.errors)")
        #expect(run.errors.contains(text), "\(line): \(run.errors)")
      }
      #expect(try await market.enter("ban user:2 --policy spam --for 7d --yes").status == 0)
      let barred = try await market.enter("merge user:1 into user:2 --yes")
      #expect(barred.status != 0 && barred.errors.contains("despite the ban"), "\(barred.errors)")
      let done = try await market.enter("merge user:1 into user:2 --despite-ban --yes")
      #expect(done.status == 0, "\(done.errors)")
      #expect(
        try await market.outside.query("SELECT hidden_until > now() FROM randevoo.stores")[0]
          .get(0, as: Bool.self)
      )
    }
  }
}
