internal import Catalog
internal import Postgres

/// The collections that a job is about.
enum SearchTarget {
  /// Returns number, `app/collection` and live generation, which is nil where none is of the
  /// collection's declaration.
  static func all(
    for job: Job,
    _ pool: ConnectionPool
  ) async throws -> [(collection: Int, subject: String, generation: Int?)] {
    try await pool.withConnection { connection in
      try await connection.query(
        """
        SELECT s.collection_id, s.subject,
          max(s.generation_id) FILTER (WHERE s.state = 'live' AND NOT s.is_outdated)
        FROM reeve.search_status($1) s
        WHERE $2::jsonb ->> 'collection' IS NULL
          OR s.subject = $1 || '/' || ($2::jsonb ->> 'collection')
        GROUP BY 1, 2 ORDER BY 2
        """,
        [job.app, job.arguments]
      ).map { row in (try row.get(0), try row.get(1), try row.get(2)) }
    }
  }
}
