import CReadline
import Dispatch
import FoundationEssentials
import Glibc
import Host
import Outcome
import Synchronization

/// A program that shows what exceeds the screen: `less`, `pspg`, or what PAGER says.
///
/// Its input is kept until it has ended well, so that nothing is lost if it is missing or fails. It
/// shares our terminal and process group, so it receives the keys, and Ctrl-C reaches both.
final class Pager: Sendable {
  /// How a pager ended.
  enum Ending: Sendable {
    /// Its reader has seen enough.
    case done
    /// It could not do its work; what it was given, unless that was too much to keep.
    case failed(reason: String, output: [UInt8]?)
  }

  /// Most bytes that are kept for a pager that dies.
  ///
  /// One that took more has shown that it works.
  static let keptLimit = 16 << 20

  private let process: pid_t
  private let output: StandardOutput
  private let queue = DispatchQueue(label: "reeve.pager")
  private let modes: termios
  private let kept = Mutex<[UInt8]?>([])
  private let hasReader = Mutex(true)

  /// The command line: one that was chosen, or what the environment names: REEVE_PAGER, PAGER, else
  /// `less`; nil where they say that there is none.
  static func commandLine(_ chosen: String?) -> String? {
    guard environmentValue("TERM") != "dumb" else { return nil }
    let command =
      chosen ?? getenv("REEVE_PAGER").map { String(cString: $0) }
      ?? getenv("PAGER").map { String(cString: $0) } ?? "less"
    let isNone = command.allSatisfy(\.isWhitespace) || command == "cat"
    return isNone ? nil : command
  }

  /// Starts a command line by the shell, with the way to its standard input.
  ///
  /// - Throws: ``Failure`` where it cannot be started.
  init(_ command: String) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure.system("cannot start the pager") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var modes = termios()
    tcgetattr(0, &modes)
    self.modes = modes
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    )
    var child: pid_t = 0
    let words = Self.copies(["/bin/sh", "-c", command])
    let variables = Self.copies(Self.variables)
    let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, variables)
    for text in words + variables { free(text) }
    guard code == 0 else {
      close(ends[1])
      throw Failure(.failed, "cannot start the pager: \(String(cString: strerror(code)))")
    }
    process = child
    output = StandardOutput(descriptor: ends[1], canStall: true)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
  }

  /// Gives it more; nothing any more once its reader has seen enough.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  func write(_ bytes: [UInt8]) async throws {
    kept.withLock { kept in
      kept = kept.flatMap { $0.count + bytes.count > Self.keptLimit ? nil : $0 + bytes }
    }
    guard hasReader.withLock({ $0 }) else { return }
    do {
      try await output.write(bytes)
    } catch let failure as Failure {
      guard failure.exit == .brokenPipe else { throw failure }
      hasReader.withLock { $0 = false }
    }
  }

  /// Waits until its reader has seen enough, and takes the terminal back.
  func end() async -> Ending {
    output.end()
    let status = await withCheckedContinuation { continuation in
      queue.async { [process] in
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
    var modes = modes
    tcsetattr(0, TCSADRAIN, &modes)
    let (signal, code) = (status & 0x7F, (status >> 8) & 0xFF)
    if signal == 0, code == 0 { return .done }
    let reason = signal != 0 ? "signal \(signal)" : "exit status \(code)"
    return .failed(reason: reason, output: kept.withLock { $0 })
  }

  /// Strings for C, to be freed, with the null that ends them.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }

  /// Our environment, without what logs us in, and with what `less` needs to show colours, and text
  /// in UTF-8 whatever the locale.
  private static var variables: [String] {
    var result = ProcessInfo.processInfo.environment
    for secret in ["PGPASSWORD", "DATABASE_URL"] { result[secret] = nil }
    for (name, value) in [("LESS", "FRX"), ("LESSCHARSET", "utf-8")] where result[name] == nil {
      result[name] = value
    }
    return result.map { "\($0)=\($1)" }
  }
}
