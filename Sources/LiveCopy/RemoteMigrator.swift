package import Catalog
internal import FoundationEssentials
package import Outcome
package import Postgres
internal import Synchronization

/// Moves a collection to a table in another database, on this server or another, while the app
/// writes.
///
/// The source's database keeps the log of changes and knows what each statement has to be; the
/// target's records with the rows how far the copy is. Rows are read again whenever their change is
/// applied, and only the holder of that record's lock writes: so neither the order nor the
/// repetition of changes matters, and a killed run continues after the last step.
package struct RemoteMigrator: Copier {
  /// The source's side.
  package let source: Migrator
  /// Where the target is.
  let server: String

  /// Makes a migrator.
  ///
  /// - Returns: nil where the target is in the same database.
  package init?(_ source: Migrator) {
    guard let server = source.mapping.server else { return nil }
    self.source = source
    self.server = server
  }

  /// Makes a migrator for the attempt of a job, whose worker's manifest says where the target is.
  init(_ source: Migrator, at server: String) {
    self.source = source
    self.server = server
  }

  private var json: JSONB { JSONB(source.mapping.json) }

  /// Compares the mapping with both databases and reports what would happen.
  ///
  /// - Throws: `Failure` where the target's server cannot be reached, `PostgresError`.
  package func plan() async throws -> Migrator.Plan {
    try await withServer { target in
      let facts = try await facts(of: target)
      let findings = try await findings(facts)
      let lines =
        try await findings.isEmpty
        ? source.connection.call(LiveCopyFunctions.remotePlan(mapping: json, facts: facts)) : []
      let there: Facts = try facts.decode()
      let table = try await source.connection.one(
        LiveCopyFunctions.migrateTable(mapping: json, side: "source")
      )
      let definition =
        try await there.kind == nil && table != nil
        ? source.connection.one(LiveCopyFunctions.migrateDefine(mapping: json)) : nil
      return Migrator.Plan(
        findings: findings,
        lines: lines.map { ($0.part, $0.object, $0.note) },
        definition: definition
      )
    }
  }

  /// Facts about the target's database.
  private struct Facts: Decodable {
    /// The target's kind, as `pg_class` has it; nil where there is none.
    let kind: String?
  }

  /// Reads the facts about the target's database.
  func facts(of target: Connection) async throws -> JSONB {
    let inspect = try await source.connection.one(
      LiveCopyFunctions.remoteInspect(mapping: json)
    )
    return try await target.query(inspect)[0].get(0)
  }

  private func findings(_ facts: JSONB) async throws -> [Finding] {
    try await source.connection.call(
      LiveCopyFunctions.remoteCheck(mapping: json, facts: facts)
    ).map { Finding(source.mapping.position(of: $0.path), $0.message) }
  }

  package func beginning(
    isNew: Bool
  ) async throws -> (findings: [Finding], call: FunctionCall<Void>) {
    guard isNew else {
      return ([], LiveCopyFunctions.remoteBegin(mapping: json, facts: JSONB("{}")))
    }
    let facts: JSONB = try await withServer { try await self.facts(of: $0) }
    return (
      try await findings(facts), LiveCopyFunctions.remoteBegin(mapping: json, facts: facts)
    )
  }

  package func jobArguments(
    _ status: Migrator.Status,
    parallel: Int
  ) async throws -> [(part: Int?, parallel: Int?)] {
    // Once the copy is known there, a worker cannot take another database for it.
    try await withWork { work in
      let identity = try await work.target.identity()
      try await source.commit(
        "the place of \(source.label)",
        LiveCopyFunctions.remoteBind(copyID: work.id, identity: JSONB(identity.json))
      )
    }
    return [(part: nil, parallel: parallel > 1 ? parallel : nil)]
  }

  package func missingForJobs() async throws -> Failure? {
    guard try await source.connection.one(LiveCopyFunctions.remoteUnserved(mapping: json)) else {
      return nil
    }
    let name = "\(source.mapping.app)/\(source.mapping.copy)"
    return Failure(
      .failed,
      "no running worker's manifest says where the target of \(name) is",
      details: [
        "In the file of `reeve-worker --manifest` on a worker's host:",
        "copies: {\(name): {server: '\(server.replacing("'", with: "''"))'}}",
      ],
      hint: "The password belongs in ~/.pgpass or a service file of that worker's user; then "
        + "start the worker anew."
    )
  }

  // MARK: - Sessions

  /// A copy that has begun, with a connection to its target.
  package struct Work: CopyWork {
    package let id: Int
    package let source: Migrator
    /// Where the target is.
    let server: String
    let target: RemoteTarget
    /// Others that copy at the same time, over connections of their own.
    let helpers = Helpers()
    /// How many rows are copied next.
    var chunk = Chunk()
    /// Whether changes come back once the target is live.
    var comesBack = false
    /// Which database each connection must lead to; nil for an installer's.
    var identity: RemoteTarget.Identity?
  }

  /// Helpers of a copy, each with connections of its own.
  final class Helpers: Sendable {
    private let works = Mutex<[Work]>([])

    var all: [Work] { works.withLock { $0 } }

    func add(_ work: Work) { works.withLock { $0.append(work) } }

    /// Leaves out one that has ended, or whose connection is lost.
    func drop(_ target: RemoteTarget) {
      works.withLock { $0.removeAll { $0.target.connection === target.connection } }
    }
  }

  /// Lends a connection to the target's database.
  private func withServer<R: Sendable>(
    _ body: (Connection) async throws -> R
  ) async throws -> R {
    try await RemoteTarget.connect(server).use(body)
  }

  /// Lends a copy that is under way, where the databases of both sides agree on it.
  ///
  /// - Throws: `Failure` where there is none, or the target's database was set back or is another.
  package func withWork<R: Sendable>(_ body: (Work) async throws -> R) async throws -> R {
    let id = try await source.status().id
    return try await withServer { connection in
      let copy = try await source.connection.one(
        LiveCopyFunctions.remoteCopy(
          copyID: id,
          jobID: source.attempt?.jobID,
          lease: source.attempt?.lease
        )
      )
      let target = RemoteTarget(
        connection: connection,
        token: copy.token,
        statements: try copy.statements.decode()
      )
      var identity: RemoteTarget.Identity?
      if source.attempt != nil {
        identity = try copy.identity?.decode()
        try await target.require(identity)
      }
      try await target.prepare()
      if !copy.isPlaced, let xid = copy.placeXid, let change = copy.placeChange {
        try await target.record(
          label: copy.label,
          xid: xid,
          changeID: change,
          round: copy.round,
          isNew: source.attempt == nil
        )
      }
      let work = Work(
        id: id,
        source: source,
        server: server,
        target: target,
        comesBack: copy.back != nil && source.attempt == nil,
        identity: identity
      )
      // A rollback was taken back, and killed before the target was open again.
      if copy.phase == "live", let back: RemoteBack = try copy.back?.decode() {
        try await work.unshut(back, round: copy.round)
      }
      let place = try await connection.withTransaction { try await target.place(in: $0) }
      guard let place else {
        throw Failure(
          .failed,
          "the target's database does not know the copy \(copy.label)",
          details: ["It is another database than the one to which it went, or was restored."],
          hint: "Correct what `server` leads to, or end the copy with "
            + "`reeve migrate finish --abandon --lost`."
        )
      }
      if let xid = copy.placeXid, let change = copy.placeChange,
        !place.isAtLeast(xid: xid, changeID: change)
      {
        throw Failure(
          .failed,
          "the target's database is older than what was applied to it: it was restored",
          hint:
            "End the copy with `reeve migrate finish --abandon --lost` and start it again."
        )
      }
      try await work.tell()
      return try await body(work)
    }
  }
}

extension RemoteMigrator.Work {
  /// Records in the source's database the progress that is committed at the target.
  func tell() async throws {
    let place = try await RemoteTarget.place(of: target.token, in: target.connection)
    try await source.connection.one(
      LiveCopyFunctions.remoteProgress(
        copyID: id,
        place: place,
        jobID: source.attempt?.jobID,
        lease: source.attempt?.lease
      )
    )
  }

  /// The failure where the target no longer knows the copy.
  var lost: Failure {
    Failure(.failed, "the target's database no longer knows the copy")
  }
}
