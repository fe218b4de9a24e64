import Postgres
import TestSupport

/// Tables with a column of every type, and rows of edges and random values.
enum EveryType {
  /// The column of a type, values at its edges, and an expression over `random()`.
  private static let types: [(type: String, edges: [String], random: String)] = [
    ("smallint", ["-32768", "32767"], "(random() * 60000 - 30000)::int"),
    ("int", ["-2147483648", "0"], "(random() * 4e9 - 2e9)::bigint"),
    (
      "bigint", ["-9223372036854775808", "9007199254740993", "9223372036854775807"],
      "(random() * 1.8e19 - 9e18)::bigint"
    ),
    (
      "numeric",
      ["'NaN'", "'-Infinity'", "0.00", "-1e-30", "1.50", "123456789012345678901234567890"],
      "(random() * 1e20)::numeric / 7"
    ),
    ("numeric(12,3)", ["-0.001", "999999999.999"], "(random() * 1e8)::numeric"),
    ("real", ["'-0'", "'NaN'", "'Infinity'", "1e-45", "3.4028235e38"], "random() * 1e10"),
    (
      "double precision",
      ["'-0'", "'NaN'", "'-Infinity'", "5e-324", "1.7976931348623157e308", "0.1"],
      "(random() - 0.5) * 10 ^ (random() * 300)"
    ),
    ("money", ["-92233720368547758.08", "0.01"], "(random() * 1e9)::numeric"),
    ("boolean", ["TRUE", "FALSE"], "random() < 0.5"),
    (
      "text",
      ["''", "'NULL'", #"E'\\N'"#, #"E'\x01\b\t\n\v\f\r\x7f'"#, "chr(65535)", "chr(128512)"],
      "md5(random()::text) || chr((random() * 50000)::int + 1)"
    ),
    ("varchar(9)", ["''", "'äöüßéèêñç'"], "left(md5(random()::text), 9)"),
    ("char(5)", ["''", "'a  b'"], "left(md5(random()::text), 3)"),
    (#""char""#, ["''", "'x'"], "chr((random() * 90)::int + 33)"),
    ("name", ["'n'"], "md5(random()::text)"),
    ("bytea", [#"'\x'"#, #"'\x005c0a0d09ff'"#], "decode(md5(random()::text), 'hex')"),
    (
      "timestamp",
      ["'infinity'", "'0044-03-15 01:02:03.000001 BC'", "'294276-12-31 23:59:59.999999'"],
      "timestamp '1900-01-01' + random() * interval '200 years'"
    ),
    (
      "timestamptz",
      ["'-infinity'", "'4713-11-24 00:00:00+00 BC'", "'1883-11-18 12:03:58-04:56:02'"],
      "timestamptz '1900-01-01' + random() * interval '200 years'"
    ),
    (
      "date", ["'infinity'", "'-infinity'", "'0001-01-01 BC'"],
      "date '1900-01-01' + (random() * 9e4)::int"
    ),
    ("time", ["'24:00'", "'00:00:00.000001'"], "random() * interval '23 hours'"),
    (
      "timetz", ["'24:00-15:59:59'", "'00:00:00.5+05:30'"],
      "(now() + random() * interval '1 day')::timetz"
    ),
    (
      "interval",
      ["'-1 year 2 mons -3 days 04:05:06.000007'", "'-00:00:00.000001'", "'178000000 years'"],
      "random() * interval '90 years -5 days 3 hours'"
    ),
    (
      "public.mood", ["'sad'", "'very \"happy\"'"],
      "(ARRAY['sad', 'so, so'])[1 + (random() * 1)::int]"
    ),
    ("public.score", ["1"], "(random() * 1000)::int + 1"),
    (
      "public.pair", [#"'(1,"a ""b"" \\ c")'"#, "'(,)'"],
      "ROW((random() * 9)::int, md5(random()::text))"
    ),
    ("point", ["'(1e-300,-0)'", "'(NaN,Infinity)'"], "point(random(), random())"),
    ("line", ["'{1,2,3}'"], "line(point(0, random()), point(1, random()))"),
    ("lseg", ["'[(0,0),(1,1)]'"], "lseg(point(0, random()), point(1, 1))"),
    ("box", ["'(1,1),(0,0)'"], "box(point(0, random()), point(1, 1))"),
    (
      "path", ["'[(0,0),(1,1)]'", "'((0,0),(1,1))'"],
      "path(polygon(box(point(0, random()), point(1, 1))))"
    ),
    ("polygon", ["'((0,0),(1,1),(2,0))'"], "polygon(box(point(0, random()), point(1, 1)))"),
    ("circle", ["'<(1,2),3>'"], "circle(point(0, random()), random())"),
    ("cidr", ["'10.0.0.0/8'", "'::/0'"], "'192.168.0.0/16'::cidr"),
    ("inet", ["'::1/64'", "'10.0.0.1/8'"], "'10.0.0.0'::inet + (random() * 1e6)::int"),
    ("macaddr", ["'08:00:2b:01:02:03'"], "'08:00:2b:01:02:04'"),
    ("macaddr8", ["'08:00:2b:01:02:03:04:05'"], "'08:00:2b:01:02:03:04:06'"),
    ("bit(3)", ["B'101'"], "(random() * 7)::int::bit(3)"),
    ("varbit", ["B''", "B'1'"], "(random() * 1e6)::int::bit(20)::varbit"),
    ("uuid", ["'00000000-0000-0000-0000-000000000000'"], "gen_random_uuid()"),
    ("xml", ["'<a b=\"c\">&amp;</a>'", "'text'"], "('<x>' || random() || '</x>')::xml"),
    (
      "json", ["'null'", #"'{ "a" : 1,  "a":2.50, "\ud800":"\u0000" }'"#, "'\"NULL\"'", "'-0.0'"],
      "json_build_object('r', random(), 'a', ARRAY[NULL, 1])"
    ),
    (
      "jsonb",
      ["'null'", #"'{"$num": "NaN", "deep": [[[{"x": 1e400, "y": 2.50}]]]}'"#, "'\"\"'", "'[]'"],
      "jsonb_build_object('r', random(), 't', chr((random() * 50000)::int + 1))"
    ),
    ("jsonpath", [#"'$.a[*] ? (@.b > 1)'"#], "'$.x'"),
    ("tsvector", [#"'''a b'':1A c'"#], "to_tsvector('simple', md5(random()::text))"),
    ("tsquery", ["'''a'' & !b'"], "to_tsquery('simple', md5(random()::text))"),
    ("oid", ["4294967295"], "(random() * 1e6)::int"),
    ("pg_lsn", ["'16/B374D848'"], "'0/1'"),
    ("int4range", ["'empty'", "'(,)'", "'[1,)'"], "int4range(1, 2 + (random() * 9)::int)"),
    ("numrange", ["'(1.50,2.0]'"], "numrange(1, 2 + random()::numeric)"),
    (
      "tstzrange", ["'[-infinity,infinity]'", "'(,)'"],
      "tstzrange(now(), now() + random() * interval '1 day')"
    ),
    ("daterange", ["'[2020-01-01,)'"], "daterange(current_date, current_date + 3)"),
    (
      "int4multirange", ["'{}'", "'{[1,2),[5,9)}'"],
      "int4multirange(int4range(1, 2 + (random() * 9)::int))"
    ),
    (
      "int[]", ["'{}'", "'{1,NULL,-3}'", "'[0:1]={4,5}'", "'{{1,2},{3,NULL}}'"],
      "ARRAY[(random() * 9)::int]"
    ),
    (
      "text[]", [#"'{"",NULL,"NULL","a,b","q\"x\\y"," ","{}"}'"#],
      "ARRAY[md5(random()::text), chr((random() * 50000)::int + 1)]"
    ),
    (
      "bytea[]", [#"ARRAY['\x005c22'::bytea, NULL, '\x']"#],
      "ARRAY[decode(md5(random()::text), 'hex')]"
    ),
    ("timestamptz[]", ["'{infinity,NULL,\"0044-03-15 00:00:00+00 BC\"}'"], "ARRAY[now()]"),
    ("double precision[]", ["'{-0,NaN,Infinity,5e-324}'"], "ARRAY[random()]"),
    ("jsonb[]", [#"ARRAY['null'::jsonb, NULL, '{"a": "\"\\"}']"#], "ARRAY[to_jsonb(random())]"),
    ("public.mood[]", [#"'{sad,"so, so","very \"happy\""}'"#], "'{sad}'"),
    ("public.pair[]", [#"'{"(1,\"a,b\")",NULL}'"#], "ARRAY[ROW(1, 'x')::public.pair]"),
  ]

  /// The statement that makes the types of its own.
  static let makeTypes = """
    CREATE TYPE public.mood AS ENUM ('sad', 'so, so', 'very "happy"');
    CREATE DOMAIN public.score AS int CHECK (value > 0);
    CREATE TYPE public.pair AS (a int, b text);
    """

  /// The statement that makes an empty table.
  static func makeTable(_ table: String) -> String {
    let columns = types.enumerated().map { "c\($0) \($1.type)" }.joined(separator: ", ")
    return "CREATE TABLE \(table)(id bigint PRIMARY KEY, \(columns))"
  }

  /// Fills a table: every edge of every type, NULLs and random values.
  static func fill(
    _ table: String,
    rows: Int,
    on connection: Connection,
    _ random: inout SeededGenerator
  ) async throws {
    try await connection.execute("SELECT setseed($1)", [Double.random(in: -1...1, using: &random)])
    for row in 0..<rows {
      let values = types.map { column in
        if row < column.edges.count { return column.edges[row] }
        let isNull = Int.random(in: 0..<8, using: &random) == 0
        return isNull ? "NULL" : "(\(column.random))::\(column.type)"
      }
      try await connection.execute(
        "INSERT INTO \(table) VALUES (\(row), \(values.joined(separator: ", ")))"
      )
    }
  }

  /// The columns in which two tables differ, each with its type.
  static func differences(
    _ first: String,
    _ second: String,
    on connection: Connection
  ) async throws -> [String] {
    try await connection.executeScript(
      "SET extra_float_digits TO 3; SET DateStyle TO 'ISO'; SET TimeZone TO 'UTC'"
    )
    var found: [String] = []
    for (place, column) in types.enumerated() {
      let rows = try await connection.query(
        """
        SELECT a.id, a.c\(place)::text, b.c\(place)::text FROM \(first) a FULL JOIN \(second) b
          USING (id)
        WHERE a.c\(place)::text IS DISTINCT FROM b.c\(place)::text
          OR pg_typeof(a.c\(place)) <> pg_typeof(b.c\(place))
        """
      )
      for row in rows.prefix(1) {
        let texts = try [row.get(1, as: String?.self), row.get(2, as: String?.self)]
        found.append("\(column.type): \(texts.map { $0 ?? "NULL" })")
      }
    }
    return found
  }

  /// The columns of a mapping that takes each by its name.
  static var columns: String {
    (["id"] + types.indices.map { "c\($0)" }).map { "\($0): {from: \($0)}" }.joined(separator: ", ")
  }
}
