import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// How often commands ask the server, beyond connecting and reading the catalog.
@Suite(.freshDatabase, .blocking)
struct RoundTripTests {
  @Test func `a search is one round trip, whatever is asked and found`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let worked = try await market.work(["search.sync": "{}"], sink: folder.path)
      #expect(worked.status == 0, "\(worked.errors)")
      try await watching(market.senior) { trips in
        for line in ["search silk", "search zzzz", "search silk --facets", "search silk --explain"]
        {
          let search = try await trips(line, 0)
          #expect(search.count == 1, "\(line): \(search)")
        }
        try await market.outside.execute(
          """
          DELETE FROM reeve.search_pointer p USING reeve.collection c
          WHERE c.collection_id = p.collection_id AND c.name = 'store'
          """
        )
        let half = try await trips("search silk", 0)
        #expect(half.count == 1, "\(half)")
      }
    }
  }

  @Test func `an act is three: its plan, itself behind BEGIN, its seal behind COMMIT`() async throws
  {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("user", 2, "spam", "spam", by: 1)
      #expect(try await market.enter("queue").status == 0)
      try await watching(market.senior) { trips in
        for line in [
          "ban user:4 --policy spam --for 7d --yes", "undo A1 --yes",
          "ban user:2 --policy spam --for 7d --case C1 --yes",
          "hide user:2 --policy spam --for 1d --case C1 --close upheld --yes",
        ] {
          let act = try await trips(line, 0)
          #expect(act.map(\.count) == [1, 3, 2], "\(line): \(act)")
          #expect(act.first?.joined().contains("_plan(") == true, "\(line): \(act)")
          #expect(act.last?.first == "COMMIT", "\(line): \(act)")
          #expect(act.last?.last?.contains("record_seal(") == true, "\(line): \(act)")
        }
      }
      let claims = try await market.outside.query(
        "SELECT count(*) FROM reeve.command WHERE kind = 'case.claim' AND outcome = 'done'"
      )
      #expect(try claims[0].get(0) == 1)
    }
  }

  @Test func `a plan that is refused is put on the record without being performed`() async throws {
    try await Market.run { market in
      let viewer = try await TestDatabase.current.login("vic", groups: ["reeve_viewer"])
      try await market.enlist(viewer, "viewer")
      #expect(try await market.enter("ban user:4 --policy spam --for 7d --yes").status == 0)
      #expect(try await market.enter("ban user:1 --policy fraud --forever --yes").status == 4)
      try await watching(viewer) { trips in
        for line in ["warn user:2 --policy spam --yes", "undo A1 --yes"] {
          let refused = try await trips(line, 4)
          #expect(refused.map(\.count) == [1, 3, 2], "\(line): \(refused)")
          #expect(refused.dropFirst().first?.last?.contains("attempt_record(") == true)
          #expect(!refused.joined().contains { $0.contains("_perform(") }, "\(refused)")
          #expect(!refused.joined().contains { $0.contains("case_act(") }, "\(refused)")
        }
        let approval = try await trips("approve P1 --yes", 4)
        #expect(!approval.joined().contains { $0.contains("_perform(") }, "\(approval)")
      }
    }
  }

  /// Lends a console that is connected and has read the catalog, which runs a line and returns the
  /// statements of each round trip that the line took.
  private func watching(
    _ login: String,
    _ body: (_ trips: (String, Int32) async throws -> [[String]]) async throws -> Void
  ) async throws {
    try await ServerProxy.run { proxy in
      let console = try MemoryConsole(as: login, through: proxy)
      #expect(await console.run("find user anna").code.rawValue == 0)
      try await body { line, status in
        let before = proxy.trips.count
        let run = await console.run(line)
        #expect(run.code.rawValue == status, "\(line): \(run.text)")
        return Array(proxy.trips[before...])
      }
      try await console.close()
    }
  }
}
