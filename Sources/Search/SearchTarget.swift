internal import Catalog
internal import Postgres

/// A collection that a job is about.
struct SearchTarget {
  /// The collection's number.
  let collection: Int
  /// `app/collection`.
  let subject: String
  /// Its live generation; nil where none is of the collection's declaration.
  let generation: Int?

  /// Returns the searched collections of a job's app, or the one that its arguments name, in order.
  static func all(for job: Job, _ pool: ConnectionPool) async throws -> [SearchTarget] {
    try await pool.withConnection { connection in
      try await connection.call(SearchFunctions.searchTargets(jobID: job.id))
    }
    .map {
      SearchTarget(
        collection: $0.collectionID,
        subject: $0.subject,
        generation: $0.generationID
      )
    }
  }
}
