internal import Outcome
internal import Postgres

/// The further checks of `doctor --full`: the members, and that everything is of this release; and
/// objects that no release made, which `doctor` always looks for.
extension Doctor {
  /// Returns what differs from this release, and why it could not be compared.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  func released() async throws -> (differences: [ReleaseDifference], refusals: [Finding]) {
    do {
      return (try await ReleaseDifference.all(share: share, connection: connection), [])
    } catch let error as ScriptError {
      return ([], [Self.refused(error.failure.message)])
    } catch let failure as Failure {
      return ([], [Self.refused(failure.message)])
    } catch PostgresError.server(let error) {
      return ([], [Self.refused("\(error.message) (\(error.sqlState))")])
    }
  }

  /// Returns members who were not added by a command.
  func members() async throws -> [Finding] {
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

  /// Compares generated functions with those that their generators make now.
  func generated() async throws -> [Finding] {
    do {
      return try await connection.withTransaction { transaction -> [Finding] in
        let before = try await state(in: transaction)
        try await transaction.execute("SET LOCAL lock_timeout = '5s'")
        let apps = try await transaction.query(
          "SELECT app FROM reeve.app WHERE manifest -> 'collections' <> '{}'"
        )
        for app in apps {
          try await transaction.one(OperationsFunctions.appInstall(app: try app.get("app")))
          try await transaction.one(OperationsFunctions.appGenerate(app: try app.get("app")))
        }
        let after = try await state(in: transaction)
        throw Rehearsal(findings: Self.findings(before, after))
      }
    } catch let rehearsal as Rehearsal {
      return rehearsal.findings
    } catch PostgresError.server(let error) {
      return [Self.refused("\(error.message) (\(error.sqlState))")]
    }
  }

  static func refused(_ message: String) -> Finding {
    Finding(
      area: "release",
      isRed: true,
      finding: "cannot verify that everything is of this release: \(message)",
      remedy: "Run it again; if this stays, `reeve upgrade` says more."
    )
  }

  /// Generated functions by kind and name; of each what may differ.
  private func state(in transaction: Transaction) async throws -> [String: [String]] {
    let rows = try await transaction.query(
      share.query("operations/generated_state.sql"),
      [FunctionReplay.generated]
    )
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
    _ after: [String: [String]]
  ) -> [Finding] {
    let aspects = ["owner", "grants", "way to run", "settings", "definition"]
    return Set(before.keys).union(after.keys).sorted().compactMap { object in
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
