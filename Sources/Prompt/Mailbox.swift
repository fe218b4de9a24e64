import CReadline
import Display
import Glibc
import Synchronization

/// Hands a typed answer back; nil for Ctrl-C or the end of input, which both mean no.
typealias Reply = @Sendable (String?) -> Void

/// Whether an answer to a y/N question is yes.
package func isYes(_ answer: String?) -> Bool {
  guard let word = answer?.split(separator: " ").first?.lowercased() else { return false }
  return word == "y" || word == "yes"
}

/// A message from the rest of the program to the terminal thread.
enum Message: Sendable {
  /// A line to show above the one being typed.
  case note(SafeText)
  /// Lines to show above the one being typed, or before the next prompt.
  case news([SafeText])
  /// A question, and where its answer goes.
  case ask(SafeText, Reply)
  /// A question to the terminal itself, and where its answer goes.
  case askTerminal([UInt8], @Sendable ([UInt8]) -> Void)
  /// The running command has ended.
  case finished(CommandResult)
  /// The look after an idle connection is over.
  case watched
  /// A command takes the whole screen, and receives its events.
  case takeScreen(@Sendable (ScreenEvent) -> Void, taken: @Sendable () -> Void)
  /// It gives the screen back.
  case returnScreen(returned: @Sendable () -> Void)
}

/// The way to the terminal thread: messages, and a descriptor that wakes its `poll`.
package final class Mailbox: Sendable {
  /// An eventfd, readable while messages wait.
  let doorbell = creadline_doorbell()

  private struct State {
    var messages: [Message] = []
    var isPromptShown = false
    /// Output to show once a pager has released the terminal; nil while none has it.
    var deferred: [UInt8]?
  }

  private let state = Mutex(State())

  /// Makes an empty one.
  package init() {}

  /// Posts a message.
  func post(_ message: Message) {
    state.withLock { $0.messages.append(message) }
    creadline_ring(doorbell)
  }

  /// Takes all messages, in order.
  func takeAll() -> [Message] {
    creadline_quiet(doorbell)
    return state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// Says whether a prompt is on the screen, so that notes must go around it.
  func setPromptShown(_ isShown: Bool) { state.withLock { $0.isPromptShown = isShown } }

  /// Whether a pager has the terminal.
  var isPaged: Bool { state.withLock { $0.deferred != nil } }

  /// Says whether a pager has the terminal, so that notes must wait.
  func setPaged(_ isPaged: Bool) {
    state.withLock { state in
      if let deferred = state.deferred { _ = writeAll(2, deferred) }
      state.deferred = isPaged ? [] : nil
    }
  }

  /// Shows a line on standard error: at once, above the prompt when there is one, or after a pager.
  func note(_ text: SafeText, isColoured: Bool) {
    let waits = state.withLock { state in
      if state.isPromptShown {
        state.messages.append(.note(text))
      } else if let deferred = state.deferred {
        state.deferred = deferred + text.rendered(isColoured: isColoured) + [0x0A]
      } else {
        _ = writeAll(2, text.rendered(isColoured: isColoured) + [0x0A])
      }
      return state.isPromptShown
    }
    if waits { creadline_ring(doorbell) }
  }

  /// Writes to standard error as it is, unless a prompt or a pager is on the screen.
  func draw(_ bytes: [UInt8]) {
    state.withLock { state in
      if !state.isPromptShown, state.deferred == nil { _ = writeAll(2, bytes) }
    }
  }
}

/// Writes everything, however long it takes.
///
/// - Returns: False where the other end is gone or the disk is full.
package func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
        continue
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
