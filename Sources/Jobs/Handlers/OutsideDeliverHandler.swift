package import Catalog
package import Postgres

/// Sends what actions do outside the database to where the worker's manifest says.
///
/// What is taken is on record as sent before it is sent, and no row is locked meanwhile: an undo
/// need not wait for the receiver. A crash between sending and noting sends it again under the same
/// key.
package struct OutsideDeliverHandler: JobHandler {
  /// Effects that are sent at a time by one job.
  private static let batchEffects = 8
  /// Seconds beside the receiver's timeout until an attempt is over.
  private static let slackSeconds = 5

  private let pool: ConnectionPool
  private let receivers: @Sendable () -> [String: any EffectReceiver]

  /// Takes its connections from `pool`, and receivers, by the names of effects, from what the
  /// manifest is at that time.
  package init(
    pool: ConnectionPool,
    receivers: @escaping @Sendable () -> [String: any EffectReceiver]
  ) {
    self.pool = pool
    self.receivers = receivers
  }

  /// Sends until nothing is due; another job comes for what is due later.
  package func run(_ job: Job) async throws -> JobOutcome {
    let receivers = receivers()
    while true {
      let begin = ContinuousClock.now
      let effects = try await take(job, receivers)
      if effects.isEmpty { return .completed }
      try await settle(job, effects, await send(effects, receivers, since: begin))
    }
  }

  private static func seconds(_ receiver: any EffectReceiver) -> Int {
    Int(receiver.timeout / .seconds(1)) + slackSeconds
  }

  private func take(
    _ job: Job,
    _ receivers: [String: any EffectReceiver]
  ) async throws -> [(id: Int64, effect: OutsideEffect)] {
    let names = receivers.keys.sorted()
    let call = JobsFunctions.outsideTake(
      jobID: job.id,
      lease: job.lease,
      names: names,
      seconds: names.map { name in receivers[name].map(Self.seconds) ?? 0 },
      maxRows: Self.batchEffects
    )
    let rows = try await pool.withConnection { connection in try await connection.call(call) }
    return rows.map { row in
      (
        row.outsideID,
        OutsideEffect(name: row.name, key: row.idempotencyKey, json: row.body.text)
      )
    }
  }

  private func send(
    _ effects: [(id: Int64, effect: OutsideEffect)],
    _ receivers: [String: any EffectReceiver],
    since begin: ContinuousClock.Instant
  ) async -> [Delivery] {
    await withTaskGroup(of: (Int, Delivery).self) { group in
      for (place, item) in effects.enumerated() {
        guard let receiver = receivers[item.effect.name] else { continue }
        let until = begin + .seconds(Self.seconds(receiver))
        group.addTask { (place, await receiver.send(item.effect, until: until)) }
      }
      var deliveries = [Delivery](
        repeating: .retry("no entry of the manifest", after: 0),
        count: effects.count
      )
      for await (place, delivery) in group { deliveries[place] = delivery }
      return deliveries
    }
  }

  private func settle(
    _ job: Job,
    _ effects: [(id: Int64, effect: OutsideEffect)],
    _ deliveries: [Delivery]
  ) async throws {
    let told = deliveries.map { $0.told(sent: "confirmed") }
    let call = JobsFunctions.outsideSettle(
      jobID: job.id,
      lease: job.lease,
      outsideIDs: effects.map(\.id),
      verdicts: told.map { $0.verdict },
      errors: told.map { $0.error },
      waits: told.map { $0.wait }
    )
    try await pool.withConnection { connection in try await connection.call(call) }
  }
}
