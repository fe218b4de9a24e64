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

  /// Writes a device's store as Core Data keeps it, without its model.
  private func write(_ store: SQLiteWriter, course: Int, mark: Int, changed: Int) throws {
    try store.run(
      """
      CREATE TABLE Z_METADATA(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_PRIMARYKEY(
        Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Assignment', 0, 0), (2, 'Course', 0, 90),
        (3, 'Exam', 0, 2), (4, 'Totals', 0, 1);
      CREATE TABLE ZASSIGNMENT(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZDUEDATE TIMESTAMP, ZCAPTION VARCHAR, ZCOLOR VARCHAR, ZTITLE VARCHAR, ZID BLOB);
      CREATE TABLE ZCOURSE(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCFU INTEGER,
        ZEXPECTEDLAUDE INTEGER, ZEXPECTEDMARK INTEGER, ZLAUDE INTEGER, ZMARK INTEGER,
        ZCOLOR VARCHAR, ZICONNAME VARCHAR, ZNAME VARCHAR, ZID BLOB);
      CREATE TABLE ZEXAM(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZCOURSEID INTEGER, ZDATE TIMESTAMP, ZCOLOR VARCHAR, ZTITLE VARCHAR, ZID BLOB);
      CREATE TABLE ZTOTALS(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZAVERAGE FLOAT, ZPROJECTED FLOAT);
      CREATE TABLE ACHANGE(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER);
      CREATE TABLE ATRANSACTION(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZTIMESTAMP FLOAT);
      INSERT INTO ZCOURSE VALUES (\(course), 2, 1, 9, 0, 25, 0, \(mark), '#FF0000', 'atom',
        'Fisica', x'00000000000040008000000000000001');
      INSERT INTO ZCOURSE VALUES (90, 2, 1, 9, 0, 0, 0, 17, '#FF0000', 'No icon', 'Off',
        x'00000000000040008000000000000002');
      INSERT INTO ZEXAM VALUES (1, 3, 1, \(course), 791629200, '#FF0000', 'Fisica',
        x'00000000000040008000000000000011');
      INSERT INTO ZEXAM VALUES (2, 3, 1, NULL, 791629200, '#FF0000', NULL,
        x'00000000000040008000000000000012');
      INSERT INTO ZTOTALS VALUES (1, 4, 1, 29.5, 25);
      INSERT INTO ATRANSACTION VALUES (1, 16002, 1, \(changed));
      INSERT INTO ACHANGE VALUES (1, 16001, 1, 0, 2, \(course), 1);
      """
    )
  }

  @Test func `the devices of a student are one, and nobody's without consent`() async throws {
    let database = try await load("lode")
    let phone = try SQLiteWriter("phone.sqlite")
    defer { phone.remove() }
    try write(phone, course: 1, mark: 0, changed: 788_918_400)
    let pad = try SQLiteWriter("ipad.sqlite", beside: phone)
    try write(pad, course: 7, mark: 27, changed: 794_016_000)
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
    // A mark of 17, and an exam of no course and without a title, of either device.
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
