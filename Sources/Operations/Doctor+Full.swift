internal import Postgres

/// What `doctor --full` proves besides: the members, and that functions and views are those of this
/// release; and what no release made, which `doctor` always looks for.
extension Doctor {
  /// Returns differences from this release, and members who were not added by a command.
  ///
  /// Functions and views are created again in a transaction that is rolled back, and compared with
  /// what stood before, so that the server itself says what they should be.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  func proofs() async throws -> [Finding] {
    try await members() + replayed() + migrated()
  }

  /// Returns what no release made or granted: the traces of somebody who had Reeve's rights.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  func foreign() async throws -> [Finding] {
    try await ForeignObject.all(share: share, connection: connection).map {
      Finding(area: "release", isRed: true, finding: $0.finding, remedy: $0.remedy)
    }
  }

  private func members() async throws -> [Finding] {
    do {
      return try await connection.query(share.query("operations/doctor_full.sql")).map { row in
        try Finding(area: row.get(0), isRed: row.get(1), finding: row.get(2), remedy: row.get(3))
      }
    } catch PostgresError.server(let error) {
      return [Self.refused("\(error.message) (\(error.sqlState))")]
    }
  }

  /// Carries the findings out of the transaction that must not be committed.
  private struct Rehearsal: Error {
    let findings: [Finding]
  }

  private func replayed() async throws -> [Finding] {
    let replay = FunctionReplay(share: share, connection: connection)
    do {
      return try await connection.withTransaction { transaction -> [Finding] in
        let before = try await state(in: transaction)
        let dropped = try await replay.rehearse(in: transaction)
        try await transaction.execute("SET LOCAL ROLE NONE")
        let apps = try await transaction.query(
          "SELECT app FROM reeve.app WHERE manifest -> 'collections' <> '{}'"
        )
        for app in apps {
          try await transaction.one(OperationsFunctions.appInstall(app: try app.get("app")))
        }
        let after = try await state(in: transaction)
        throw Rehearsal(findings: Self.findings(before, after, dropped: dropped))
      }
    } catch let rehearsal as Rehearsal {
      return rehearsal.findings
    } catch let error as ScriptError {
      return [Self.refused(error.failure.message)]
    } catch let error as Failure {
      return [Self.refused(error.message)]
    } catch PostgresError.server(let error) {
      return [Self.refused("\(error.message) (\(error.sqlState))")]
    }
  }

  private static func refused(_ message: String) -> Finding {
    Finding(
      area: "release",
      isRed: true,
      finding: "cannot verify that everything is of this release: \(message)",
      remedy: "Run it again; if this stays, `reeve upgrade` says more."
    )
  }

  /// Functions and views by kind and name; of each what may differ.
  private func state(in transaction: Transaction) async throws -> [String: [String]] {
    let rows = try await transaction.query(share.query("operations/schema_state.sql"))
    return try Dictionary(
      uniqueKeysWithValues: rows.map { row in
        (
          "\(try row.get(0, as: String.self)) \(try row.get(1, as: String.self))",
          try (2..<7).map { try row.get($0, as: String?.self) ?? "" }
        )
      }
    )
  }

  private static func findings(
    _ before: [String: [String]],
    _ after: [String: [String]],
    dropped: [String]
  ) -> [Finding] {
    let aspects = ["owner", "grants", "way to run", "settings", "definition"]
    let strays = dropped.map {
      Finding(
        area: "release",
        isRed: true,
        finding: "function \($0) is of no release",
        remedy: "`reeve upgrade` drops it, unless something depends on it; find out who created it."
      )
    }
    return strays
      + Set(before.keys).union(after.keys).sorted().compactMap { object in
        let finding: String
        switch (before[object], after[object]) {
        case (let live?, let wanted?) where live != wanted:
          let parts = zip(aspects, zip(live, wanted)).compactMap { aspect, values in
            values.0 == values.1
              ? nil
              : aspect == "definition" ? aspect : "\(aspect) (\(values.0) instead of \(values.1))"
          }
          finding = "\(object) differs from this release's: \(parts.joined(separator: ", "))"
        case (nil, _?): finding = "\(object) is gone"
        case (_?, nil): finding = "\(object) is of no release"
        default: return nil
        }
        return Finding(
          area: "release",
          isRed: true,
          finding: finding,
          remedy: "`reeve upgrade` restores it; find out who changed it."
        )
      }
  }

  /// Compares the functions that migrations make, and no file of the tree, with the migrations'
  /// text.
  private func migrated() async throws -> [Finding] {
    let objects = try ReleaseObjects(share: share)
    let rows = try await connection.query(
      #"""
      SELECT p.oid::regprocedure::text, p.proname::text, p.prosrc,
        EXISTS (
          SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
          WHERE x.grantee <> p.proowner)
        OR pg_get_userbyid(p.proowner) <> 'reeve_owner'
        OR cardinality(p.proconfig) IS DISTINCT FROM 1
        OR regexp_replace(p.proconfig[1], '"([a-z_][a-z_0-9]*)"', '\1', 'g')
          <> 'search_path=pg_catalog, reeve, pg_temp'
      FROM pg_proc p
      WHERE p.pronamespace = 'reeve'::regnamespace AND p.prorettype = 'trigger'::regtype
        AND p.proname = ANY ($1)
      """#,
      [Array(Set(objects.triggers.compactMap { $0.split(separator: " ").last.map(String.init) }))]
    )
    let tree = try Set(share.scripts(in: "sql/functions").map(\.name))
    return try rows.compactMap { row in
      let function: String = try row.get(0)
      let name: String = try row.get(1)
      let body: String = try row.get(2)
      guard !tree.contains(name) else { return nil }
      guard try row.get(3) || !objects.text.contains(body) else { return nil }
      return Finding(
        area: "release",
        isRed: true,
        finding: "function \(function) differs from what the migrations made",
        remedy: "Restore it as the newest migration that names it has it; find out who changed it."
      )
    }
  }
}

/// Something on Reeve's own relations that no release granted, or that is gone.
struct ForeignObject {
  let finding: String
  let remedy: String
  /// The statement by which `upgrade` restores what the release has; nil where people have to look.
  let statement: String?

  /// Looks for them; reads only.
  static func all(share: Share, connection: Connection) async throws -> [ForeignObject] {
    let objects = try ReleaseObjects(share: share)
    let rows = try await connection.query(
      share.query("operations/foreign_objects.sql"),
      [
        objects.triggers.sorted(), objects.relations.sorted(), objects.grants.sorted(),
        objects.constraints.sorted(),
      ]
    )
    return try rows.map { row in
      try ForeignObject(finding: row.get(0), remedy: row.get(1), statement: row.get(2))
    }
  }
}
