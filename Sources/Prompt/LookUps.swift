import CReadline
import Glibc
import Synchronization

/// Finds candidates in the background for TAB, and never keeps the typist waiting.
///
/// If a look-up comes too late, or fails, TAB offers what was found before.
package final class LookUps<Key: Hashable & Sendable>: Sendable {
  private struct State {
    var found: [Key: [Candidate]] = [:]
    var answered: Set<Key> = []
    var running: Task<Void, Never>?
    var isPrepared = false
  }

  /// How long TAB waits, in milliseconds.
  private static var patience: Int { 100 }

  private let state = Mutex(State())
  private let bell = creadline_doorbell()

  /// Has found nothing yet.
  package init() {}

  /// Does once, in the background, what the first look-up would wait for.
  package func prepare(_ body: @escaping @Sendable () async throws -> Void) {
    let isFirst = state.withLock { state in
      defer { state.isPrepared = true }
      return !state.isPrepared
    }
    guard isFirst else { return }
    Task {
      do {
        try await body()
      } catch {
        // The first look-up tries again.
        state.withLock { $0.isPrepared = false }
      }
    }
  }

  /// Looks something up, instead of the previous question.
  ///
  /// - Parameters:
  ///   - key: The question to look up.
  ///   - lookUp: Finds it, in the background; cancelled by the next call.
  ///   - guess: Chooses candidates from all earlier answers, for lack of an answer in time.
  /// - Returns: The answer, new or cached; else the guess.
  package func find(
    _ key: Key,
    _ lookUp: @escaping @Sendable () async throws -> [Candidate],
    orElse guess: ([Key: [Candidate]]) -> [Candidate]
  ) -> [Candidate] {
    let task = Task { await answer(key, lookUp) }
    state.withLock { state in
      state.answered.remove(key)
      state.running?.cancel()
      state.running = task
    }
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(Self.patience)
    while !state.withLock({ $0.answered.contains(key) }) {
      let left = clock.now.duration(to: deadline)
      let milliseconds = left.components.attoseconds / 1_000_000_000_000_000
      guard left > .zero, milliseconds > 0 else { break }
      var wait = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, Int32(milliseconds))
      creadline_quiet(bell)
    }
    let found = state.withLock { $0.found }
    return found[key] ?? guess(found)
  }

  private func answer(_ key: Key, _ lookUp: () async throws -> [Candidate]) async {
    do {
      let found = try await lookUp()
      state.withLock { state in
        if state.found.count > 200 { state.found = [:] }
        state.found[key] = found
      }
    } catch {
      // TAB cannot report errors: if the server is slow or away, it offers what was found before.
    }
    state.withLock { _ = $0.answered.insert(key) }
    creadline_ring(bell)
  }
}
