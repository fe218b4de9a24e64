import Answers
internal import Catalog
internal import Postgres

/// Where code of one owner of an app attacks: a transaction with a member of the team, who acts and
/// looks, and the schema of the hostile code.
struct AttackScene: Sendable {
  let stage: AttackStage
  private let member: String
  /// The roles that are the app's.
  private let own: [String]
  /// Facts that no attack may change; see `attack_facts.sql`.
  private let facts: [String: String]
  private let largeBytes: Int
  /// Results of calls beside harmless code, to compare with.
  private var known: [String: AttackStage.Trial] = [:]

  /// A kind of code; see `attack_code.sql`.
  struct Kind: Sendable {
    let name: String
    let isOfWrites, isOfLooks: Bool
    let statements: String
  }

  /// A hostile operation of the code; see `attack_payloads.sql`.
  struct Payload: Sendable {
    let name, sentence: String
    let isRaised, isLie: Bool
    let statements: String
  }

  /// Creates the member, and the schema of the subject's owner.
  init(of subject: AttackSubject, on stage: AttackStage, largeBytes: Int) async throws {
    self.stage = stage
    self.largeBytes = largeBytes
    member = try await stage.login("senior", rank: "senior")
    // A second person would only delay the same act.
    try await stage.transaction.execute("DELETE FROM reeve.approval_rule")
    try await stage.plantWorld(
      app: subject.app,
      owner: subject.owner,
      schemaOwner: subject.owner
    )
    own = subject.roles
    var facts = try await stage.facts()
    facts["the record"] = try await stage.record()
    self.facts = facts
  }

  /// Everything that code is to do.
  func payloads() async throws -> [Payload] {
    try await stage.transaction.query(stage.texts.payloads).map {
      Payload(
        name: try $0.get(0),
        sentence: try $0.get(1),
        isRaised: try $0.get(2),
        isLie: try $0.get(3),
        statements: try $0.get(4)
      )
    }
  }

  /// The subject with a row that its act writes; where there is none, without an act, and why.
  func chosen(_ subject: AttackSubject) async throws -> (AttackSubject, why: String?) {
    var subject = subject
    let rows = try await stage.transaction.query(subject.samples)
    guard let first = rows.first else { return (subject, "it has no row") }
    subject.key = (try first.get(0), try first.get(1))
    guard let verb = subject.verb else {
      return (subject, "no action writes its row, so it is only looked at")
    }
    var last = "it writes none"
    for row in rows {
      var candidate = subject
      candidate.key = (try row.get(0), try row.get(1))
      let trial = try await stage.undone { [candidate] in
        try await stage.trial(as: member, facts: facts, own: []) {
          try await candidate.act(in: $0)
        }
      }
      if case .done = trial.answer {
        if candidate.tables.contains(where: { trial.writes[$0] != nil }) { return (candidate, nil) }
      } else {
        last = "the last is \(trial.answer)"
      }
    }
    subject.verb = nil
    return (
      subject,
      "\(verb) is not tried, and the row only looked at: of the first \(rows.count), \(last)"
    )
  }

  /// The kinds of code, each by the subjects that it can be put behind.
  func kinds(behind subjects: [AttackSubject], isAct: Bool) async throws -> [[Int: Kind]] {
    var names: [String] = []
    var kinds: [String: [Int: Kind]] = [:]
    for (index, subject) in subjects.enumerated() {
      let rows = try await stage.transaction.query(
        stage.texts.code,
        [
          subject.table, subject.keyColumn, subject.key?.first, subject.written, subject.bytes,
          largeBytes,
        ]
      )
      for row in rows {
        let kind = Kind(
          name: try row.get(0),
          isOfWrites: try row.get(1),
          isOfLooks: try row.get(2),
          statements: try row.get(3)
        )
        guard isAct ? kind.isOfWrites : kind.isOfLooks else { continue }
        if kinds[kind.name] == nil { names.append(kind.name) }
        kinds[kind.name, default: [:]][index] = kind
      }
    }
    return names.compactMap { kinds[$0] }
  }

  /// The same as `trial` beside code that does no harm.
  mutating func honest(
    _ kind: Kind,
    _ subject: AttackSubject,
    _ isAct: Bool
  ) async throws -> AttackStage.Trial {
    let name = "\(isAct) \(subject.collection) \(kind.name)"
    if let trial = known[name] { return trial }
    let trial = try await trial(nil, kind, subject, isAct)
    known[name] = trial
    return trial
  }

  /// Plants code behind a table, harmless where there is no payload, and acts or looks.
  func trial(
    _ payload: Payload?,
    _ kind: Kind,
    _ subject: AttackSubject,
    _ isAct: Bool
  ) async throws -> AttackStage.Trial {
    do {
      return try await stage.undone {
        // First harmless: PostgreSQL runs some kinds when they are created.
        try await stage.execute(as: subject.owner, kind.statements)
        if let payload { try await stage.execute(as: subject.owner, payload.statements) }
        try await stage.transaction.execute(
          """
          SELECT set_config('doctor_attack.target', jsonb_build_object('app', $1::text,
            'collection', $2::text, 'key', $3::text, 'verb', $4::text, 'args', $5::jsonb)::text,
            TRUE)
          """,
          [subject.app, subject.collection, subject.key?.whole, subject.verb, subject.args]
        )
        return try await stage.trial(
          as: member,
          facts: facts,
          own: own,
          verifies: payload?.name == "record"
        ) { transaction in
          isAct
            ? try await subject.act(in: transaction) : try await subject.look(in: transaction)
        }
      }
    } catch PostgresError.server(let error) {
      return AttackStage.Trial(answer: .failed(error))
    }
  }
}

extension AttackSubject {
  private var id: SubjectKey {
    SubjectKey(app: app, collection: collection, key: key?.whole ?? "")
  }

  /// Performs its act.
  func act(in transaction: Transaction) async throws -> AttackStage.Answer {
    let outcome = try await transaction.one(
      OperationsFunctions.actionPerform(
        verb: verb ?? "",
        subject: id,
        args: args,
        expected: nil
      )
    )
    return outcome.kind == .done ? .done : .refused("\(outcome.kind.rawValue): \(outcome.message)")
  }

  /// Looks at its row.
  func look(in transaction: Transaction) async throws -> AttackStage.Answer {
    _ = try await transaction.call(OperationsFunctions.subjectShow(subject: id))
    _ = try await transaction.call(
      OperationsFunctions.subjectFind(
        app: app,
        collection: collection,
        query: id.key,
        hiddenOnly: false,
        maxRows: 3
      )
    )
    return .done
  }
}
