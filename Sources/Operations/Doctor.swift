internal import Catalog
import Host
import Postgres

/// Looks at an installed database for what its operators should know; commits nothing.
package struct Doctor: Sendable {
  let share: Share
  let connection: Connection
  var limits = Limits()
  /// Whether to look at the whole chain, not only at what came after the last anchor, and to prove
  /// members and that everything is of this release.
  var isFull = false

  /// The limits beyond which something is wrong.
  package struct Limits: Hashable, Sendable {
    /// Seconds after which what waits is stuck.
    var patienceSeconds = 600
    /// Bytes of WAL that a replication slot nobody uses may keep.
    var slotBytes = 1 << 30
    /// Below this part of a disk and `freeBytes` its free space is too little.
    var freeShare = 0.1
    /// See `freeShare`.
    var freeBytes = 20 << 30
  }

  /// One thing that is wrong.
  package struct Finding: Hashable, Sendable {
    /// The area of the check: `rights`, `definer`, `chain`, `anchor`, `outbox`, `workers`, `xmin`,
    /// `idle`, `unsealed`, `head`, `index`, `search`, `counts`, `capture`, `disk`, `catalog`, `code`,
    /// `versions`, `members`, `clock`, `locks`, `tls` or `release`.
    package let area: String
    /// Whether somebody has to act.
    package let isRed: Bool
    /// The finding in one line; may quote names from outside, so it is printed escaped.
    package let finding: String
    /// The remedy, in sentences.
    package let remedy: String
  }

  /// Returns what is wrong, red first; empty where all is well.
  ///
  /// Where the schema is not this program's, that is all it reports: the rest could not be trusted.
  ///
  /// - Throws: `Failure` where Reeve is not installed, or by a newer program; `PostgresError`.
  package func findings() async throws -> [Finding] {
    try await CatalogLoader(session: connection).requireReeve()
    if !isFull { return try await findings(beside: []) }
    let (released, refusals) = try await released()
    do {
      return try await refusals + findings(beside: released)
    } catch PostgresError.server(let error) where !released.isEmpty {
      // Something that everything else needs may be gone.
      return told(released) + [Self.refused("\(error.message) (\(error.sqlState))")]
    }
  }

  private func told(
    _ differences: [ReleaseDifference],
    beside foreign: [ForeignObject] = []
  ) -> [Finding] {
    ReleaseDifference.untold(differences, beside: foreign).map {
      Finding(
        area: "release",
        isRed: $0.change != .harmless,
        finding: $0.finding,
        remedy: $0.remedy
      )
    }
  }

  private func findings(beside released: [ReleaseDifference]) async throws -> [Finding] {
    let upgrade = Upgrade(share: share, connection: connection, report: { _ in })
    let steps = try await upgrade.plan()
    var findings: [Finding] = []
    if let first = steps.first {
      findings.append(
        Finding(
          area: "versions",
          isRed: true,
          finding: "the schema differs from this program's in \(steps.count) respects, "
            + "first: \(first.change) \(first.object)",
          remedy: "`reeve upgrade --dry-run` lists them, `reeve upgrade` fixes them."
        )
      )
      if steps.contains(where: { $0.change == "apply" }) { return findings }
    }
    let foreign = try await ForeignObject.all(share: share, connection: connection)
    findings += foreign.map {
      Finding(area: "release", isRed: true, finding: $0.finding, remedy: $0.remedy)
    }
    findings += told(released, beside: foreign)
    if steps.contains(where: { $0.change == "add" }) { return findings }
    // A generator that is not this release's proves nothing.
    if isFull { findings += try await members() }
    if isFull, released.allSatisfy({ $0.change == .harmless }) {
      findings += try await generated()
    }
    let query = try share.query("operations/doctor.sql")
    // The checks try catalogs, so the transaction is rolled back. On a standby, transactions are
    // read-only anyway.
    let rows = try await connection.withTransaction {
      try await $0.query(
        query,
        [Release.version, limits.patienceSeconds, limits.slotBytes, isFull]
      )
    }
    findings += try rows.map { row in
      try Finding(area: row.get(0), isRed: row.get(1), finding: row.get(2), remedy: row.get(3))
    }
    findings += try await fullDisks() + codeFindings()
    return findings.filter(\.isRed) + findings.filter { !$0.isRed }
  }

  /// Reports which disks of a server on this machine, reached by its socket, are almost full.
  ///
  /// Empty where this login may not know its directories, or they cannot be read.
  private func fullDisks() async throws -> [Finding] {
    let folders = try await connection.query(
      """
      SELECT f.path
      FROM pg_settings s, LATERAL (
        SELECT s.setting, 1
        UNION ALL
        SELECT s.setting || '/pg_wal', 2
        UNION ALL
        SELECT nullif(pg_tablespace_location(t.oid), ''), 3 FROM pg_tablespace t) f(path, place)
      WHERE s.name = 'data_directory' AND inet_server_addr() IS NULL AND f.path IS NOT NULL
      ORDER BY f.place, f.path
      """
    )
    var seen: Set<UInt> = []
    return try folders.compactMap { row in
      let path: String = try row.get(0)
      guard let disk = Disk.space(at: path), seen.insert(disk.id).inserted,
        disk.freeBytes < limits.freeBytes,
        Double(disk.freeBytes) < limits.freeShare * Double(disk.bytes)
      else { return nil }
      return Finding(
        area: "disk",
        isRed: true,
        finding:
          "\(disk.freeBytes >> 20) MB of \(disk.bytes >> 20) MB are free on the disk of \(path)",
        remedy: "Free some space: the server stops when it cannot write WAL."
      )
    }
  }
}
