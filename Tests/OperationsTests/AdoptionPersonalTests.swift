import Catalog
import TestSupport
import Testing

@testable import Operations

/// What tells who somebody is is masked, whatever it is called.
@Suite(.freshDatabase)
struct AdoptionPersonalTests {
  /// The columns that a draft lists under a key of a collection.
  private func columns(_ key: String, of table: String, in text: String) -> [String] {
    let lines = text.split(separator: "\n").drop { $0 != "    table: \(table)" }
    let from = lines.drop { !$0.hasPrefix("    \(key): [") }.joined(separator: " ")
    let list = from.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    return list.split { ", ".contains($0) }.map(String.init)
  }

  @Test func `names written in one word are understood, in many languages`() async throws {
    let personal = [
      "emailaddress", "phonenumber", "addressline1", "dateofbirth", "socialsecuritynumber",
      "cardnumber", "telefonnummer", "geburtsdatum", "numeroseguridadsocial", "codigopostal",
      "numerotelefono", "datanascita", "dogumtarihi", "numertelefonu", "postleitzahl",
      "kreditkarte",
      "номертелефона", "датарождения", "电话号码", "メールアドレス", "CustomerEmailAddress",
    ]
    let plain = [
      "price", "totalamount", "description", "discount", "island", "hotel", "panel", "category",
      "quantity", "manufacturer", "accounting", "participation", "subtitle", "colour",
    ]
    let columns = (personal + plain).map { "\"\($0)\" text" }.joined(separator: ", ")
    let draft = try await adopted(
      "lexis",
      "CREATE TABLE lexis.customer(id int PRIMARY KEY, title text NOT NULL, \(columns))"
    )
    let masked = self.columns("personal", of: "customer", in: draft.text)
    for name in personal {
      #expect(masked.contains { $0.contains(name) }, "\(name) is not masked: \(masked)")
    }
    for name in plain { #expect(!masked.contains(name), "\(name) is masked") }
  }

  @Test func `values are judged before names, inside documents, lists and records too`()
    async throws
  {
    let draft = try await adopted(
      "vals",
      """
      CREATE TYPE vals.reach AS (kind text, at text);
      CREATE TABLE vals.users(id int PRIMARY KEY, title text NOT NULL, c1 text, c2 text, c3 text,
        c4 text, c5 text, c6 text, c7 text, c8 date, c9 text, c10 jsonb, c11 text[], c12 xml,
        c13 vals.reach, c14 bigint, c15 text, c16 text, t1 text, t2 text, t3 jsonb, p1 numeric,
        p2 int, p3 text, p4 text, p5 date, p6 bigint, p7 text[]);
      INSERT INTO vals.users SELECT i, 'Title ' || i, 'ann' || i || '@example.org',
        '+49 171 23456' || i, '4111 1111 1111 1111', '219-09-99' || (10 + i), 'RSSMRA80A01H501U',
        '529.982.247-25', 'DE89 3704 0044 0532 0130 00', date '1950-01-01' + i * 1500,
        i || ' High Street, Leeds', jsonb_build_object('x', 'ann' || i || '@example.org'),
        ARRAY['ann@example.org', 'ben@example.org'], '<a>ann@example.org</a>',
        ROW('mail', 'ann@example.org')::vals.reach, 4111111111111111, '192.168.7.' || i, '12345678Z',
        'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2lnbmF0dXJl', '$2b$12$abcdefghijklmnopqrstuv',
        '{"x": ["$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"]}', 12.5 * i, 100 + i,
        '978-3-16-14841' || i || '-0', '2023-01-0' || i, date '2024-01-01' + i, 100000000 + i,
        ARRAY['red', 'green']
      FROM generate_series(1, 9) i;
      """
    )
    let text = draft.text
    let masked = columns("personal", of: "users", in: text)
    let shown = columns("show", of: "users", in: text)
    for i in 1...16 { #expect(masked.contains("c\(i)"), "c\(i) is not masked: \(masked)") }
    for i in 1...3 { #expect(!shown.contains("t\(i)"), "t\(i) is shown") }
    for i in 1...7 { #expect(!masked.contains("p\(i)") && shown.contains("p\(i)"), "p\(i)") }
    #expect(draft.isSound, "\(draft.notes)")
  }

  @Test func `the customer of the report is masked in all seven columns`() async throws {
    let draft = try await adopted(
      "shopx",
      """
      CREATE TABLE shopx.customer(id int PRIMARY KEY, title text NOT NULL, emailaddress text,
        phonenumber text, addressline1 text, dateofbirth date, socialsecuritynumber text,
        cardnumber text, contact text);
      INSERT INTO shopx.customer VALUES (1, 'Gold', 'a@b.org', '555 0100', '1 Way', '1980-02-03',
        '1', '4111', 'Call +1 555 123 4567');
      INSERT INTO shopx.customer SELECT i, 'Silver', i || '@b.org', '555 0100', '1 Way',
        '1980-02-03', '1', '4111', 'ann' || i || '@example.org' FROM generate_series(2, 9) i;
      """
    )
    let masked = columns("personal", of: "customer", in: draft.text)
    for name in [
      "emailaddress", "phonenumber", "addressline1", "dateofbirth", "socialsecuritynumber",
      "cardnumber", "contact",
    ] { #expect(masked.contains(name), "\(name): \(masked)") }
    #expect(!draft.text.contains("    search: {b"), "\(draft.text)")
  }

  @Test func `a key that says who somebody is is never a subject`() async throws {
    let draft = try await adopted(
      "pids",
      """
      CREATE TABLE pids.users(name text PRIMARY KEY, title text);
      CREATE TABLE pids.threepid(medium text, address text, user_name text REFERENCES pids.users,
        PRIMARY KEY (medium, address));
      CREATE TABLE pids.member(email text PRIMARY KEY, number int NOT NULL UNIQUE, title text);
      INSERT INTO pids.users SELECT 'user' || i FROM generate_series(1, 9) i;
      INSERT INTO pids.threepid SELECT 'email', 'ann' || i || '@example.org', 'user' || i
      FROM generate_series(1, 9) i;
      """
    )
    #expect(!draft.text.contains("key: [medium, address]"), "\(draft.text)")
    #expect(
      draft.notes.contains {
        $0.hasPrefix("left out") && $0.contains("pids.threepid: its key address is personal")
          && $0.contains("ADD reeve_key bigint")
      },
      "\(draft.notes)"
    )
    // Another key says nothing of anybody.
    #expect(draft.text.contains("table: member\n    # No primary key"), "\(draft.text)")
    #expect(draft.text.contains("key: [number]"), "\(draft.text)")
  }

  @Test(arguments: [
    ("86095742719", 0), ("52998224725", 1), ("44051401359", 2), ("10000000146", 3),
    ("111222333", 0), ("255081416802538", 0),
  ])
  func `identity numbers are told by their checks`(text: String, scheme: Int) {
    let digits = text.compactMap(\.wholeNumberValue)
    if digits.count == 15 || digits.count == 11 {
      #expect(AdoptionNumbers.schemes(digits).contains(digits.count * 10 + scheme), "\(text)")
    } else {
      #expect(!AdoptionNumbers.schemes(digits).isEmpty, "\(text)")
    }
    #expect(
      !AdoptionNumbers.schemes(Array(digits.dropLast()) + [(digits.last! + 1) % 10])
        .contains(digits.count * 10 + scheme)
    )
  }
}
