import Foundation
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// From a row to its neighbours, and to what an action touched and left.
@Suite(.freshDatabase, .blocking)
struct ListTests {
  @Test func `a row leads to what belongs to it, by conditions, in order, page by page`()
    async throws
  {
    try await Market.run { market in
      try await market.book()
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("show user:1", ExitStatus.ok, "1 × store  `list user:1 store`"),
        ("show store:1", .ok, "owner  user:1 Anna Keller"), ("list _", .ok, "2 × product"),
        ("list _ product --sort -price", .ok, "1  product:1  Silk bag      120.00"),
        ("list product --where 'price<100'", .ok, "product:2  絹のスカーフ  80.00"),
        ("list product --where price<100 --where currency=USD", .ok, "nothing found"),
        ("list product --where category=bags --where category=scarves", .ok, "product:2"),
        ("list product --limit 1", .ok, "the first 1; `more` shows the next"),
        ("more", .ok, "1  product:2"), ("more", .notFound, "had no more rows"),
        ("list user:2 reservation --via customer --where state=approved", .ok, "1  reservation:3"),
        ("show 1", .ok, "customer  user:2 Zoë Brooks"),
        ("list user:2 reservation --where 'slot_start>+4d'", .ok, "reservation:3"),
        ("list user --where email=x", .usage, "email is personal"),
        ("list user --where cheap=1", .usage, "user has no field cheap"),
        ("list product --where price", .usage, "`price` is not a condition"),
        ("list product --where price~1", .usage, "is not a condition"),
        ("list product --where price>x", .usage, "a value does not fit its field"),
        ("list product --where sizes=x", .usage, "sizes is text[]"),
        ("list user:1 product", .usage, "no product belongs to a user"),
        ("list chair", .notFound, "chair"), ("list user:9", .notFound, "there is no user:9"),
        ("find product silk --where price>100", .ok, "1  product:1"),
        ("find product --where price>100 --hidden", .usage, "cannot be combined"),
        ("list", .ok, "reservation"),
        (
          "select @cheap list store:1 product --where price<100", .ok,
          "@cheap  1 × product"
        ),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
      // As large as the statistics say.
      try await market.outside.execute(
        "UPDATE pg_class SET reltuples = 234567 WHERE oid = 'randevoo.products'::regclass"
      )
      for (line, isSlow) in [
        ("list product --where category=bags", true), ("list product --sort -price", true),
        ("list product", false), ("list store:1 product --where category=bags", false),
        ("list product --where id=1", false), ("find product silk --where category=bags", false),
      ] {
        let run = await console.run(line)
        #expect(run.code == .ok, "\(line): \(run.text)")
        let isTold = run.text.contains("about 234,567 rows of product")
        #expect(isTold == isSlow, "\(line): \(run.text)")
      }
      let rows = try await market.enter("list product --sort price --output csv")
      #expect(
        rows.output == "subject,label,price,state\nproduct:2,絹のスカーフ,80.00,\"\"\n"
          + "product:1,Silk bag,120.00,\"\"\n",
        "\(rows.output)"
      )
      try await console.close()
    }
  }

  @Test func `what a ban leaves to decide is listed, decided, and gone when the ban is undone`()
    async throws
  {
    try await Market.run { market in
      try await market.book()
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("left", ExitStatus.ok, "nothing is left to decide"),
        ("ban user:1 --policy fraud --for 7d --dry-run --all", .ok, "state: pending → held"),
        ("ban user:1 --policy fraud --for 7d --all", .usage, "goes with `--dry-run`"),
        ("ban user:1 --policy fraud --for 7d --dry-run --all --output csv", .ok, "reservation:3,"),
        ("ban user:1 --policy fraud --for 7d --yes", .ok, "done  A1"),
        ("effects A1", .ok, "hidden_until: – → "), ("effects A1", .ok, "state: pending → held"),
        ("left", .ok, "1  reservation:3"), ("left A1", .ok, "A1"),
        ("revoke 1 --policy fraud --yes", .ok, "done  A2"),
        ("left", .ok, "nothing is left to decide"), ("show A1", .ok, "Anna Keller"),
        ("effects A9", .notFound, "there is no action A9"),
        ("left A9", .notFound, "there is no action A9"),
        ("undo A1 --yes", .ok, "undid A1"), ("effects A1", .ok, "yes"),
        ("left", .ok, "nothing is left to decide"),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
      try await console.close()
    }
  }
}
