import Answers
package import Catalog
package import Postgres

/// Posts the digest of a day to the webhook that the worker's manifest names.
///
/// A crash after the answer posts it again under the same key.
package struct DigestSendHandler: JobHandler {
  private let pool: ConnectionPool
  private let sink: @Sendable () -> (any NoticeSink)?

  /// Takes its connections from `pool` and posts to what `sink` is at that time; nil where the
  /// manifest names no webhook.
  package init(pool: ConnectionPool, sink: @escaping @Sendable () -> (any NoticeSink)?) {
    self.pool = pool
    self.sink = sink
  }

  /// Posts it once; what the receiver did not take is tried again as jobs are.
  package func run(_ job: Job) async throws -> JobOutcome {
    guard let sink = sink() else {
      return .discarded("the worker's manifest names no webhook for digests (digest)")
    }
    let call = JobsFunctions.digestTake(jobID: job.id, lease: job.lease)
    let digest: JobsFunctions.DigestTakeRow
    do {
      digest = try await pool.withConnection { try await $0.one(call) }
    } catch let error as PostgresError where error.sqlState == .malformedCall {
      return .discarded("\(error)")
    }
    guard let key = digest.idempotencyKey, let body = digest.body else { throw StaleAttempt() }
    let notice = Notice(id: job.id, key: key, json: body.text)
    return switch try await sink.deliver([notice]).first {
    case .sent: .completed
    case .failed(let reason): .discarded(reason)
    case .retry(let reason, _): .retryable(reason)
    case nil: .retryable("the webhook did not answer")
    }
  }
}
