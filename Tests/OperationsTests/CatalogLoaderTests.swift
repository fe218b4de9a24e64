import Answers
import Catalog
import Host
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Operations

/// Catalogs against the live database of the template, which has the sample app's schema.
@Suite(.freshDatabase)
struct CatalogLoaderTests {
  private static let file = "sql/apps/randevoo/catalog.yaml"

  @Test func `the app's own catalog is right, and applied already`() async throws {
    let manifest = try Share.find().manifest(app: "randevoo")
    try await connected { connection in
      let loader = CatalogLoader(session: connection)
      let findings = try await loader.check(manifest)
      #expect(findings.isEmpty)
      let changes = try await loader.apply(manifest, dryRun: true)
      #expect(changes.isEmpty)
    }
  }

  @Test(arguments: [
    ("table: users", "table: userz", "there is no table"),
    ("blocked_until\n    enforcement", "gone_until\n    enforcement", "gone_until"),
    ("locale: t.locale", "locale: t.nope", "nope"),
  ])
  func `what the database finds wrong is told with its place in the file`(
    right: String,
    wrong: String,
    message: String
  ) async throws {
    try await withShare { share in
      try share.change(Self.file, right, to: wrong)
      let manifest = try share.manifest(app: "randevoo")
      let findings = try await connected {
        try await CatalogLoader(session: $0).check(manifest)
      }
      let text = try #require(try Disk.text("\(share.path)/\(Self.file)"))
      let value = wrong.prefix { $0 != "\n" }.split(separator: " ").last ?? ""
      let line = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .firstIndex { $0.contains(value) }
      )
      let finding = try #require(
        findings.first { $0.message.contains(message) },
        "\(findings)"
      )
      #expect(finding.position.file == "\(share.path)/\(Self.file)")
      #expect(finding.position.line == line + 1, "\(finding)")
    }
  }

  @Test func `columns that look like secrets are asked about where all may see them`() async throws
  {
    try await withShare { share in
      let shown = "show: [provider, verified_email, verified_phone,"
      try share.change(
        Self.file,
        shown,
        to:
          "show: [provider, access_token, token_count, backup_code, verified_email, verified_phone,"
      )
      try share.change(
        Self.file,
        "personal: [verified_email,",
        to: "personal: [backup_code, verified_email,"
      )
      try await connected {
        try await $0.execute(
          "ALTER TABLE randevoo.identities ADD access_token text, ADD token_count int,"
            + " ADD backup_code text"
        )
      }
      let installer = Installer(
        server: .conninfo(try TestDatabase.current.conninfo()),
        share: share,
        report: { _ in }
      )
      let found = try await installer.advice(on: [share.manifest(app: "randevoo")])
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.message.hasPrefix("is access_token of identities a secret?") == true)
      let text = try #require(try Disk.text("\(share.path)/\(Self.file)"))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(found.first?.position.line)
      #expect(lines[line - 1].contains("access_token"), "\(found)")
      let sound = try await installer.advice(on: [Share.find().manifest(app: "randevoo")])
      #expect(sound.isEmpty, "\(sound)")
    }
  }

  @Test func `a threshold that proposes what nobody can be is told with its place`() async throws {
    try await withShare { share in
      let file = "sql/apps/randevoo/policies.yaml"
      try share.change(file, "propose: ban", to: "propose: banish")
      let manifest = try share.manifest(app: "randevoo")
      let findings = try await connected {
        try await CatalogLoader(session: $0).check(manifest)
      }
      let text = try #require(try Disk.text("\(share.path)/\(file)"))
      let line = try #require(
        text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
          $0.contains("banish")
        }
      )
      let finding = try #require(findings.first)
      #expect(findings.count == 1 && finding.message.contains("no action banish"), "\(findings)")
      #expect(finding.position.file == "\(share.path)/\(file)")
      #expect(finding.position.line == line + 1, "\(finding)")
    }
  }

  @Test func `every place of an erasure is listed`() async throws {
    let query = try Share.find().query("operations/erase_targets.sql")
    let places = try await connected { try await $0.query(query) }
    let named = try Dictionary(
      places.map { try ($0.get(0, as: String.self), $0.get(1, as: String.self)) },
      uniquingKeysWith: { "\($0), \($1)" }
    )
    #expect(named["reeve.outbox"] != nil && named["reeve.evidence_bytes"] != nil)
    #expect(named["randevoo.users"]?.contains("email") == true, "\(named)")
    #expect(named["randevoo.identities"] == "whole rows")
  }

  @Test func `a catalog with findings is not applied`() async throws {
    try await withShare { share in
      try share.change(Self.file, "table: users", to: "table: userz")
      try share.change(Self.file, "title: ", to: "title: New ")
      let manifest = try share.manifest(app: "randevoo")
      let error = await failure {
        _ = try await connected { try await CatalogLoader(session: $0).apply(manifest) }
      }
      #expect(error?.exit == .failed)
      #expect(error?.details.contains { $0.contains("catalog.yaml:") } == true)
      #expect(
        try await value("SELECT title LIKE 'New %' FROM reeve.app WHERE app = 'randevoo'") == false
      )
    }
  }

  @Test func `a changed catalog is applied with its difference`() async throws {
    try await withShare { share in
      try share.change("sql/apps/randevoo/policies.yaml", "grace: 0s", to: "grace: 2h")
      let manifest = try share.manifest(app: "randevoo")
      let changes = try await connected { connection in
        try await connection.withTransaction {
          try await CatalogLoader(session: $0).apply(manifest)
        }
      }
      #expect(changes.map(\.change) == ["change"], "\(changes)")
      let grace: String = try await value(
        "SELECT grace::text FROM reeve.policy WHERE app = 'randevoo' AND name = 'fraud'"
      )
      #expect(grace == "02:00:00")
    }
  }

  @Test(arguments: [
    ("kind: search.verify\ncron: 61 * * * *", 3, 7, "minute \"61\" is not in 0 … 59"),
    ("kind: search.verify\ncron: 0 0 30 2 *", 3, 7, "it would never fire"),
    (
      "kind: search.verify\ncron: 0 4 * * *\nzone: Europe/Berln", 4, 7,
      "there is no time zone Europe/Berln"
    ),
    ("kind: search.verify\ncron: 0 4 * * *\nevery: 5m", 1, 1, "either every or cron"),
    ("kind: search.verify\ncron: 0 4 * * *\nmissed: all", 4, 9, "overlap: allow"),
    ("kind: search.verify\nevery: 53w", 3, 8, "at least every 366 days"),
    ("every: 5m\nkind: serch.verify", 3, 7, "there is no job kind serch.verify"),
    ("kind: search.verify\nevery: 5m\nqueue: fast", 4, 8, "there is no queue fast"),
    (
      "kind: search.verify\nevery: 5m\nargs: {a: \(String(repeating: "x", count: 70_000))}", 4, 7,
      "over 64 KiB"
    ),
  ])
  func `a schedule that cannot be is told with its place in the file`(
    body: String,
    line: Int,
    column: Int,
    message: String
  ) async throws {
    try await withShare { share in
      let file = "jobs/nightly.yaml"
      try share.write("app: randevoo\n\(body)\n", to: file)
      let manifest = try share.manifest(app: "randevoo")
      let findings = try await connected {
        try await CatalogLoader(session: $0).check(manifest)
      }
      #expect(findings.count == 1, "\(findings)")
      let finding = try #require(findings.first)
      #expect(finding.message.contains(message), "\(finding)")
      #expect(finding.position.line == line && finding.position.column == column, "\(finding)")
      #expect(finding.position.file.hasSuffix(file), "\(finding)")
    }
  }

  @Test(arguments: ["guard", "policy"])
  func `a ban that enforcement without the app's help is applied, and survives an upgrade`(
    enforcement: String
  ) async throws {
    try await withShare { share in
      try share.change(
        Self.file,
        "enforcement: column",
        to:
          "enforcement: \(enforcement)\n    guards: [{table: stores, actor: [owner_id], writes: [insert]}]"
      )
      let manifest = try share.manifest(app: "randevoo")
      let changes = try await connected { connection in
        try await connection.execute(
          "GRANT SELECT, INSERT ON randevoo.users, randevoo.stores TO randevoo_app"
        )
        return try await connection.withTransaction {
          try await CatalogLoader(session: $0).apply(manifest)
        }
      }
      #expect(changes.map(\.object) == ["collections user"], "\(changes)")
      #expect(changes.first?.note.contains("BYPASSRLS") == (enforcement == "policy"))
      try await upgrade(from: share)
      try await connected { connection in
        try await connection.executeScript(
          """
          INSERT INTO randevoo.users (first_name, last_name, provider) VALUES ('A', 'B', 'google');
          INSERT INTO reeve.subject(collection_id, key, hidden_by, hidden_until)
          SELECT c.collection_id, u.id, '{1}', 'infinity' FROM reeve.collection c, randevoo.users u
          WHERE c.app = 'randevoo' AND c.name = 'user';
          SET ROLE randevoo_app;
          """
        )
        let error = await failure {
          try await connection.execute(
            """
            INSERT INTO randevoo.stores (owner_id, name, city, time_zone)
            VALUES ((SELECT max(id) FROM randevoo.users), 'Shop', 'Rome', 'Europe/Rome')
            """
          )
        }
        #expect(error?.exit == .refused, "\(String(describing: error))")
        #expect(
          error?.message.contains(enforcement == "guard" ? "is barred" : "row-level security")
            == true,
          "\(String(describing: error))"
        )
      }
    }
  }

  @Test func `a database without Reeve is told to upgrade`() async throws {
    let manifest = try Share.find().manifest(app: "randevoo")
    let error = await failure {
      _ = try await connected(to: server.conninfo(database: "postgres")) {
        try await CatalogLoader(session: $0).check(manifest)
      }
    }
    #expect(error?.hint == "Run `reeve upgrade`.")
  }

  @Test func `an unknown app is told with the nearest name`() throws {
    let share = try Share.find()
    #expect {
      _ = try share.manifest(app: "randevo")
    } throws: { error in
      Failure(error, during: .operation).hint == "Did you mean randevoo?"
        && Failure(error, during: .operation).exit == .notFound
    }
  }

  @Test func `a sample is not loaded over a schema that is there, unless told to replace it`()
    async throws
  {
    let share = try Share.find()
    try await connected { connection in
      let loader = SampleLoader(share: share, connection: connection, report: { _ in })
      let error = await failure { _ = try await loader.load("randevoo", withRows: false) }
      #expect(error?.exit == .refused)
      try await loader.load("randevoo", replace: true, withRows: false)
    }
    #expect(try await value("SELECT count(*) FROM randevoo.users", as: Int.self) == 0)
  }

  @Test func `a sample does not replace rows that actions are recorded of`() async throws {
    try await connected { connection in
      try await connection.executeScript(
        """
        INSERT INTO reeve.action(verb, collection_id, key, actor)
        SELECT 'ban', collection_id, '1', 'x'
        FROM reeve.collection WHERE app = 'randevoo' AND name = 'user';
        """
      )
      let error = await failure {
        _ = try await SampleLoader(
          share: Share.find(),
          connection: connection,
          report: { _ in }
        ).load("randevoo", replace: true, withRows: false)
      }
      #expect(error?.exit == .refused)
      #expect(error?.message.contains("actions on “randevoo” are recorded here") == true)
    }
  }

  @Test func `a sample that fails leaves nothing`() async throws {
    try await withShare { share in
      try share.write("SELECT 1;\nSELECT nope;", to: "sql/apps/randevoo/sample.sql")
      let before: Int = try await value("SELECT count(*) FROM randevoo.users")
      let error = await failure {
        try await connected { connection in
          _ = try await SampleLoader(share: share, connection: connection, report: { _ in })
            .load("randevoo", replace: true)
        }
      }
      #expect(error?.message.contains("sample.sql:2:8: column \"nope\"") == true)
      #expect(try await value("SELECT count(*) FROM randevoo.users", as: Int.self) == before)
    }
  }
}
