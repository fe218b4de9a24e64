internal import Postgres

/// The transaction in which attacks run one after the other, each undone before the next.
struct AttackStage: Sendable {
  let transaction: Transaction
  let texts: AttackTexts
  /// The prefix of the role names; roles belong to the whole cluster.
  let prefix: String

  /// How a call ended.
  enum Answer: Sendable, CustomStringConvertible {
    case done
    /// The message of an outcome other than done.
    case refused(String)
    case failed(ServerError)

    var description: String {
      switch self {
      case .done: "done"
      case .refused(let message): "not done (\(message))"
      case .failed(let error): "an error (\(error.message), \(error.sqlState))"
      }
    }
  }

  /// The observations after a call.
  struct Trial: Sendable {
    var answer: Answer
    /// As whom the session was left, if not as who called.
    var impostor: String?
    /// The facts that the call changed although it must not, in words.
    var changes: [String] = []
    /// How many rows were written, by table.
    var writes: [String: Int64] = [:]
    /// How often the hostile code ran.
    var runs: Int64 = 0
    /// A role as which it ran, if that is none of the app's.
    var stranger: String?
    /// An object of others that the call reached, and how; nil for none.
    var reached: String?
  }

  /// Runs `body`, and undoes everything that a rollback undoes.
  func undone<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await transaction.executeScript("SAVEPOINT attack")
    let result: Value
    do {
      result = try await body()
    } catch {
      try await transaction.executeScript("ROLLBACK TO attack; RELEASE attack")
      throw error
    }
    try await transaction.executeScript("ROLLBACK TO attack; RELEASE attack")
    return result
  }

  /// Creates a login of a rank, and of groups, and returns its name.
  func login(_ name: String, rank: String? = nil, in groups: [String] = []) async throws -> String {
    let script = try await transaction.query(texts.login, [prefix + name, rank, groups])
    try await transaction.executeScript(script[0].get(0))
    return prefix + name
  }

  /// Creates the schema `doctor_attack`; see `attack_world.sql`.
  func plantWorld(app: String, owner: String, schemaOwner: String) async throws {
    let script = try await transaction.query(texts.world, [app, owner, schemaOwner])
    try await transaction.executeScript(script[0].get(0))
  }

  /// Runs statements as a role.
  func execute(as role: String, _ script: String) async throws {
    let start = try await transaction.query("SELECT format('SET LOCAL ROLE %I', $1::text)", [role])
    try await transaction.executeScript(start[0].get(0))
    try await transaction.executeScript(script)
    try await transaction.executeScript("SET LOCAL ROLE NONE")
  }

  /// Reads the facts that no attack may change; see `attack_facts.sql`.
  func facts() async throws -> [String: String] {
    try Dictionary(
      await transaction.query(texts.facts).map {
        (try $0.get(0, as: String.self), try $0.get(1, as: String?.self) ?? "")
      },
      uniquingKeysWith: { "\($0), \($1)" }
    )
  }

  /// Returns the parts of the record that do not verify, as text.
  func record() async throws -> String {
    try await transaction.query(texts.record)[0].get(0, as: String?.self) ?? ""
  }

  private func writes(_ own: [String]) async throws -> [String: Int64] {
    try Dictionary(
      uniqueKeysWithValues: await transaction.query(texts.writes, [own]).map {
        (try $0.get(0, as: String.self), try $0.get(1, as: Int64.self))
      }
    )
  }

  /// Lets a login send one call of its own, and looks at what that left.
  ///
  /// - Parameters:
  ///   - login: Who calls.
  ///   - facts: The facts that must not change, as of before the call.
  ///   - own: The roles whose tables may change.
  ///   - settings: The login's own settings.
  ///   - verifies: Whether to verify the record, too.
  ///   - call: Sends it; the statement must be the call alone, as a rank counts in no other.
  /// - Returns: The observations; its changes are those of this call.
  /// - Throws: `PostgresError` of other statements than the call; `CancellationError`.
  func trial(
    as login: String,
    facts: [String: String],
    own: [String],
    settings: [(name: String, value: String)] = [],
    verifies: Bool = false,
    _ call: (Transaction) async throws -> Answer
  ) async throws -> Trial {
    try await transaction.execute(
      """
      SELECT setval('doctor_attack.ran', 1, FALSE), setval('doctor_attack.as_other', 1, FALSE),
        setval('doctor_attack.reached', 1, FALSE), setval('doctor_attack.how', 1, FALSE)
      """
    )
    let start = try await transaction.query(
      "SELECT format('SET LOCAL SESSION AUTHORIZATION %I', $1::text)",
      [login]
    )
    let before = try await writes(own)
    try await transaction.executeScript("SAVEPOINT call")
    var trial = Trial(answer: .done)
    do {
      for setting in settings {
        try await transaction.execute(
          "SELECT pg_catalog.set_config($1, $2, TRUE)",
          [setting.name, setting.value]
        )
      }
      try await transaction.executeScript(start[0].get(0))
      trial.answer = try await call(transaction)
      let who = try await transaction.query(
        "SELECT pg_catalog.concat_ws(' as ', session_user, nullif(current_user, session_user))"
      )
      let left: String = try who[0].get(0)
      if left != login { trial.impostor = left }
      // Runs the deferred checks of a commit.
      try await transaction.executeScript("SET CONSTRAINTS ALL IMMEDIATE")
      try await transaction.executeScript("SET LOCAL SESSION AUTHORIZATION DEFAULT")
      if !settings.isEmpty { try await transaction.executeScript("ROLLBACK TO call") }
    } catch PostgresError.server(let error) {
      trial.answer = .failed(error)
      try await transaction.executeScript("ROLLBACK TO call")
    }
    var after = try await self.facts()
    after["the record"] = verifies ? try await record() : facts["the record"]
    // A library that is loaded meanwhile has settings of its own.
    trial.changes = Set(facts.keys).union(after.keys.filter { !$0.hasPrefix("the setting ") })
      .sorted().filter { facts[$0] != after[$0] }
      .map { "\($0): “\((facts[$0] ?? "").prefix(60))” became “\((after[$0] ?? "").prefix(60))”" }
    trial.writes = try await writes(own).reduce(into: [:]) { writes, table in
      let count = table.value - (before[table.key] ?? 0)
      if count > 0 { writes[table.key] = count }
    }
    let counts = try await transaction.query(texts.counts)[0]
    trial.runs = try counts.get(0)
    trial.stranger = try counts.get(1)
    if let object = try counts.get(2, as: String?.self) {
      trial.reached = "\(object) was \(try counts.get(3, as: String?.self) ?? "reached")"
    }
    return trial
  }
}
