package import Catalog
package import Host
package import Postgres

/// Encrypts texts of an app anew that are not, or by a former key, or bound to no row yet: the keys
/// are on this host alone.
///
/// Each batch is one transaction under the attempt's lease and changes only what is still as it was
/// read, so an attempt that is cut off anywhere is continued by the next one.
package struct EncryptHandler: JobHandler {
  /// How many rows are looked at in one transaction.
  package static let batchRows = 200

  private let pool: ConnectionPool
  private let keys: @Sendable () -> TextKeys

  /// Takes its connections from `pool`, and the keys as they are by then.
  package init(pool: ConnectionPool, keys: @escaping @Sendable () -> TextKeys) {
    self.pool = pool
    self.keys = keys
  }

  /// Encrypts the app's rows, then its evidence.
  package func run(_ job: Job) async throws -> JobOutcome {
    guard let app = job.app else { return .discarded("say for which app: --app NAME") }
    let keys = keys()
    return try await pool.withConnection { connection in
      let known = try await connection.call(JobsFunctions.cipherKnown(app: app))
      if known.isEmpty { return .completed }
      guard let key = keys.current(of: app) else {
        return .retryable("this worker has no key of \(app) (\(TextKeys.variable))")
      }
      guard known.contains(key.id) else {
        return .retryable("\(app) does not know the key \(key.id), which this worker has")
      }
      var work = EncryptWork(job: job, key: key, keys: keys, connection: connection)
      do {
        while try await work.encryptRows() {}
        while try await work.encryptEvidence() {}
      } catch let error as PostgresError where error.sqlState == .lockNotAvailable {
        return .scheduled(after: .seconds(5))  // Somebody else is at it just now.
      }
      return work.outcome
    }
  }
}

/// Counts of one attempt.
private struct EncryptWork {
  let job: Job
  let key: TextKey
  let keys: TextKeys
  let connection: Connection
  private var collection: Int?
  private var after: String?
  private var capture: Int64 = 0
  private var missing: [String: Int] = [:]
  private var forged = 0

  init(job: Job, key: TextKey, keys: TextKeys, connection: Connection) {
    (self.job, self.key, self.keys, self.connection) = (job, key, keys, connection)
  }

  /// Completed, unless there is something that cannot be read.
  var outcome: JobOutcome {
    var faults = missing.sorted { $0.key < $1.key }
      .map {
        "\($0.value) texts are encrypted by the key \($0.key), which this worker does not have"
      }
    if forged > 0 { faults.append("\(forged) texts are not what was encrypted for their place") }
    return faults.isEmpty ? .completed : .discarded(faults.joined(separator: "; "))
  }

  /// Encrypts a batch of rows.
  ///
  /// - Returns: Whether there was one.
  mutating func encryptRows() async throws -> Bool {
    let call = JobsFunctions.cipherRead(
      jobID: job.id,
      lease: job.lease,
      keyID: key.id,
      afterID: collection,
      after: after,
      maxRows: EncryptHandler.batchRows
    )
    let rows = try await connection.call(call)
    guard let last = rows.last else { return false }
    var batches: [String: [(key: String, old: String, new: String)]] = [:]
    for row in rows {
      guard let field = row.field, let old = row.value, let binding = row.binding,
        let new = sealed(old, at: binding, for: binding)
      else { continue }
      batches[field, default: []].append((row.key, old, new))
    }
    for (field, texts) in batches {
      _ = try await connection.one(
        JobsFunctions.cipherWrite(
          jobID: job.id,
          lease: job.lease,
          collectionID: last.collectionID,
          field: field,
          keys: texts.map(\.key),
          olds: texts.map(\.old),
          news: texts.map(\.new)
        )
      )
    }
    (collection, after) = (last.collectionID, last.key)
    return true
  }

  /// Encrypts a batch of evidence.
  ///
  /// - Returns: Whether there was one.
  mutating func encryptEvidence() async throws -> Bool {
    let call = JobsFunctions.cipherCaptured(
      jobID: job.id,
      lease: job.lease,
      keyID: key.id,
      after: capture,
      maxRows: EncryptHandler.batchRows
    )
    let rows = try await connection.call(call)
    guard let last = rows.last else { return false }
    var texts: [(id: Int64, field: String, new: String)] = []
    for row in rows {
      guard let field = row.field, let old = row.value, let binding = row.binding,
        let target = row.target, let new = sealed(old, at: binding, for: target)
      else { continue }
      texts.append((row.bytesID, field, new))
    }
    if !texts.isEmpty {
      _ = try await connection.one(
        JobsFunctions.cipherKeep(
          jobID: job.id,
          lease: job.lease,
          captures: texts.map(\.id),
          fields: texts.map(\.field),
          news: texts.map(\.new)
        )
      )
    }
    capture = last.bytesID
    return true
  }

  /// A text under the present key; nil where it cannot be read.
  private mutating func sealed(_ old: String, at binding: String, for target: String) -> String? {
    switch keys.open(old, at: binding) {
    case .plain: return key.seal(old.utf8, at: target)
    case .text(let text): return key.seal(text.utf8, at: target)
    case .missing(let id): missing[id, default: 0] += 1
    case .forged: forged += 1
    }
    return nil
  }
}
