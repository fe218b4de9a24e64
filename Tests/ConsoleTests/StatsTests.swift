import TestSupport
import Testing

@Suite(.freshDatabase)
struct StatsTests {
  @Test func `stats draws shares and days for people, and gives programs the numbers`() async throws
  {
    try await Market.run { market in
      let all = try market.run("stats")
      #expect(all.status == 0 && all.output.contains("A DAY"), "\(all)")
      for line in ["stats product", "stats store:1", "stats user:1 --days 7"] {
        let run = try market.run(line)
        #expect(run.status == 0 && run.output.contains("COUNT"), "\(line): \(run)")
      }
      let shares = try market.run("stats product").output
      #expect(shares.contains("█") && shares.contains("%") && shares.contains("store:1"))
      let json = try market.run("stats product --output json").output
      #expect(json.contains(#"{"topic":"rows","value":null,"amount":"#), "\(json)")
      #expect(!json.contains("█"))
      for wrong in ["stats --days 400", "stats nothing", "stats product extra", "stats user:none"] {
        #expect(try market.run(wrong).status != 0, "\(wrong)")
      }
      #expect(try market.run("stats user").output.contains("@") == false)
    }
  }
}
