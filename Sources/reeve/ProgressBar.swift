import Glibc
import Outcome
import Synchronization

/// How far long work has come: on a terminal a line that is drawn over, elsewhere a line for each
/// step and each tenth of it.
final class ProgressBar: Sendable {
  private struct State {
    /// How many tenths of each step were told: sessions side by side may be at different steps.
    var tenths: [String: Int] = [:]
    var drawn: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let isTerminal = isatty(STDERR_FILENO) == 1

  /// Shows how far a step has come; from any thread.
  func show(_ progress: Progress) {
    let now = ContinuousClock.now
    state.withLock { state in
      let isNews = state.tenths[progress.step].map { $0 < progress.tenth } ?? true
      if !isTerminal {
        if isNews { Output.note(progress.text(at: now)) }
      } else if isNews || state.drawn.map({ now - $0 >= .milliseconds(100) }) ?? true {
        Output.redraw(progress.bar + progress.text(at: now))
        state.drawn = now
      }
      if isNews { state.tenths[progress.step] = progress.tenth }
    }
  }

  /// Shows a line of other words; on a terminal only.
  func draw(_ line: String) {
    guard isTerminal else { return }
    state.withLock { state in
      Output.redraw(line)
      state.drawn = .now
    }
  }

  /// Ends the line that is being drawn, before anything else is printed.
  func finish() {
    state.withLock { state in
      if state.drawn != nil { Output.redraw(nil) }
      state = State()
    }
  }
}
