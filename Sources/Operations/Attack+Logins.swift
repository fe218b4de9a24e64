import Answers
internal import Catalog
internal import Postgres

/// Attacks by logins: strangers, those of the apps and of the team as they are, and ranks.
extension Attack {
  /// A login that is there; see `attack_logins.sql`.
  private struct Login {
    let name: String
    let app, rank: String?
    let isInstaller: Bool
    let settings: [(name: String, value: String)]
    /// How many others of the same kind are left out.
    let passedOver: Int

    init(_ row: Row) throws {
      name = try row.get(0)
      app = try row.get(1)
      rank = try row.get(2)
      isInstaller = try row.get(3)
      settings = try row.get(4, as: JSONB.self).decode(as: [[String]].self)
        .map { ($0[0], $0[1]) }
      passedOver = try row.get(5)
    }
  }

  private static let sentences = [
    "stranger": "a login that may only connect reads and writes no table of Reeve or of an app",
    "members": "no member reads or writes a table but through Reeve's functions",
    "logins": "no login of the app reads or writes a table of Reeve or of another app, or reports "
      + "there",
    "ranks": "no rank does what needs a higher one, and no senior adds a member alone",
    "login settings": "no login's own settings change what Reeve does",
  ]

  /// Tries what logins may do.
  func loginResults(_ subjects: [AttackSubject], _ texts: AttackTexts) async throws -> [Result] {
    let logins = try await connection.query(texts.logins, [limits.logins]).map { try Login($0) }
    var results = try await rolledBack({ try await strangers($0, logins) }, texts)
    for app in subjects.map(\.app).unique {
      let others = subjects.filter { $0.app != app }
      guard let own = subjects.first(where: { $0.app == app }) else { continue }
      results += try await rolledBack({ try await ofApp(own, others.first, logins, $0) }, texts)
    }
    results += try await rolledBack({ try await ranks(subjects, logins, $0) }, texts)
    return results
  }

  /// A login with CONNECT alone, and the members.
  private func strangers(_ stage: AttackStage, _ logins: [Login]) async throws -> [Result] {
    let facts = try await prepared(stage, app: "", owner: "")
    let stranger = try await stage.login("stranger")
    let reached = try await reach(stranger, facts, on: stage)
    let team = logins.filter { $0.app == nil }
    var broken: [String] = []
    for member in team where !member.isInstaller {
      if let what = try await reach(member.name, facts, on: stage) { broken.append(what) }
    }
    return Self.results("stranger", in: "every app", reached.map { [$0] } ?? [], tries: 1)
      + Self.results(
        "members",
        in: "the team",
        broken,
        tries: team.count { !$0.isInstaller },
        notRun: Self.leftOut(team) + (team.isEmpty ? ["there is no member"] : [])
      )
  }

  /// The logins of an app: one that is made for this, and those that are there.
  private func ofApp(
    _ own: AttackSubject,
    _ other: AttackSubject?,
    _ logins: [Login],
    _ stage: AttackStage
  ) async throws -> [Result] {
    let facts = try await prepared(stage, app: own.app, owner: own.owner)
    let made = try await stage.login("app", in: [own.owner, "reeve_app"])
    let there = logins.filter { $0.app == own.app }
    let tried = [made] + there.filter { !$0.isInstaller }.map(\.name)
    var broken: [String] = []
    for login in tried {
      if let what = try await reach(login, facts, on: stage) { broken.append(what) }
      guard let other else { continue }
      let trial = try await stage.undone {
        try await stage.trial(as: login, facts: facts, own: []) {
          try await $0.one(
            OperationsFunctions.reportFile(
              subject: SubjectKey(app: other.app, collection: other.collection, key: "1"),
              words: nil,
              policy: nil,
              reporter: nil
            )
          )
          return .done
        }
      }
      if case .done = trial.answer { broken.append("\(login) reports in \(other.app)") }
    }
    return Self.results(
      "logins",
      in: own.app,
      broken,
      tries: tried.count,
      notRun: Self.leftOut(there) + (other == nil ? ["there is no other app to touch"] : [])
    )
  }

  /// Tries the rights of the ranks, and the effects of login settings.
  private func ranks(
    _ subjects: [AttackSubject],
    _ logins: [Login],
    _ stage: AttackStage
  ) async throws -> [Result] {
    let facts = try await prepared(stage, app: "", owner: "")
    let senior = try await stage.login("senior", rank: "senior")
    let moderator = try await stage.login("moderator", rank: "moderator")
    let viewer = try await stage.login("viewer", rank: "viewer")
    let auditor = try await stage.login("auditor", rank: "auditor")
    let stranger = try await stage.login("stranger")
    // A second person would only delay the same act.
    try await stage.transaction.execute("DELETE FROM reeve.approval_rule")
    func trial(
      _ login: String,
      _ settings: [(name: String, value: String)] = [],
      _ call: (Transaction) async throws -> AttackStage.Answer
    ) async throws -> AttackStage.Trial {
      try await stage.undone {
        try await stage.trial(as: login, facts: facts, own: [], settings: settings, call)
      }
    }
    var acts: [AttackSubject] = []
    for candidate in subjects where candidate.verb != nil {
      guard let row = try await stage.transaction.query(candidate.samples).first else { continue }
      var candidate = candidate
      candidate.key = (try row.get(0), try row.get(1))
      let usual = try await trial(senior) { [candidate] in try await candidate.act(in: $0) }
      if case .done = usual.answer { acts.append(candidate) }
    }
    var broken: [String] = []
    var tries = 0
    for login in [viewer, auditor, stranger] {
      guard let act = acts.first else { break }
      tries += 1
      let refused = try await trial(login) { try await act.act(in: $0) }
      if case .done = refused.answer {
        broken.append("\(login) performs \(act.verb ?? "") on \(act.place)")
      }
    }
    for login in [viewer, auditor, moderator, senior, stranger] {
      tries += 1
      let added = try await trial(login) {
        let outcome = try await $0.one(
          OperationsFunctions.teamPerform(
            verb: "add",
            login: stranger,
            rank: "senior",
            why: "doctor --attack"
          )
        )
        return outcome.kind == .done || outcome.kind == .proposed && login != senior
          ? .done : .refused(outcome.message)
      }
      if case .done = added.answer { broken.append("\(login) adds a senior alone") }
    }
    return Self.results("ranks", in: "the team", broken, tries: tries)
      + (try await settings(logins, acts, senior, stage.transaction, trial))
  }

  /// Whether a look and an act come out the same with the settings of each login that has some.
  private func settings(
    _ logins: [Login],
    _ acts: [AttackSubject],
    _ senior: String,
    _ transaction: Transaction,
    _ trial: (
      String, [(name: String, value: String)], (Transaction) async throws -> AttackStage.Answer
    ) async throws -> AttackStage.Trial
  ) async throws -> [Result] {
    var broken: [String] = []
    var notRun: [String] = []
    var tries = 0
    var usual: [AttackStage.Trial] = []
    func outcome(
      _ act: AttackSubject,
      _ settings: [(name: String, value: String)]
    ) async throws -> AttackStage.Trial {
      try await trial(senior, settings) {
        _ = try await act.look(in: $0)
        return try await act.act(in: $0)
      }
    }
    for act in acts { usual.append(try await outcome(act, [])) }
    for login in logins {
      for setting in login.settings {
        let shown = "\(login.name): \(setting.name) = \(setting.value)"
        if try await isOfConnecting(setting.name, transaction) {
          notRun.append("\(shown) takes effect only when the login connects")
          continue
        }
        for (act, usual) in zip(acts, usual) {
          tries += 1
          let found = try await outcome(act, [setting])
          guard let difference = Self.difference(found, usual) else { continue }
          broken.append("with \(shown), \(act.verb ?? "") on \(act.place) \(difference)")
          break
        }
      }
    }
    if tries == 0, notRun.isEmpty { notRun = ["no login has settings of its own"] }
    return Self.results("login settings", in: "every login", broken, tries: tries, notRun: notRun)
  }

  /// Describes how the outcome of an act differs from the expected one; nil where it does not.
  private static func difference(
    _ found: AttackStage.Trial,
    _ usual: AttackStage.Trial
  ) -> String? {
    guard case .done = found.answer else { return "is \(found.answer)" }
    return Set(found.writes.keys).union(usual.writes.keys).sorted()
      .first { found.writes[$0] != usual.writes[$0] }
      .map {
        "writes \(found.writes[$0] ?? 0) rows of \($0) instead of \(usual.writes[$0] ?? 0)"
      }
  }

  /// Whether a setting cannot be made in a session that is there.
  private func isOfConnecting(
    _ setting: String,
    _ transaction: Transaction
  ) async throws -> Bool {
    try await transaction.query(
      """
      SELECT $1 IN ('role', 'session_authorization') OR coalesce((
        SELECT s.context NOT IN ('user', 'superuser') FROM pg_settings s
        WHERE s.name = lower($1)), FALSE)
      """,
      [setting]
    )[0].get(0)
  }

  /// Creates the world of a login's attacks, and returns what must not change.
  private func prepared(
    _ stage: AttackStage,
    app: String,
    owner: String
  ) async throws -> [String: String] {
    let installer = try await stage.transaction.query("SELECT session_user::text")[0]
    try await stage.plantWorld(app: app, owner: owner, schemaOwner: try installer.get(0))
    return try await stage.facts()
  }

  /// Returns an object that a login can read, write or call but must not; nil for none.
  private func reach(
    _ login: String,
    _ facts: [String: String],
    on stage: AttackStage
  ) async throws -> String? {
    let trial = try await stage.undone {
      try await stage.trial(as: login, facts: facts, own: []) {
        try await $0.query("SELECT doctor_attack.seen(), doctor_attack.reach()")
        return .done
      }
    }
    if case .failed(let error) = trial.answer { return "\(login) could not try: \(error.message)" }
    return trial.reached.map { "\($0) by \(login)" }
  }

  /// Returns the existing logins that are not tried, with the reasons.
  private static func leftOut(_ logins: [Login]) -> [String] {
    logins.filter(\.isInstaller).map { "\($0.name) may become reeve_owner, who may do everything" }
      + (logins.first { $0.passedOver > 0 }.map { ["\($0.passedOver) more logins"] } ?? [])
  }

  private static func results(
    _ attack: String,
    in place: String,
    _ broken: [String],
    tries: Int,
    notRun: [String] = []
  ) -> [Result] {
    var results = broken.map {
      Result(verdict: .broke, attack: attack, finding: "\(place): \($0)", remedy: remedy(nil))
    }
    if broken.isEmpty, tries > 0 {
      results.append(
        Result(
          verdict: .held,
          attack: attack,
          finding: "\(place): \(sentences[attack] ?? "") (\(Result.tries(tries)))",
          remedy: nil
        )
      )
    }
    return results
      + (tries == 0 && notRun.isEmpty ? ["no action could be tried"] : notRun).map {
        .notRun(attack, "\(place): \($0)")
      }
  }
}
