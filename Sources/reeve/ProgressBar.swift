import Console
import Glibc
import Outcome
import Search
import Synchronization

/// How far the builds of indexes have come: a bar with rate and time left on a terminal, elsewhere
/// a line for each tenth of the rows and each phase.
final class ProgressBar: Sendable {
  private struct State {
    var subject = ""
    var began = ContinuousClock.now
    var drawn: ContinuousClock.Instant?
    var phase: BuildProgress.Phase?
    var tenth = -1
    var isOpen = false
  }

  private let state = Mutex(State())
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Shows a step; from any thread.
  func show(_ progress: BuildProgress) {
    let now = ContinuousClock.now
    state.withLock { state in
      if state.subject != progress.subject {
        end(&state)
        state = State(subject: progress.subject, began: now)
      }
      let tenth = ProgressText.tenth(progress.done, of: progress.total)
      let isNews =
        state.phase != progress.phase || progress.phase == .loading && state.tenth < tenth
      if isTerminal {
        if !isNews, let drawn = state.drawn, now - drawn < .milliseconds(100) { return }
        let bar = progress.phase == .loading ? ProgressText.bar(tenth) : ""
        Output.redraw("\(bar)\(Self.line(progress, after: now - state.began))")
        state.isOpen = true
      } else if isNews {
        Output.note(Self.line(progress, after: now - state.began))
      }
      (state.phase, state.tenth, state.drawn) = (progress.phase, tenth, now)
    }
  }

  /// Ends the line that is being drawn, before anything else is printed.
  func finish() { state.withLock { end(&$0) } }

  private func end(_ state: inout State) {
    if state.isOpen { Output.redraw(nil) }
    state.isOpen = false
  }

  /// `shop/item  loading  420000 of 1000000  42 %  31204 rows/s  0:18 left`.
  static func line(_ progress: BuildProgress, after elapsed: Duration) -> String {
    var line = "\(progress.subject)  \(progress.phase.rawValue)"
    switch progress.phase {
    case .loading:
      let text = ProgressText.text(
        progress.done,
        of: progress.total,
        from: progress.before,
        after: elapsed,
        unit: "rows"
      )
      line += "  \(text)"
    case .catchingUp: line += "  \(progress.done) changes"
    case .indexing, .verifying, .swapped: break
    }
    return line
  }
}
