import Display
import Moderation
import Outcome

/// `undo A12`, `undo B7`.
struct UndoCommand: ConsoleCommand {
  let name = "undo"
  let summary: SafeText = "undo one action, or one batch, exactly"
  let arguments = Arguments("ACTION|BATCH", [.action])
  let flags = Flags.decision
  let changesData = true
  let examples: [SafeText] = ["undo A12", "undo A12 --why \"wrong account\"", "undo B7 --dry-run"]

  func run(_ context: CommandContext) async throws {
    let word = context.arguments[0]
    if let batch = Numbered.batch.lettered(word) {
      return try await context.carryOut([context.undo(batch: batch)])
    }
    try await context.carryOut([context.undo(action: try Numbered.action.number(word))])
  }
}

extension CommandContext {
  /// The undoing of an action.
  func undo(action: Int64) -> Act {
    var act = Act(plan: { try await undoPlan(action) }) { plan in
      ConsoleFunctions.undoPerform(actionID: action, why: self[Flags.why], expected: plan)
    }
    act.recordRefusal = ConsoleFunctions.attemptRecord(verb: "undo", number: action)
    return act
  }

  private func undoPlan(_ action: Int64) async throws -> PlannedAct {
    let collections = try await catalog()
    return try PlannedAct(
      await one(ConsoleFunctions.undoPlan(actionID: action)),
      self
    ) { plan in
      guard let app = plan.app, let name = plan.collection, let key = plan.key else {
        throw Failure(.failed, "the server returned a plan without a subject")
      }
      return Subject(
        collection: try collection(app, name, among: collections, of: "A\(action)"),
        key: key
      )
    }
  }

  /// The undoing of a batch.
  func undo(batch: Int64) -> Act {
    Act(
      plan: {
        try PlannedAct(
          await one(ConsoleFunctions.batchUndoPlan(batchID: batch)),
          many: "B\(batch)"
        )
      }
    ) { _ in
      ConsoleFunctions.batchUndo(batchID: batch, why: self[Flags.why])
    }
  }
}
