internal import Host
internal import Postgres

extension Installer {
  /// Writes a page about what Reeve did; as an admin's login, which needs the rank of an auditor.
  ///
  /// - Parameters:
  ///   - file: Where; replaced at once when the page is whole.
  ///   - app: The app; nil for all.
  ///   - days: How many days back, 1 to 366.
  /// - Throws: `Failure`, `PostgresError`.
  package func report(to file: String, app: String?, days: Int) async throws {
    try await withConnection(as: .admin) { connection in
      try await Self.write(connection, to: file, app: app, days: days)
    }
  }

  private static func write(
    _ connection: Connection,
    to file: String,
    app: String?,
    days: Int
  ) async throws {
    try await CatalogLoader(session: connection).requireReeve()
    let figures = try await connection.call(
      OperationsFunctions.reportFigures(onlyApp: app, days: days)
    )
    let head = try await connection.query(
      """
      SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), current_database()::text,
        ARRAY(
          SELECT d::date FROM generate_series(
            (now() AT TIME ZONE 'UTC')::date - $1::int + 1, (now() AT TIME ZONE 'UTC')::date,
            interval '1 day') d
          ORDER BY d)
      """,
      [days]
    )[0]
    let database: String = try head.get(1)
    let page = ReportPage(
      figures: figures,
      title: "\(app ?? database): report",
      days: try head.get(2),
      readAt: try head.get(0)
    )
    try Disk.write(page.html, to: file, mode: 0o644)
  }
}
