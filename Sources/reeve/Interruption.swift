import Dispatch
import Glibc
import Postgres
import Synchronization

/// A command that changes data and asks nobody: Ctrl-C and SIGTERM roll back its step under way, and
/// it says what stays.
protocol Interruptible: Performable {
  /// What to say of what was committed before.
  static var afterInterruption: String { get }
}

extension Interruptible {
  static var afterInterruption: String {
    "The step under way was not committed; what was committed before stays. Run it again to continue."
  }
}

/// The signals that interrupt a command: the first cancels it, another ends the program at once.
final class Interruption: Sendable {
  private let number = Mutex<Int32?>(nil)

  /// Listens for as long as what is returned lives.
  func listen(_ cancel: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        let isFirst = self.number.withLock { known in
          defer { known = known ?? number }
          return known == nil
        }
        if isFirst { return cancel() }
        Output.note("not waited for: whether the step under way is committed is unknown")
        exit(128 + number)
      }
      source.activate()
      return source
    }
  }

  /// The exit status of an interrupted command; nil of one that was not.
  var status: Int32? { number.withLock { $0.map { 128 + $0 } } }
}
