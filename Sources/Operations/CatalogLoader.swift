package import Catalog
import Outcome
package import Postgres

/// Compares a manifest with the live database, and loads it.
package struct CatalogLoader: Sendable {
  let session: any Session

  /// One line of the difference between the applied catalog and a manifest.
  package struct Change: Hashable, Sendable {
    /// `add`, `change` or `drop`.
    package let change: String
    /// The object that is changed, such as `collection user`.
    package let object: String
    /// Anything worth knowing; may be empty.
    package let note: String
  }

  /// Works on a connection or in a transaction of an installer.
  package init(session: any Session) { self.session = session }

  /// Returns the problems that the database finds, each with its position in the files.
  ///
  /// - Parameter manifest: A manifest whose shape is right.
  /// - Returns: Findings in the order of the database's walk.
  /// - Throws: `Failure` where Reeve is not installed; `PostgresError`.
  package func check(_ manifest: Manifest) async throws -> [Finding] {
    try await requireReeve()
    return try await session.call(
      OperationsFunctions.catalogCheck(manifest: JSONB(manifest.json))
    ).map { fault in
      Finding(manifest.position(of: fault.path), "\(fault.message) (\(fault.code))")
    }
  }

  /// Returns parts that work but slowly, each with its position in the files.
  ///
  /// - Parameter manifest: A manifest that `check` finds nothing wrong with.
  /// - Returns: A remark for each.
  /// - Throws: `PostgresError`.
  package func advice(on manifest: Manifest) async throws -> [Finding] {
    try await session.call(
      OperationsFunctions.catalogAdvice(manifest: JSONB(manifest.json))
    ).map { Finding(manifest.position(of: $0.path), $0.message) }
  }

  /// The result of performing a verb of a catalog on one row and undoing it.
  package struct Attempt: Sendable {
    /// The action, or the collection, as a JSON pointer.
    package let path: String
    /// The collection.
    package let collection: String
    /// The verb; nil where there was no row to try it on.
    package let verb: String?
    /// The row's key; nil where there was none.
    package let key: String?
    /// The error, or the data that was not restored or not erased; nil if all went well.
    package let problem: String?
    /// Columns that code of the app had changed for good, by collection.
    package let touched: [String: [String]]

    /// Returns the problems with their locations in the files; none where there was no row.
    func findings(in manifest: Manifest) -> [Finding] {
      let failed =
        verb == nil || problem == nil
        ? [] : [Finding(manifest.position(of: path), "\(told) (try)")]
      return failed
        + touched.sorted { $0.key < $1.key }.map { name, columns in
          Finding(
            manifest.position(of: "/collections/\(name)/touched"),
            "code of the app changes \(columns.joined(separator: ", ")) of \(name) with each action, and"
              + " undo does not restore it: list it in touched (try)"
          )
        }
    }

    /// The attempt in words.
    package var told: String {
      guard let verb, let key else { return problem ?? "" }
      return "\(verb) \(collection):\(key): \(problem ?? "done and undone")"
    }
  }

  /// Does each verb of a manifest to a row of each collection, undoes it, and rolls back.
  ///
  /// - Parameter manifest: A manifest that `check` finds nothing wrong with.
  /// - Returns: An attempt for each verb that changes rows.
  /// - Throws: `PostgresError`, also where the login may not make the app's roles.
  package func attempt(_ manifest: Manifest) async throws -> [Attempt] {
    try await session.call(
      OperationsFunctions.catalogAttempt(manifest: JSONB(manifest.json))
    ).map { attempt in
      Attempt(
        path: attempt.path,
        collection: attempt.collection,
        verb: attempt.verb,
        key: attempt.key,
        problem: attempt.problem,
        touched: try attempt.touched?.decode() ?? [:]
      )
    }
  }

  /// Checks a manifest and loads it.
  ///
  /// - Parameters:
  ///   - manifest: A manifest whose shape is right.
  ///   - dryRun: Whether only to report the difference.
  /// - Returns: The difference.
  /// - Throws: `Failure` with every finding; `PostgresError`.
  package func apply(_ manifest: Manifest, dryRun: Bool = false) async throws -> [Change] {
    let findings = try await check(manifest)
    guard findings.isEmpty else { throw Failure(findings: findings) }
    return try await session.call(
      OperationsFunctions.catalogApply(manifest: JSONB(manifest.json), dryRun: dryRun)
    ).map { Change(change: $0.change, object: $0.object, note: $0.note ?? "") }
  }

  /// Refuses a database that Reeve is not installed in.
  ///
  /// - Throws: `Failure` of status `refused`; `PostgresError`.
  package func requireReeve() async throws {
    let rows = try await session.query("SELECT to_regclass('reeve.migration') IS NOT NULL")
    guard try rows.first?.get(0) == true else {
      throw Failure.notInstalled
    }
  }
}
