import Display
import Outcome
import Prompt

/// A question to the admin before something is done.
struct Question: Sendable {
  let text: SafeText
  /// Whether an answer, nil for none, is to go ahead.
  let accepts: @Sendable (String?) -> Bool

  /// Makes a question; by default it wants a yes.
  init(_ text: SafeText, accepts: @escaping @Sendable (String?) -> Bool = isYes) {
    (self.text, self.accepts) = (text, accepts)
  }
}

extension CommandContext {
  /// Shows a plan and finds out whether to go ahead.
  ///
  /// - Parameters:
  ///   - refusal: Why it is refused where nobody can be asked; nil where it may continue all the
  ///     same.
  ///   - question: The question to ask; nil for none.
  ///   - preview: Shows the plan.
  /// - Returns: False for a dry run, which ends here.
  /// - Throws: ``Failure`` of kind refused where the answer is no, or nobody can answer.
  func decide(
    orRefuse refusal: SafeText?,
    _ question: Question?,
    preview: () async throws -> Void
  ) async throws -> Bool {
    let isDryRun = has(Flags.dryRun)
    let isSure = has(Flags.yes) || options.assumeYes
    if !isDryRun, !isSure, !io.canAsk, let refusal {
      throw Failure(
        .refused,
        refusal,
        hint: "Add --yes, or --dry-run to see what it would do."
      )
    }
    if isDryRun || !isSure && question != nil { try await preview() }
    if isDryRun {
      io.note("\(SafeText("dry run: nothing was changed"), .dim)")
      return false
    }
    guard !isSure, let question else { return true }
    let answer = await io.ask(question.text)
    try Task.checkCancellation()
    guard question.accepts(answer) else { throw Failure(.refused, "nothing was changed") }
    return true
  }
}
