import Display
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// What is near a position or a row, and maps of it.
@Suite(.freshDatabase)
struct NearTests {
  /// Stores along a street of Berlin, one in Fiji, one nowhere.
  private static let stores = """
    INSERT INTO randevoo.stores (owner_id, name, city, time_zone, latitude, longitude)
    SELECT 1, name, 'x', 'Europe/Berlin', latitude, longitude
    FROM (VALUES
      ('Mitte', 52.5200, 13.4050), ('Tiergarten', 52.5145, 13.3501), ('Zoo', 52.5072, 13.3327),
      ('Spandau', 52.5351, 13.1973), ('Suva', -18.1416, 178.4419), ('Nowhere', NULL, NULL)
    ) s(name, latitude, longitude)
    """

  @Test func `what is near comes first, with its distance, page by page`() async throws {
    try await Market.run { market in
      try await market.outside.execute(Self.stores)
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("map", ExitStatus.usage, "there is no list yet to draw"),
        ("near 52.52,13.405 --within 20km", .ok, "1 store:2 Mitte 0 m"),
        ("near 52.52,13.405 --within 20km", .ok, "2 store:3 Tiergarten 3.8 km"),
        ("near 52.52,13.405 --within 20km", .ok, "4 store:5 Spandau 14.2 km"),
        ("near 2 --within 2km", .ok, "2 store:4 Zoo 1.4 km"),
        ("near 52.52,13.405 store --limit 2", .ok, "the first 2; `more` shows the next"),
        ("more", .ok, "1 store:4 Zoo 5.1 km"), ("more", .ok, "store:6 Suva"),
        ("more", .notFound, "had no more rows"), ("near 1 --limit 1", .ok, "store:6 Suva 0 m"),
        ("near -18,-181", .usage, "is not a position on earth"),
        ("near 0,0 --within 10m", .ok, "nothing within 10 m"),
        ("near store:7", .failed, "store:7 has no position on earth"),
        ("near store:99", .notFound, "there is no store:99"),
        ("near store:x", .notFound, "no store has the key x"),
        ("alike store:x", .notFound, "no store has the key x"),
        ("near 0,0 user", .usage, "the catalog does not say where a user is"),
        ("near user:1", .usage, "the catalog does not say where a user is"),
        ("near 0,0 --within far", .usage, "`far` is not a distance"),
        ("near 0,0 --within nanm", .usage, "is not a distance"),
        ("near 0,nan", .usage, "is not a position on earth"),
        ("map product", .usage, "the catalog does not say where a product is"),
      ] {
        let run = await console.run(line)
        let words = run.text.split(separator: " ").joined(separator: " ")
        #expect(run.code == code && words.contains(text), "\(line): \(run.text)")
      }
      let rows = await console.runApart("near 52.52,13.405 --limit 1 --output csv")
      #expect(
        rows.output == "subject,label,distance,latitude,longitude,state\n"
          + "store:2,Mitte,0,52.52,13.405,\"\"\n",
        "\(rows.output)"
      )
      try await console.close()
    }
  }

  @Test func `a map shows the rows of any list by their numbers, and what has no position`()
    async throws
  {
    try await Market.run { market in
      try await market.outside.execute(Self.stores)
      let console = try MemoryConsole(as: market.senior, screen: ScreenSize(columns: 41, rows: 12))
      _ = await console.run("near 52.52,13.405 --limit 4")
      let map = await console.runApart("map")
      try expectSnapshot(Array((map.output + map.errors).utf8), "map-near.txt")
      _ = await console.run("find store")
      let listed = await console.runApart("map")
      #expect(listed.errors.contains("2 rows have no position"), "\(listed)")
      let all = await console.runApart("map store")
      #expect(all.output.contains("├──") && !all.output.contains("⠈1"), "\(all)")
      _ = await console.run("find product")
      #expect(await console.run("map").text == "none of the 2 rows has a position\n")
      _ = await console.run("near 52.52,13.405 --limit 1")
      let rows = await console.runApart("map --output csv")
      #expect(rows.output == "subject,latitude,longitude\nstore:2,52.52,13.405\n")
      try await console.close()
    }
  }

  @Test func `where people are is looked for with a reason, on the record`() async throws {
    try await Market.run { market in
      try await market.outside.execute(Self.stores)
      try await market.outside.execute(
        """
        UPDATE reeve.collection SET personal_columns = '{latitude,longitude}'
        WHERE app = 'randevoo' AND name = 'store'
        """
      )
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("near 52.52,13.405", ExitStatus.usage, "say why"), ("near store:2", .usage, "say why"),
        ("map store", .refused, "the position of a store is personal"),
        ("near 52.52,13.405 --within 4km --why \"a complaint\"", .ok, "2  store:3  Tiergarten"),
        // What was listed with its positions can be drawn.
        ("map", .ok, "├"), ("near 1 --limit 1 --why x", .ok, "more with --limit 5"),
        ("more", .notFound, "no more rows"), ("find store", .ok, "Mitte"),
        ("map", .refused, "the position of a store is personal"),
        ("audit --limit 20", .ok, "reveal.find"),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
      let record = try await market.outside.query(
        "SELECT string_agg(kind || key, ' ' ORDER BY command_id) FROM (SELECT kind, "
          + "coalesce(' ' || key, '') AS key, command_id FROM reeve.reveal) r"
      )
      #expect(try record[0].get(0) == "find fields 2 find")
      try await console.close()
    }
  }
}
