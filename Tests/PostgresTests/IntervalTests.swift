import TestSupport
import Testing

@testable import Postgres

/// An interval in words: as the server writes it.
@Suite(.freshDatabase)
struct IntervalTests {
  @Test func `an interval is printed as PostgreSQL writes it`() async throws {
    var random = SeededGenerator.forThisTest()
    func number(_ most: Int64) -> Int64 {
      [0, 1, -1, .random(in: -most...most, using: &random)].randomElement(using: &random) ?? 0
    }
    let connection = try await TestDatabase.current.connect()
    for _ in 0..<300 {
      let interval = Interval(
        months: Int32(number(40)),
        days: Int32(number(40)),
        microseconds: number(40) * 3_600_000_000 + number(90_000_000)
      )
      let rows = try await connection.query(
        "SELECT ($1::int * interval '1 month' + $2::int * interval '1 day' "
          + "+ $3::bigint * interval '1 microsecond')::text",
        [interval.months, interval.days, interval.microseconds]
      )
      #expect(try "\(interval)" == rows[0].get(0, as: String.self))
    }
    await connection.close()
  }
}
