import Catalog
import Operations
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// The import mappings that come with apps, run on small sources of their kinds.
@Suite(.freshDatabase)
struct AppSourceTests {
  /// Imports a source by a mapping of an app, and returns what its imports told.
  private func run(
    _ path: String,
    by mapping: String,
    set constants: [String: String] = [:]
  ) async throws -> (written: Int, quarantined: Int, told: [String]) {
    let database = try await TestDatabase.current.connect()
    let staging = try await TestDatabase.current.connect()
    let file = try SourceFile.manifest("\(Share.find().path)/sql/apps/\(mapping)")
    let opened = try await Import(
      connection: database,
      staging: staging,
      mappings: MappingFile(file: file, set: constants),
      path: path,
      report: { _ in }
    ).open(declared: nil)
    var (written, quarantined, told) = (0, 0, [String]())
    for importer in opened.importers {
      let progress = try await importer.run()
      written += progress.written
      quarantined += progress.quarantined
      told += try await StoredImport(progress.id, database).told(database)
    }
    await staging.close()
    await database.close()
    return (written, quarantined, told)
  }

  private func load(_ app: String) async throws -> Connection {
    let database = try await TestDatabase.current.connect()
    try await SampleLoader(share: Share.find(), connection: database, report: { _ in })
      .load(app, withRows: false)
    return database
  }

  @Test func `places that shared the digits of their latitude come back from favourites`()
    async throws
  {
    let database = try await load("findspot")
    let store = try SQLiteWriter("unused.sqlite")
    defer { store.remove() }
    let tree = store.folder + "/tree.json"
    try SQLiteWriter.write(
      Array(
        """
        {"places": {
          "6017": {"name": "Rock", "description": "d", "city": "Helsinki",
            "coordinates": "60.17,24.940000000000001", "photos": ["https://firebasestorage.googleapis.com/\
        v0/b/spots/o/placesImages%2F6017%2F60170?alt=media&token=1-2"]},
          "60170000000000002": {"name": "Reef", "description": "d", "city": "",
            "coordinates": "-60.170000000000002,5e-05", "photos": {"photo0": "not an address"}},
          "91": {"name": "Off", "description": "d", "city": "X", "coordinates": "91.0,1.0"},
          "777": {"name": "N", "description": "d", "city": "X", "coordinates": "nan,1.0"},
          "7": {"name": "P", "description": "d", "city": "X", "coordinates": "7.0"}},
        "users": {
          "u1": {"name": "Anna"},
          "u2": {"name": "Bo", "favorites": {"6017": {"name": "Lake", "description": "d",
            "city": "Lagos", "coordinates": "6.017,3.4"}}},
          "u3": {"favorites": {"6017": {"name": "Rock", "description": "d", "city": "Helsinki",
            "coordinates": "60.17,24.940000000000001"}}}}}
        """.utf8
      ),
      to: tree
    )
    let first = try await run(tree, by: "findspot/sources/tree.yaml")
    #expect(first.written == 7 && first.quarantined == 3, "\(first)")
    #expect(
      first.told.contains { $0.hasPrefix("key 6017 was shared by place") && $0.contains("(lost)") },
      "\(first.told)"
    )
    let bucket = store.folder + "/bucket.json"
    try SQLiteWriter.write(
      Array(
        """
        [{"name": "placesImages/6017/60170", "size": "1000", "gps": {"latitude": 1, "longitude": 2}},
         {"name": "elsewhere.jpg", "size": 1}]
        """.utf8
      ),
      to: bucket
    )
    let photos = try await run(bucket, by: "findspot/sources/bucket.yaml")
    #expect(photos.written == 1 && photos.quarantined == 1)
    let shown = try await database.query(
      "SELECT p.name || ' ' || o.path || ' ' || o.size_bytes FROM findspot.photos o "
        + "JOIN findspot.places p ON p.id = o.place_id"
    ).map { try $0.get(0, as: String.self) }
    #expect(shown == ["Rock placesImages/6017/60170 1000"], "\(photos.told)")
    let accounts = store.folder + "/accounts.json"
    try SQLiteWriter.write(
      Array(
        """
        {"users": [{"localId": "u9", "disabled": true, "createdAt": "1700000000000",
          "providerUserInfo": []},
        {"localId": "u1", "email": "anna@mail.example", "createdAt": "1700000000000",
          "passwordHash": "c2VjcmV0", "salt": "c2FsdA==", "providerUserInfo": []}]}
        """.utf8
      ),
      to: accounts
    )
    let signIns = try await run(accounts, by: "findspot/sources/accounts.yaml")
    #expect(signIns.written == 2)
    #expect(signIns.told.contains { $0.contains("disabled and nobody has banned: 1;") })
    let people = try await database.query(
      "SELECT concat_ws(' ', uid, coalesce(email, '-'), nickname) FROM findspot.users ORDER BY uid"
    ).map { try $0.get(0, as: String.self) }
    #expect(people == ["u1 anna@mail.example Anna", "u2 - Bo", "u3 -", "u9 -"])
    // The same files again change nothing.
    #expect(try await run(tree, by: "findspot/sources/tree.yaml").written == 7)
    let states = try await database.query("SELECT name, state FROM findspot.places ORDER BY name")
      .map { try "\($0.get(0, as: String.self)) \($0.get(1, as: String.self))" }
    #expect(states == ["Lake lost", "Reef live", "Rock live"])
    #expect(!first.told.contains { $0.contains("does not fit") }, "\(first.told)")
    await database.close()
  }

  /// Writes a device's store as the app keeps it.
  private func write(_ store: SQLiteWriter, course: Int, final: Int, changed: String) throws {
    try store.run(
      """
      CREATE TABLE Course(id INTEGER PRIMARY KEY, identifier TEXT, name TEXT, cfu INTEGER,
        icon TEXT, expectedMark INTEGER, finalMark INTEGER, laude INTEGER, changedAt TEXT);
      CREATE TABLE Exam(id INTEGER PRIMARY KEY, identifier TEXT, course INTEGER, date TEXT,
        changedAt TEXT);
      CREATE TABLE Assignment(id INTEGER PRIMARY KEY, identifier TEXT, course INTEGER,
        title TEXT, dueDate TEXT, changedAt TEXT);
      CREATE TABLE Totals(id INTEGER PRIMARY KEY, average REAL, projected REAL);
      INSERT INTO Course VALUES (\(course), '00000000-0000-4000-8000-000000000001', 'Fisica', 9,
        'flask', 25, \(final), 0, '\(changed)');
      INSERT INTO Course VALUES (90, '00000000-0000-4000-8000-000000000002', 'Off', 9, NULL, 0, 17,
        0, '\(changed)');
      INSERT INTO Exam VALUES (1, '00000000-0000-4000-8000-000000000011', \(course),
        '2026-02-01 09:00:00+00', '\(changed)');
      INSERT INTO Exam VALUES (2, '00000000-0000-4000-8000-000000000012', 99,
        '2026-02-01 09:00:00+00', '\(changed)');
      INSERT INTO Totals VALUES (1, 29.5, 25);
      """
    )
  }

  @Test func `the devices of a student are one, and nobody's without consent`() async throws {
    let database = try await load("lode")
    let phone = try SQLiteWriter("phone.sqlite")
    defer { phone.remove() }
    try write(phone, course: 1, final: 0, changed: "2026-01-01")
    let pad = try SQLiteWriter("ipad.sqlite", beside: phone)
    try write(pad, course: 7, final: 27, changed: "2026-03-01")
    try await database.executeScript(
      """
      SELECT lode.student_register('a', 'Anna', NULL, now());
      SELECT lode.student_register('b', 'Bo', NULL, now());
      """
    )
    let mapping = "lode/sources/devices.yaml"
    for student in ["1", "77", "x"] {
      await #expect(throws: (any Error).self) {
        try await run(phone.folder, by: mapping, set: ["student": student])
      }
    }
    try await database.executeScript(
      "SELECT lode.consent_give(1, 'v', now()), lode.consent_give(2, 'v', now())"
    )
    let anna = try await run(phone.folder, by: mapping, set: ["student": "1"])
    // A mark of 17, and an exam of no course, of either device.
    #expect(anna.quarantined == 4, "\(anna.told)")
    #expect(anna.told.contains { $0.hasSuffix("files differ; that of ipad.sqlite is taken") })
    #expect(anna.told.contains { $0.contains("the stored average is 29.500") }, "\(anna.told)")
    let marks = try await database.query(
      "SELECT student_id || ' ' || name || ' ' || final FROM lode.courses"
    ).map { try $0.get(0, as: String.self) }
    #expect(marks == ["1 Fisica 27"])
    // The same folder as another student's: every object is somebody else's already.
    let bo = try await run(phone.folder, by: mapping, set: ["student": "2"])
    #expect(!bo.told.contains { $0.contains("student 1") }, "\(bo.told)")
    let rows: Int = try await database.query(
      "SELECT count(*) FROM lode.courses WHERE student_id = 2"
    )[0].get(0)
    #expect(rows == 0)
    await database.close()
  }
}
