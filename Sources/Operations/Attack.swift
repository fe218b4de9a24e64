import Outcome
import Postgres

/// Attacks a copy of a database, as code of its apps and as its logins would, to see that its own
/// triggers, settings, rights and server hold.
///
/// Everything happens in transactions that are rolled back, roles included: nothing stays in the
/// cluster, however the program ends.
package struct Attack: Sendable {
  let share: Share
  /// A direct connection of a superuser.
  let connection: Connection
  var limits = Limits()

  /// How much is tried where there is much.
  package struct Limits: Hashable, Sendable {
    /// Collections of each app; those that an action writes come first.
    var collections = 12
    /// Logins of each app, and of the team.
    var logins = 20
    /// Bytes of a table beyond which it gets no code that PostgreSQL runs on all of its rows first.
    var largeBytes = 64 << 20
  }

  /// The result of one attack on one app.
  package struct Result: Hashable, Sendable {
    /// Whether what must hold did.
    package enum Verdict: String, Sendable {
      /// It held, and the hostile code ran or was refused by name.
      case held = "green"
      /// It did not.
      case broke = "red"
      /// It could not be tried.
      case notRun = "not run"
    }

    /// Whether it held.
    package let verdict: Verdict
    /// The attack: a name of `attack_payloads.sql`, or `stranger`, `logins`, `members`, `ranks` or
    /// `login settings`.
    package let attack: String
    /// The result in one line: what held, what did not, or why it was not tried; may quote names
    /// from outside, so it is printed escaped.
    package let finding: String
    /// A hint on how to repair it; nil where nothing failed.
    package let remedy: String?
  }

  /// Tries every attack.
  ///
  /// Locks the apps' tables against everybody else while it tries them.
  ///
  /// - Parameters:
  ///   - name: The name of this database, said again.
  ///   - tell: Takes each result as it comes.
  /// - Throws: `Failure` where it must not run here (`refused`), or where Reeve is not installed in
  ///   this program's release; `PostgresError`.
  package func run(on name: String, tell: (Result) -> Void) async throws {
    try await CatalogLoader(session: connection).requireReeve()
    try await requireCopy(name)
    let steps = try await Upgrade(share: share, connection: connection, report: { _ in }).plan()
    // Objects that somebody changed are for the attacks to find; missing ones are refused.
    if let step = steps.first(where: { ["apply", "add"].contains($0.change) }) {
      throw Failure(
        .failed,
        "the schema is not this program's: \(step.object) is missing",
        hint: "Run `reeve upgrade` in the copy first."
      )
    }
    let texts = try AttackTexts(share: share)
    let subjects = try await connection.query(texts.subjects, [limits.collections]).map {
      try AttackSubject($0)
    }
    for app in subjects.map(\.app).unique {
      let own = subjects.filter { $0.app == app }
      if own[0].passedOver > 0 {
        tell(
          .notRun(
            "code",
            "\(app): \(own[0].passedOver) of its collections, as it has more than "
              + "\(limits.collections)"
          )
        )
      }
      for owner in own.map(\.owner).unique {
        try await codeResults(of: own.filter { $0.owner == owner }, texts).forEach(tell)
      }
    }
    try await loginResults(subjects, texts).forEach(tell)
  }

  /// Refuses where attacks must not run.
  private func requireCopy(_ name: String) async throws {
    let query = try share.query("operations/attack_ready.sql")
    // The server's process of whoever has just left goes a moment later.
    for attempt in 1...30 {
      guard let reason = try await connection.query(query, [name]).first else { return }
      guard try reason.get(2), attempt < 30 else {
        throw Failure(
          .refused,
          "no attacks here: \(try reason.get(0, as: String.self))",
          hint: try reason.get(1)
        )
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Carries a value out of a transaction that must not be committed.
  private struct RolledBack<Value: Sendable>: Error {
    let value: Value
  }

  /// Runs a transaction that is always rolled back.
  func rolledBack<Value: Sendable>(
    _ body: (AttackStage) async throws -> Value,
    _ texts: AttackTexts
  ) async throws -> Value {
    do {
      // Other sessions may change roles of the cluster meanwhile; one snapshot keeps that out.
      let options = TransactionOptions(isolation: .repeatableRead)
      try await connection.withTransaction(options) { (transaction) async throws -> Void in
        try await transaction.executeScript(
          """
          SET LOCAL lock_timeout = '3s';
          SET LOCAL statement_timeout = '10s';
          SET LOCAL client_min_messages = 'error'
          """
        )
        let stage = AttackStage(
          transaction: transaction,
          texts: texts,
          prefix: "doctor_attack_\(connection.backendPID)_"
        )
        throw RolledBack(value: try await body(stage))
      }
    } catch let end as RolledBack<Value> {
      return end.value
    }
    preconditionFailure("the transaction always ends by its error")
  }
}

/// The statements of attacks, from `sql/queries/operations`.
struct AttackTexts: Sendable {
  let subjects, world, code, counts, facts, record, writes, login, logins: String
  let payloads: String

  init(share: Share) throws(Failure) {
    subjects = try share.query("operations/attack_subjects.sql")
    world = try share.query("operations/attack_world.sql")
    code = try share.query("operations/attack_code.sql")
    counts = try share.query("operations/attack_counts.sql")
    facts = try share.query("operations/attack_facts.sql")
    record = try share.query("operations/attack_record.sql")
    writes = try share.query("operations/attack_writes.sql")
    login = try share.query("operations/attack_login.sql")
    logins = try share.query("operations/attack_logins.sql")
    payloads = try share.query("operations/attack_payloads.sql")
  }
}

/// A collection, and how it is written and looked at.
struct AttackSubject: Sendable {
  let app, owner, collection, table, samples: String
  var verb: String?
  var args: JSONB
  /// A column that the verb writes.
  let written: String?
  let keyColumn: String
  let bytes: Int64
  /// How many collections of its app are left out.
  let passedOver: Int
  /// The table and its partitions.
  let tables: [String]
  /// The owner, the app writer and the app reader.
  let roles: [String]
  /// Rights of the owner beyond what an app needs, in words.
  let fault: String?
  /// The key of the row that is attacked, whole and in its first column; nil where there is no row.
  var key: (whole: String, first: String)?

  init(_ row: Row) throws {
    app = try row.get(0)
    owner = try row.get(1)
    collection = try row.get(2)
    table = try row.get(3)
    samples = try row.get(4)
    verb = try row.get(5)
    args = try row.get(6, as: JSONB?.self) ?? JSONB("{}")
    written = try row.get(7)
    keyColumn = try row.get(8)
    bytes = try row.get(9)
    passedOver = try row.get(10)
    tables = try row.get(11)
    roles = try row.get(12)
    fault = try row.get(13)
  }

  var place: String { "\(app)/\(collection)" }
}

extension Attack.Result {
  /// Says that something could not be tried.
  static func notRun(_ attack: String, _ why: String) -> Self {
    Self(verdict: .notRun, attack: attack, finding: why, remedy: nil)
  }

  /// How many tries, in words.
  static func tries(_ count: Int) -> String { count == 1 ? "1 try" : "\(count) tries" }
}

extension Sequence where Element: Hashable {
  /// The elements without those that came before.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
