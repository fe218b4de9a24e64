import Catalog
import Host
import Postgres
import TestSupport
import Testing

@testable import Operations

/// What check, apply and doctor tell of the sample app's code after somebody changed it.
@Suite(.freshDatabase)
struct AppCodeTests {
  /// A red piece, one that is not, and a name that would break a line.
  private static let change = """
    SET ROLE randevoo_owner;
    CREATE FUNCTION randevoo.spy() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN RETURN NULL; END';
    CREATE TRIGGER "late\n red" AFTER UPDATE ON randevoo.stores
      FOR EACH ROW EXECUTE FUNCTION randevoo.spy();
    ALTER TABLE randevoo.products ALTER brand SET DEFAULT 'none';
    RESET ROLE;
    """

  private func doctor() async throws -> [Doctor.Finding] {
    try await connected {
      try await Doctor(share: Share.find(), connection: $0, limits: .init(freeBytes: 0)).findings()
    }.filter { $0.area == "code" }
  }

  @Test func `code that nobody changed since apply is not told`() async throws {
    let manifest = try Share.find().manifest(app: "randevoo")
    let changes = try await connected { try await AppCode(session: $0).changes(since: manifest) }
    #expect(changes == [])
    #expect(try await doctor() == [])
  }

  @Test func `check tells changed code with the place of its collection, red first`() async throws {
    let share = try Share.find()
    let manifest = try share.manifest(app: "randevoo")
    let changes = try await connected { connection in
      try await connection.executeScript(Self.change)
      return try #require(try await AppCode(session: connection).changes(since: manifest))
    }
    #expect(changes.map(\.isRed) == [true, true, false], "\(changes)")
    #expect(
      changes.map(\.message) == [
        "function randevoo.spy() appeared: SECURITY DEFINER",
        "trigger \"late\n red\" on randevoo.stores appeared: randevoo.spy(): SECURITY DEFINER",
        "default value for randevoo.products.brand changed",
      ]
    )
    #expect(changes[2].definition == "'none'::text")
    let text = try #require(try Disk.text("\(share.path)/sql/apps/randevoo/catalog.yaml"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (change, collection) in zip(changes, ["store", "store", "product"]) {
      #expect(change.position.file.hasSuffix("sql/apps/randevoo/catalog.yaml"))
      // The value of a collection begins below its name.
      #expect(lines[change.position.line - 2] == "  \(collection):", "\(change)")
    }
  }

  @Test func `apply shows the difference of code and accepts it, a dry run does not`()
    async throws
  {
    let manifest = try Share.find().manifest(app: "randevoo")
    try await connected { connection in
      try await connection.executeScript(Self.change)
      let loader = CatalogLoader(session: connection)
      let preview = try await loader.apply(manifest, dryRun: true)
      #expect(
        preview.map { "\($0.change) \($0.object)" } == [
          "add code function randevoo.spy()",
          "add code trigger \"late\n red\" on randevoo.stores",
          "change code default value for randevoo.products.brand",
        ]
      )
      #expect(preview[0].note == "RED: SECURITY DEFINER")
      let applied = try await connection.withTransaction {
        try await CatalogLoader(session: $0).apply(manifest)
      }
      #expect(applied == preview)
      #expect(try await AppCode(session: connection).changes(since: manifest) == [])
    }
  }

  @Test func `doctor is red about alarming code until apply accepts it`() async throws {
    let manifest = try Share.find().manifest(app: "randevoo")
    try await connected { try await $0.executeScript(Self.change) }
    let findings = try await doctor()
    #expect(findings.map(\.isRed) == [true, true, false], "\(findings)")
    #expect(findings[0].finding == "randevoo: function randevoo.spy() appeared: SECURITY DEFINER")
    #expect(findings[0].remedy.contains("`reeve catalog apply --app randevoo`"))
    try await connected { connection in
      _ = try await connection.withTransaction {
        try await CatalogLoader(session: $0).apply(manifest)
      }
    }
    #expect(try await doctor() == [])
  }

  @Test func `doctor names what may be deferred to COMMIT, accepted or not`() async throws {
    let manifest = try Share.find().manifest(app: "randevoo")
    try await connected { connection in
      try await connection.executeScript(
        """
        SET ROLE randevoo_owner;
        CREATE FUNCTION randevoo.spy() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON randevoo.users DEFERRABLE
          FOR EACH ROW EXECUTE FUNCTION randevoo.spy();
        RESET ROLE;
        """
      )
      #expect(try await self.doctor().contains { $0.isRed && $0.finding.contains("deferrable") })
      _ = try await connection.withTransaction {
        try await CatalogLoader(session: $0).apply(manifest)
      }
    }
    #expect(
      try await doctor().map(\.finding) == [
        "randevoo: late on randevoo.users may be deferred to COMMIT"
      ]
    )
  }

  @Test func `code that was never pinned is one finding, and no change`() async throws {
    let manifest = try Share.find().manifest(app: "randevoo")
    try await connected { connection in
      try await connection.execute("DELETE FROM reeve.app_code_pin")
      #expect(try await AppCode(session: connection).changes(since: manifest) == nil)
    }
    let findings = try await doctor()
    #expect(findings.map(\.finding) == ["randevoo: its code was never pinned"], "\(findings)")
    #expect(findings.allSatisfy { !$0.isRed })
  }

  @Test func `a table that somebody is altering does not stop the comparison`() async throws {
    try await connected { connection in
      try await connection.withTransaction { transaction in
        try await transaction.execute("LOCK TABLE randevoo.users")
        let findings = try await connected {
          try await Doctor(share: Share.find(), connection: $0).codeFindings()
        }
        #expect(findings.map(\.isRed) == [false], "\(findings)")
        #expect(findings.first?.finding.contains("was not compared") == true, "\(findings)")
      }
    }
  }

  @Test func `show lists every piece with its definition and what is alarming`() async throws {
    let manifest = try Share.find().manifest(app: "randevoo")
    let pieces = try await connected { connection in
      try await connection.executeScript(Self.change)
      return try await AppCode(session: connection).pieces(of: manifest)
    }
    let spy = try #require(pieces.first { $0.object == "randevoo.spy()" })
    #expect(spy.kind == "function" && spy.owner == "randevoo_owner")
    #expect(spy.alarms == ["SECURITY DEFINER"] && spy.definition.contains("RETURN NULL"))
    #expect(pieces.contains { $0.kind == "extension" && $0.object == "btree_gist" })
  }
}
