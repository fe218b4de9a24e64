package import Catalog
package import Postgres

/// Delivers due notices to a folder, one file each.
///
/// The rows stay locked until the files are on disk, so two workers never deliver the same notice. A
/// crash between the files and the commit delivers again under the same name: one file, once.
package struct NotifyDeliverHandler: JobHandler {
  /// Most notices in one transaction.
  package static let batchNotices = 100

  private let pool: ConnectionPool
  private let sink: FileSink

  /// Takes its connections from `pool` and writes to `sink`.
  package init(pool: ConnectionPool, sink: FileSink) {
    self.pool = pool
    self.sink = sink
  }

  /// The kind `notify.deliver`.
  package var kind: String { "notify.deliver" }

  /// Delivers until nothing is due.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      while try await deliverBatch(of: job, on: connection) > 0 {}
      return .done
    }
  }

  private func deliverBatch(of job: Job, on connection: Connection) async throws -> Int {
    try await connection.withTransaction { transaction in
      let due = try await transaction.query(
        "SELECT n.outbox_id, to_jsonb(n)::text FROM reeve.outbox_take($1, $2, $3) n",
        [job.id, job.lease, Self.batchNotices]
      )
      guard !due.isEmpty else { return 0 }
      var ids: [Int64] = []
      for row in due {
        let id: Int64 = try row.get(0)
        try await sink.write(name: "\(id).json", text: try row.get(1, as: String.self) + "\n")
        ids.append(id)
      }
      try await sink.settle()
      try await transaction.execute(
        "SELECT reeve.outbox_sent($1, $2, $3)",
        [job.id, job.lease, ids]
      )
      return due.count
    }
  }
}
