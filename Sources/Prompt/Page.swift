import CReadline
import Display
import Glibc
import Synchronization

/// The output of a command at the prompt: held back until it exceeds the screen and then piped to a
/// pager, or written when the command ends.
///
/// Lines that are no data join it, since they belong below the data before them.
final class Page: Sendable {
  private enum State {
    /// Nothing is held back.
    case off
    /// Output that may still fit the screen, the number of its lines there, and the pager's
    /// command.
    case held(bytes: [UInt8], lines: Int, command: String)
    /// A pager has the terminal; these notes are yet to be given to it.
    case paged(Pager, notes: [UInt8])
  }

  /// Where what is written goes.
  private enum Way {
    case held, output
    case pager(Pager)
    /// To a pager, started with this command.
    case start(String)
  }

  private let state = Mutex(State.off)

  /// Begins to hold back what is written, for a pager's command line.
  func begin(_ command: String) {
    state.withLock { $0 = .held(bytes: [], lines: 0, command: command) }
  }

  /// Takes what is not data; false where nothing is held back.
  func note(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      switch state {
      case .off: return false
      case .held(let held, let lines, let command):
        state = .held(bytes: held + bytes, lines: lines + Self.lines(bytes), command: command)
      case .paged(let pager, let notes): state = .paged(pager, notes: notes + bytes)
      }
      return true
    }
  }

  /// Takes data.
  ///
  /// - Throws: The errors of writing, and ``Failure`` where the pager cannot be started.
  func write(_ bytes: [UInt8], _ output: StandardOutput, _ mailbox: Mailbox) async throws {
    var bytes = bytes
    let way = state.withLock { state -> Way in
      switch state {
      case .off: return .output
      case .paged(let pager, let notes):
        bytes = notes + bytes
        state = .paged(pager, notes: [])
        return .pager(pager)
      case .held(let held, let lines, let command):
        let total = lines + Self.lines(bytes)
        bytes = held + bytes
        // The prompt takes a line, too.
        let fits = total < max(Int(creadline_screen_rows(1)), 2)
        state = fits ? .held(bytes: bytes, lines: total, command: command) : .off
        return fits ? .held : .start(command)
      }
    }
    switch way {
    case .held: return
    case .output: try await output.write(bytes)
    case .pager(let pager): try await pager.write(bytes)
    case .start(let command):
      let pager = try Pager(command)
      state.withLock { $0 = .paged(pager, notes: []) }
      mailbox.setPaged(true)
      try await pager.write(bytes)
    }
  }

  /// Writes what was held back, and holds back no more: somebody is asked, or watches.
  func release(_ output: StandardOutput) async throws {
    let held = state.withLock { state -> [UInt8] in
      guard case .held(let held, _, _) = state else { return [] }
      state = .off
      return held
    }
    if !held.isEmpty { try await output.write(held) }
  }

  /// Ends with the command: writes what fitted the screen, or waits for the pager's reader.
  ///
  /// - Returns: A message about a pager that failed.
  /// - Throws: The errors of writing.
  func end(_ output: StandardOutput, _ mailbox: Mailbox) async throws -> SafeText? {
    try await release(output)
    let paged = state.withLock { state -> (Pager, notes: [UInt8])? in
      guard case .paged(let pager, let notes) = state else { return nil }
      state = .off
      return (pager, notes)
    }
    guard let (pager, notes) = paged else { return nil }
    do {
      try await pager.write(notes)
    } catch {
      // Its reader is still to be waited for.
    }
    let ending = await pager.end()
    mailbox.setPaged(false)
    guard case .failed(let reason, let kept) = ending else { return nil }
    if let kept { try await output.write(kept) }
    return kept == nil
      ? "the pager failed: \(reason); run the command again after `set pager off`"
      : "the pager failed: \(reason); this is its whole text. `set pager off` avoids it"
  }

  /// How many lines of the screen a text takes.
  private static func lines(_ bytes: [UInt8]) -> Int {
    let columns = max(Int(creadline_screen_columns(1)), 40)
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().reduce(0) {
      // A letter may have several bytes, but those that follow its first have no column.
      let width = $1.count { $0 & 0xC0 != 0x80 }
      return $0 + max(1, (width + columns - 1) / columns)
    }
  }
}
