import Answers
import Display
import Moderation
import Postgres
import Prompt

extension CommandContext {
  /// Does something about a case.
  ///
  /// - Returns: The outcome.
  /// - Throws: ``Failure`` with the server's reason.
  @discardableResult
  func changeCase(
    _ number: Int64,
    _ verb: String,
    _ arguments: ConsoleFunctions.CaseArgs = ConsoleFunctions.CaseArgs()
  ) async throws -> CaseChange {
    let outcome = try await done(
      ConsoleFunctions.casePerform(
        verb: verb,
        caseID: number,
        args: JSONB(encoding: arguments)
      )
    )
    let change = try outcome.detail(as: CaseChange.self)
    note(case: number, seconds: change.lease)
    return change
  }

  /// Notes for how many seconds a case is the caller's; nil where it is not.
  func note(case number: Int64, seconds: Int?) {
    session.state.update { state in
      if let seconds {
        state.claims.hold(number, seconds: seconds)
      } else {
        state.claims.drop(number)
      }
    }
  }

  /// Says that a case is closed.
  func tell(closed change: CaseChange) async throws {
    var text: SafeText = "C\(change.caseID) is closed: \(change.outcome ?? "")"
    if let count = change.notices, count > 0 {
      text += " · \(plural(count, "notice waits", "notices wait")) 60 s"
    }
    try await emitText(text)
    io.note("  \(SafeText("to undo: `reopen C\(change.caseID)`"), .dim)")
  }
}
