import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// Commands against a real database, on a terminal in memory.
@Suite(.freshDatabase)
struct CommandRunTests {
  @Test(arguments: [
    ("Anna Keller", "P1 needs a second person"), (" Anna  Keller ", "P1 needs"),
    ("Anna", "nothing was changed"), ("y", "nothing was changed"), (nil, "nothing was changed"),
  ])
  func `a severe act goes ahead once the name is typed`(
    answer: String?,
    text: String
  ) async throws {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior, answers: [answer])
      let ban = await console.run("ban user:1 --policy fraud --forever")
      #expect(ban.code == .refused)
      #expect(ban.text.contains(text), "\(ban.text)")
      #expect(
        console.questions == ["Severe. Type the name, Anna Keller, to go ahead: "],
        "\(console.questions)"
      )
    }
  }

  @Test func `one question decides a plan for one, for many and for a batch, and a dry run none`()
    async throws
  {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior, answers: ["y", "2", "2"])
      for (line, text) in [
        ("hide product:1,product:2 --policy spam --dry-run", "all together: 2 subjects"),
        ("hide product:1,product:2 --policy spam", "done  A2"), ("undo A2", "undid A2"),
        ("undo A1 --dry-run", "undo A1, the hide of product:1"),
        ("select @both product:1,product:2", "@both  2 × product"),
        ("hide @both --policy spam", "done  B1"), ("undo B1", "done  B2  undo B1"),
      ] {
        let run = await console.run(line)
        #expect(run.code == .ok && run.text.contains(text), "\(line): \(run.text)")
      }
      let number = "Severe. Type the number of subjects, 2, to go ahead: "
      #expect(console.questions == ["Go ahead? [y/N] ", number, number])
    }
  }

  @Test func `where nobody can be asked, what changes data wants a yes, and a note does not`()
    async throws
  {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("warn user:1 --policy spam", ExitStatus.refused, "there is no terminal to ask"),
        ("warn user:1 --policy spam --yes", .ok, "done  A1"),
        ("note user:1 \"asked twice\"", .ok, "done  A2"),
        ("undo A1", .refused, "there is no terminal to ask"),
        ("undo A+1 --yes", .usage, "not a valid action"),
        ("undo A-1 --yes", .usage, "not a valid action"), ("undo A1 --yes", .ok, "undid A1"),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
    }
  }

  @Test func `an action's number names what it was done to`() async throws {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior)
      #expect(await console.run("warn user:2 --policy spam --yes").code == .ok)
      for line in ["history A1", "show A1", "audit what A1", "history _"] {
        let run = await console.run("\(line) --output ndjson")
        #expect(run.code == .ok && run.text.contains("warn") == !line.hasPrefix("show"), "\(run)")
      }
      #expect(await console.run("show A1").text.contains("user:2 Zoë Brooks"))
      let none = await console.run("history A9")
      #expect(none.code == .notFound && none.text.contains("there is no action A9"), "\(none)")
    }
  }

  @Test func `an approval may record what nothing enforces, as its proposer said`() async throws {
    try await Market.run { market in
      try await market.outside.execute("UPDATE reeve.collection SET enforcement = 'none'")
      let other = try await TestDatabase.current.login("other", groups: ["reeve_senior"])
      try await market.enlist(other, "senior")
      let first = try MemoryConsole(as: market.senior)
      let refused = await first.run("ban user:1 --policy fraud --forever --yes")
      #expect(refused.text.contains("recorded, NOT enforced"), "\(refused.text)")
      let proposed = await first.run("ban user:1 --policy fraud --forever --yes --record-only")
      #expect(proposed.text.contains("P1 needs a second person"), "\(proposed.text)")
      let approved = try await MemoryConsole(as: other).run("approve P1 --yes")
      #expect(
        approved.code == .ok && approved.text.contains("  ban user:1 Anna Keller"),
        "\(approved.text)"
      )
    }
  }

  @Test func `what several apps have of a text is listed by rank`() async throws {
    try await Market.run { market in
      let sample = try Run([
        "sample", "load", "findspot", "--schema-only", "--dsn",
        try TestDatabase.current.conninfo(),
      ])
      #expect(sample.status == 0, "\(sample.errors)")
      try await market.outside.executeScript(
        """
        INSERT INTO findspot.users(uid, nickname) VALUES ('u1', 'Uma');
        INSERT INTO findspot.places(name, city, description, latitude, longitude)
        VALUES ('Silk', 'Berlin', 'A shop.', 52.5, 13.4),
          ('Harbour', 'Kiel', 'They sell bags of silk, and much else besides.', 54.3, 10.1);
        """
      )
      for app in ["findspot", "randevoo"] {
        try await market.outside.execute(
          "SELECT reeve.enqueue('search.sync', '{}', app => $1)",
          [app]
        )
      }
      let folder = try TemporaryFolder()
      let work = try Run(
        market.arguments(["work", "--once", "--sink", folder.path], as: "reeve_worker")
      )
      #expect(work.status == 0, "\(work.errors)")
      let console = try MemoryConsole(as: market.senior)
      let found = await console.run("search silk --output tsv")
      #expect(found.code == .ok, "\(found.text)")
      let rows = found.text.split(separator: "\n").map { $0.split(separator: "\t") }
      let ranks = rows.compactMap { $0.last.flatMap { Double($0) } }
      #expect(ranks.count == 3 && ranks == ranks.sorted(by: >), "\(found.text)")
      #expect(
        Set(rows.map { $0[0].prefix { $0 != ":" } }) == ["place", "product"],
        "\(found.text)"
      )
    }
  }
}
