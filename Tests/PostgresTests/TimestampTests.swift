import Postgres
import TestSupport
import Testing

@Suite
struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01 00:00:00+00", 0), ("1969-12-31 23:59:59.999999+00", -1),
    ("2026-11-21 12:30:00.5+00", 1_795_264_200_500_000),
    ("2026-11-21 13:30:00.5+01", 1_795_264_200_500_000),
    ("2026-11-21 07:00:00.5-05:30", 1_795_264_200_500_000),
    ("2000-02-29 00:00:00+00", 951_782_400_000_000),
    ("1890-01-01 00:53:28+00:53:28", -2_524_521_600_000_000),
    ("0001-01-01 00:00:00+00", -62_135_596_800_000_000),
    ("0001-12-31 00:00:00+00 BC", -62_135_683_200_000_000),
  ])
  func `the server's form is read`(text: String, microseconds: Int64) throws {
    #expect(try Timestamp(postgresText: Array(text.utf8).span).microseconds == microseconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21 12:30:00", "21/11/2026 12:30:00 CET", "2026-11-21 12:30:00 CET",
    "2026-13-01 00:00:00+00", "2026-11-21 24:00:00+00", "2026-02-29 00:00:00+00",
    "2026-11-21 12:30+00", "26-11-21 1:0:0+00",
    "2026-11-21 12:30:00.+00", "2026-11-21 12:30:00+", "2026-11-21 12:30:00+00 AD", "infinity ",
    "2026-11-21 12:30:00.1234567+00", "294276-12-31 23:59:59+00",
  ])
  func `what names no instant is refused`(text: String) {
    #expect(throws: MalformedValue.self) { try Timestamp(postgresText: Array(text.utf8).span) }
  }

  @Test
  func `the infinities are beyond every instant`() throws {
    #expect(try Timestamp(postgresText: Array("infinity".utf8).span) == .infinity)
    #expect(try Timestamp(postgresText: Array("-infinity".utf8).span) == .negativeInfinity)
    #expect(Timestamp.negativeInfinity < Timestamp(microseconds: 0))
    #expect(Timestamp(microseconds: 0) < .infinity)
    #expect(!Timestamp.infinity.isFinite)
    #expect(Timestamp.infinity.description == "infinity")
  }

  @Test
  func `random instants come back`() throws {
    var random = SeededGenerator.forThisTest()
    for _ in 0..<5000 {
      // 4713 BC ... 290,000 AD: what the server and the type have in common.
      let microseconds = Int64.random(
        in: -210_000_000_000_000_000...9_000_000_000_000_000_000,
        using: &random
      )
      let instant = Timestamp(microseconds: microseconds)
      #expect(try Timestamp(postgresText: Array(instant.postgresText.utf8).span) == instant)
    }
  }
}
