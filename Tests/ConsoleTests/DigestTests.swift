import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase)
struct DigestTests {
  @Test func `a digest of a day is shown, and written as a page`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let today = try await market.outside.query(
        "SELECT (now() AT TIME ZONE 'UTC')::date::text"
      )[0].get(0, as: String.self)
      let page = folder["digest.html"]
      let run = try await market.enter(
        "hide product:1 --policy counterfeit --for 1d --yes",
        "digest --date \(today) --page \(page) --output tsv",
        "digest --json section,figure,amount --output ndjson"
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("\(today)\tactions\ttaken\t1\t"), "\(run.output)")
      #expect(run.output.contains(#"{"section":"actions","figure":"taken","amount":0}"#))
      let html = String(decoding: try #require(contents(of: page)), as: UTF8.self)
      #expect(html.contains("<title>Digest") && html.contains("<h2>queues now</h2>"), "\(html)")
      #expect(html.contains("<td>taken<td>1"), "\(html)")

      for date in ["yesterday", "2026-02-30", "2026-11", "infinity"] {
        #expect(try await market.enter("digest --date \(date)").status == 2, "\(date)")
      }
      #expect(try await market.enter("digest --date 2999-01-01").status != 0)
      #expect(try await market.enter("digest --page /nowhere/digest.html").status != 0)
      let viewer = try await TestDatabase.current.login(rank: "viewer")
      try await market.enlist(viewer, "viewer")
      #expect(try await market.enter("digest", as: viewer).output.contains("open cases"))
    }
  }
}
