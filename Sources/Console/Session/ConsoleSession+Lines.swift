import Display
import Outcome
import Postgres
import Prompt

extension ConsoleSession: LineRunner {
  nonisolated func changesData(_ line: String) -> Bool {
    let now = state.now
    return now.vocabulary.commands.changesData(now.settings.meant(by: words(of: line).words))
  }

  nonisolated func show(_ failure: Failure, at place: LinePlace) {
    show(failure, at: place, isJSON: options.output.isJSON)
  }

  nonisolated var unanswered: [SafeText] {
    acts.entries.filter { $0.fate != .rolledBack }.map { act in
      let what: SafeText =
        act.fate == .committed ? "an act was committed" : "unknown whether an act was committed"
      return "reeve: \(what): `outcome \(act.id.postgresText)` tells"
    }
  }

  nonisolated var prompt: SafeText { state.prompt }

  nonisolated var echoPrompt: SafeText { state.echoPrompt }

  nonisolated var wasOpened: Bool { state.wasOpened }

  nonisolated func follow(_ tell: @escaping @Sendable ([SafeText]) -> Void) async {
    await NewsWatch(options: options, state: state, tell: tell).run()
  }
}
