import Postgres
import TestSupport
import Testing

/// Random expressions, zones and moments: `reeve.cron_next` against a walk over every minute around
/// the answer, which knows neither bits nor offsets.
@Suite(.freshDatabase)
struct CronTests {
  /// One field of an expression: what is written and what it means.
  private struct Field {
    var text: String
    var values: Set<Int>

    /// Every value.
    static func any(_ range: ClosedRange<Int>) -> Field { Field(text: "*", values: Set(range)) }

    /// One to three items of any kind.
    static func random(
      _ range: ClosedRange<Int>,
      names: [String] = [],
      _ random: inout SeededGenerator
    ) -> Field {
      var field = Field(text: "", values: [])
      func name(_ value: Int) -> String {
        let place = value - range.lowerBound
        return names.indices.contains(place) && Bool.random(using: &random)
          ? names[place] : String(value)
      }
      for item in 0..<Int.random(in: 1...3, using: &random) {
        let low = Int.random(in: range, using: &random)
        let high = Int.random(in: low...range.upperBound, using: &random)
        let step = Int.random(in: 1..<range.count, using: &random)
        field.text += item == 0 ? "" : ","
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
          field.text += "*/\(step)"
          field.values.formUnion(
            stride(from: range.lowerBound, through: range.upperBound, by: step)
          )
        case 1:
          field.text += "\(name(low))-\(name(high))/\(step)"
          field.values.formUnion(stride(from: low, through: high, by: step))
        case 2:
          field.text += "\(low)/\(step)"
          field.values.formUnion(stride(from: low, through: range.upperBound, by: step))
        case 3:
          field.text += "\(name(low))-\(name(high))"
          field.values.formUnion(low...high)
        default:
          field.text += name(low)
          field.values.insert(low)
        }
      }
      return field
    }
  }

  private struct Expression {
    var second = Field(text: "", values: [0])
    var minute = Field.any(0...59)
    var hour = Field.any(0...23)
    var day = Field.any(1...31)
    var month = Field.any(1...12)
    var weekday = Field.any(0...6)
    var isLast = false

    init(_ random: inout SeededGenerator) {
      let months = [
        "JAN", "feb", "Mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
      ]
      let weekdays = ["sun", "MON", "tue", "wed", "Thu", "fri", "sat"]
      func often(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &random) < share }
      if often(20) { second = .random(0...59, &random) }
      if often(85) { minute = .random(0...59, &random) }
      if often(70) { hour = .random(0...23, &random) }
      if often(25) { day = .random(1...31, &random) }
      if often(20) { month = .random(1...12, names: months, &random) }
      if often(25) { weekday = .random(0...6, names: weekdays, &random) }
      if often(5) {
        day.text += ",L"
        isLast = true
      }
    }

    var text: String {
      let all = [second, minute, hour, day, month, weekday].map(\.text)
      return all.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Vixie's rule: a field that begins with a star restricts beside the other, else either is
    /// enough.
    var needsBoth: Bool { day.text.hasPrefix("*") || weekday.text.hasPrefix("*") }

    /// Whether any month has such a day.
    var isPossible: Bool {
      let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      return !needsBoth || isLast
        || month.values.contains { lengths[$0 - 1] >= day.values.min() ?? 99 }
    }
  }

  private static let odd = [
    "Australia/Lord_Howe", "Africa/Casablanca", "Antarctica/Troll", "Pacific/Apia", "Asia/Beirut",
    "America/Sao_Paulo", "America/Havana", "Pacific/Chatham", "Asia/Kathmandu", "Europe/Dublin",
    "America/Santiago", "Asia/Gaza", "Europe/Berlin", "America/Caracas", "Asia/Pyongyang", "UTC",
  ]

  @Test func `the next occurrence is the one that a walk over the minutes finds`() async throws {
    var random = SeededGenerator.forThisTest()
    try await withDatabase { database in
      // One of them lives in the session's zone, which must not matter.
      try await database.execute("SET TimeZone = 'America/New_York'")
      let names = try await database.query(
        "SELECT name FROM pg_timezone_names WHERE name !~ '^posix/|Factory' ORDER BY name"
      ).map { try $0.get(0, as: String.self) }
      for _ in 0..<12 {
        let zone =
          Bool.random(using: &random)
          ? Self.odd.randomElement(using: &random) : names.randomElement(using: &random)
        guard let zone else { continue }
        let changes = try await database.query(Self.changes, [zone])
          .map { try $0.get(0, as: Int64.self) }
        for _ in 0..<5 {
          var moment = Int64.random(in: 180_000_000..<2_100_000_000, using: &random)
          if let change = changes.randomElement(using: &random),
            Int.random(in: 0..<3, using: &random) > 0
          {
            moment = change + Int64.random(in: -100_000...100_000, using: &random)
          }
          let expression = Expression(&random)
          try await check(expression, zone, moment, database)
        }
      }
    }
  }

  private func check(
    _ expression: Expression,
    _ zone: String,
    _ moment: Int64,
    _ database: Connection
  ) async throws {
    let comment: Comment = "\(expression.text) in \(zone) after \(moment)"
    guard expression.isPossible else {
      let error = await #expect(throws: PostgresError.self, comment) {
        _ = try await database.query("SELECT reeve.cron_parse($1)", [expression.text])
      }
      #expect(error?.sqlState?.code == "RV001", comment)
      return
    }
    let next = try await database.query(
      "SELECT extract(epoch FROM reeve.cron_next($1, $2, to_timestamp($3)))::bigint",
      [expression.text, zone, moment]
    )[0].get(0, as: Int64.self)
    func sorted(_ field: Field) -> [Int] { field.values.sorted() }
    let sets: [(any PostgresEncodable)?] = [
      sorted(expression.second), sorted(expression.minute), sorted(expression.hour),
      sorted(expression.day), sorted(expression.month), sorted(expression.weekday),
      expression.needsBoth, expression.isLast,
    ]
    var walked = try await database.query(Self.walk, sets + [zone, moment, moment])[0]
      .get(0, as: Int64?.self)
    if walked == nil {
      let day: Int64 = try await database.query(Self.day, Array(sets[3...]) + [zone, moment])[0]
        .get(0)
      walked = try await database.query(Self.walk, sets + [zone, moment, day])[0].get(0)
    }
    #expect(next == walked, comment)
  }

  /// Days at whose start a zone's offset is another than a day before.
  private static let changes = """
    SELECT e FROM (
      SELECT e, (extract(epoch FROM to_timestamp(e) AT TIME ZONE $1) - e) AS shift,
        lag(extract(epoch FROM to_timestamp(e) AT TIME ZONE $1) - e) OVER (ORDER BY e) AS before
      FROM generate_series(180000000::bigint, 2100000000, 86400) e) d
    WHERE shift <> before
    """

  private static func fits(_ first: Int) -> String {
    """
    extract(month FROM l) = ANY ($\(first + 1)::int[]) AND CASE WHEN $\(first + 3)
      THEN (extract(day FROM l) = ANY ($\(first)::int[])
          OR $\(first + 4) AND extract(day FROM l + interval '1 day') = 1)
        AND extract(dow FROM l) = ANY ($\(first + 2)::int[])
      ELSE extract(day FROM l) = ANY ($\(first)::int[])
        OR $\(first + 4) AND extract(day FROM l + interval '1 day') = 1
        OR extract(dow FROM l) = ANY ($\(first + 2)::int[]) END
    """
  }

  /// The first day that fits after the one of a moment, as an epoch.
  private static let day = """
    SELECT extract(epoch FROM l)::bigint
    FROM generate_series(1, 16000) n,
      LATERAL (SELECT date_trunc('day', to_timestamp($7) AT TIME ZONE $6) + make_interval(days => n))
        d(l)
    WHERE \(fits(1)) ORDER BY l LIMIT 1
    """

  /// The first occurrence after a moment among those of the hours around another.
  private static let walk = """
    WITH grid AS MATERIALIZED (
      SELECT to_timestamp(e) AS t, to_timestamp(e) AT TIME ZONE $9 AS l
      FROM generate_series($11 / 60 * 60 - 108000, $11 / 60 * 60 + 194400, 60) e
    ), wanted AS MATERIALIZED (
      SELECT l FROM generate_series((SELECT min(l) FROM grid), (SELECT max(l) FROM grid), '1 minute') l
      WHERE extract(minute FROM l) = ANY ($2::int[]) AND extract(hour FROM l) = ANY ($3::int[])
        AND \(fits(4))
    ), fire AS (
      SELECT g.t + make_interval(secs => s) AS t
      FROM wanted w JOIN grid g USING (l), unnest($1::int[]) s WHERE cardinality($3::int[]) = 24
      UNION ALL
      SELECT min(g.t) + make_interval(secs => s)
      FROM wanted w JOIN grid g USING (l), unnest($1::int[]) s WHERE cardinality($3::int[]) < 24
      GROUP BY w.l, s
      UNION ALL
      SELECT (SELECT min(g.t) FROM grid g WHERE g.l > w.l) FROM wanted w
      WHERE cardinality($3::int[]) < 24 AND NOT EXISTS (SELECT FROM grid g WHERE g.l = w.l)
    )
    SELECT extract(epoch FROM min(t))::bigint FROM fire WHERE t > to_timestamp($10)
    """
}
