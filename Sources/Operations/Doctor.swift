internal import Catalog
package import Postgres

/// Looks at an installed database for what its operators should know; writes nothing.
package struct Doctor: Sendable {
  let share: Share
  let connection: Connection
  /// Seconds after which what waits is stuck.
  let patienceSeconds: Int

  /// One thing that is wrong.
  package struct Finding: Hashable, Sendable {
    /// What it is about: `rights`, `definer`, `chain`, `anchor`, `outbox`, `workers`, `xmin`, `idle`,
    /// `head`, `search`, `capture`, `disk`, `catalog` or `versions`.
    package let area: String
    /// Whether somebody has to act.
    package let isRed: Bool
    /// What was found, in one line; may quote names from outside, so it is printed escaped.
    package let finding: String
    /// What to do.
    package let remedy: String
  }

  /// Looks at the database that a direct connection of the installer is in.
  package init(share: Share, connection: Connection, patienceSeconds: Int = 600) {
    self.share = share
    self.connection = connection
    self.patienceSeconds = patienceSeconds
  }

  /// Returns what is wrong, red first; empty where all is well.
  ///
  /// Where the schema is not this program's, that is all it tells: the rest could not be trusted.
  ///
  /// - Throws: `OperationError` where Reeve is not installed, or by a newer program; `PostgresError`.
  package func findings() async throws -> [Finding] {
    try await CatalogLoader(session: connection).requireReeve()
    let upgrade = Upgrade(share: share, connection: connection, report: { _ in })
    let steps = try await upgrade.plan()
    var findings: [Finding] = []
    if let first = steps.first {
      findings.append(
        Finding(
          area: "versions",
          isRed: true,
          finding: "the schema differs from this program's in \(steps.count) places, "
            + "first: \(first.change) \(first.object)",
          remedy: "`reeve upgrade --dry-run` lists them, `reeve upgrade` mends them."
        )
      )
      if steps.contains(where: { $0.change == "apply" || $0.change == "add" }) { return findings }
    }
    let query = try share.query("operations/doctor.sql")
    let rows = try await connection.withTransaction(TransactionOptions(isReadOnly: true)) {
      try await $0.query(query, [Release.version, patienceSeconds])
    }
    return try findings
      + rows.map { row in
        try Finding(area: row.get(0), isRed: row.get(1), finding: row.get(2), remedy: row.get(3))
      }
  }
}
