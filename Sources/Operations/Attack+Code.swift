import Answers
internal import Postgres

/// Attacks by an app's own code, behind its own tables.
extension Attack {
  /// One attack of an app so far.
  private struct Tally {
    var held = 0
    var kinds: Set<String> = []
    var collections: Set<String> = []
    var broken: [String] = []
    /// Why tries could not be made.
    var notRun: Set<String> = []
  }

  /// Tries every attack by code of one owner of an app: with each kind of code, and on each
  /// collection, but not each kind on each collection.
  func codeResults(of given: [AttackSubject], _ texts: AttackTexts) async throws -> [Result] {
    let app = given[0].app
    return try await rolledBack(
      { stage in
        var scene = try await AttackScene(
          of: given[0],
          on: stage,
          largeBytes: limits.largeBytes
        )
        var subjects: [AttackSubject] = []
        var results: [Result] = []
        for subject in given {
          let (chosen, why) = try await scene.chosen(subject)
          if let why { results.append(.notRun("code", "\(subject.place): \(why)")) }
          subjects.append(chosen)
        }
        let payloads = try await scene.payloads()
        var notRun: [String: [String]] = [:]
        for (turn, payload) in payloads.enumerated() {
          var tally = Tally()
          for isAct in payload.isLie ? [true] : [true, false] {
            try await Self.attempt(payload, isAct, subjects, from: turn, &scene, &tally)
          }
          results += Self.results(app, payload, tally, fault: given[0].fault)
          for reason in tally.notRun { notRun[reason, default: []].append(payload.name) }
        }
        return results
          + notRun.sorted { $0.key < $1.key }.map { reason, attacks in
            .notRun(
              attacks.count == payloads.count ? "code" : attacks.joined(separator: ", "),
              "\(app): \(reason)"
            )
          }
      },
      texts
    )
  }

  /// Tries an attack with each kind of code, and on each subject.
  private static func attempt(
    _ payload: AttackScene.Payload,
    _ isAct: Bool,
    _ subjects: [AttackSubject],
    from turn: Int,
    _ scene: inout AttackScene,
    _ tally: inout Tally
  ) async throws {
    let able = subjects.filter { $0.key != nil && (!isAct || $0.verb != nil) }
    if able.isEmpty {
      tally.notRun.insert(isAct ? "no action on a row is tried" : "there is no row to look at")
      return
    }
    let kinds = try await scene.kinds(behind: able, isAct: isAct)
      .filter { !payload.isLie || $0.first?.value.name == "a BEFORE row trigger" }
    for place in 0..<max(kinds.count, able.count) {
      let choices = kinds[place % kinds.count]
      // The next collection whose table is small enough for this kind of code.
      guard
        let index = able.indices.map({ ($0 + place + turn) % able.count })
          .first(where: { choices[$0] != nil }), let kind = choices[index]
      else { continue }
      let subject = able[index]
      let honest = try await scene.honest(kind, subject, isAct)
      let trial = try await scene.trial(payload, kind, subject, isAct)
      let place = "\(subject.place), by \(kind.name)"
      if let why = unusable(honest) {
        let act = isAct ? subject.verb ?? "" : "show"
        tally.notRun.insert("\(place): \(act) fails beside harmless code, too: \(why)")
      } else if let broken = broken(trial, payload, honest) {
        tally.broken.append("\(place): \(broken)")
      } else if let why = untried(trial) {
        tally.notRun.insert("\(place): \(why)")
      } else {
        tally.held += 1
        tally.kinds.insert(kind.name)
        tally.collections.insert(subject.collection)
      }
    }
  }

  /// Why a call beside harmless code proves nothing; nil where it does.
  private static func unusable(_ trial: AttackStage.Trial) -> String? {
    switch trial.answer {
    case .done: nil
    case .failed(let error) where isRefusedByName(error): nil
    case .failed(let error): "\(error.message) (\(error.sqlState))"
    case .refused(let message): message
    }
  }

  /// Why it cannot be said to have held: the code did not run, and was not refused either.
  private static func untried(_ trial: AttackStage.Trial) -> String? {
    if trial.runs > 0 { return nil }
    guard case .failed(let error) = trial.answer else { return "the hostile code did not run" }
    return isRefusedByName(error) ? nil : "\(error.message) (\(error.sqlState))"
  }

  /// Whether an error says that Reeve refused the hostile code: by its name, or as a rule that
  /// PostgreSQL does not take in such a statement, whatever it does.
  private static func isRefusedByName(_ error: ServerError) -> Bool {
    let words = [error.message, error.detail, error.context].compactMap { $0 }
    return error.sqlState == .effectMismatch
      && words.contains {
        $0.contains("hostile") || $0.contains("doctor_attack") || $0.contains("0A000")
      }
  }

  /// A condition that must not hold and does.
  private static func broken(
    _ trial: AttackStage.Trial,
    _ payload: AttackScene.Payload,
    _ honest: AttackStage.Trial
  ) -> String? {
    if let stranger = trial.stranger { return "its code ran as \(stranger)" }
    if let reached = trial.reached { return reached }
    if let impostor = trial.impostor { return "the session was left as \(impostor)" }
    if !trial.changes.isEmpty { return trial.changes.joined(separator: "; ") }
    for (table, count) in trial.writes.sorted(by: { $0.key < $1.key }) {
      let usual = honest.writes[table] ?? 0
      if count > usual { return "\(count - usual) rows of \(table) were written besides" }
    }
    if payload.isLie, case .done = trial.answer, trial.runs > 0 {
      return "the action is said to be done, and its row was not written"
    }
    if payload.isRaised, case .failed(let error) = trial.answer, trial.runs > 0,
      error.sqlState != .effectMismatch
    {
      return "an error that it raised was told as \(error.sqlState): \(error.message)"
    }
    return nil
  }

  private static func results(
    _ app: String,
    _ payload: AttackScene.Payload,
    _ tally: Tally,
    fault: String?
  ) -> [Result] {
    var results = tally.broken.prefix(1).map { broken in
      let others = tally.broken.count - 1
      return Result(
        verdict: .broke,
        attack: payload.name,
        finding: broken + (others > 0 ? " (and in \(Result.tries(others)) more)" : ""),
        remedy: remedy(fault)
      )
    }
    if tally.broken.isEmpty, tally.held > 0 {
      results.append(
        Result(
          verdict: .held,
          attack: payload.name,
          finding: "\(app): \(payload.sentence) (\(Result.tries(tally.held)), kinds of code: "
            + "\(tally.kinds.count), collections: \(tally.collections.count))",
          remedy: nil
        )
      )
    }
    return results
  }

  /// Returns a hint for a check that failed.
  static func remedy(_ fault: String?) -> String {
    (fault.map { "\($0): revoke that, or give the tables to another role. " } ?? "")
      + "`reeve doctor --full` and `\\dp` in psql name rights that somebody granted, `\\drds` "
      + "settings. If none explains it, it is a fault of Reeve: report this line as SECURITY.md says."
  }
}
