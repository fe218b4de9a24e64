import Dispatch
import Glibc

/// A process of `reeve-worker`, or of another of our programs, as the build has it.
struct Program: ~Copyable {
  private let pid: pid_t
  private var isOver = false

  /// Its number.
  var number: pid_t { pid }

  /// Starts it with arguments, or a program before it that is given both; it writes to this
  /// process's standard error, or to a file.
  init(
    _ arguments: [String],
    of name: String = "reeve-worker",
    after starter: [String] = [],
    errorsTo file: String? = nil
  ) throws {
    let command = starter + [name.hasPrefix("/") ? name : try Self.path(of: name)] + arguments
    let path = command[0]
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var pid: pid_t = 0
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let file {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, file, O_WRONLY | O_CREAT, 0o600)
    }
    let code = posix_spawn(&pid, path, &actions, nil, words, environ)
    guard code == 0 else { throw ProgramFailure(what: "cannot start \(path)", code: code) }
    self.pid = pid
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(pid, number) }

  /// Waits for its end; the exit code, or the signal as a negative number.
  consuming func wait() async -> Int32 {
    isOver = true
    let pid = pid
    // On a thread that may block: those of the tests' tasks are as few as the processors.
    let status = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Self.reap(pid)) }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  deinit {
    // A test that failed before `wait` leaves nothing behind.
    guard !isOver else { return }
    kill(pid, SIGKILL)
    _ = Self.reap(pid)
  }

  private static func reap(_ pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// The program lies beside the bundle of tests.
  static func path(of name: String) throws -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
      guard realpath(argument, &bytes) != nil else { continue }
      let text = String(
        decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
      guard let slash = text.lastIndex(of: "/") else { continue }
      return text[..<slash] + "/\(name)"
    }
    throw ProgramFailure(what: "no .xctest among the arguments", code: 0)
  }
}

struct ProgramFailure: Error, CustomStringConvertible {
  let what: String
  let code: Int32

  var description: String { "\(what): \(code)" }
}
