internal import Dispatch
internal import Glibc
import Postgres

/// Runs work that blocks (waiting for a child or a file lock) away from the cooperative threads.
func offCooperativePool<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
  }
}

/// A program run to its end, its output kept for an error message.
struct ChildProcess: Sendable {
  /// What a program left behind.
  struct Outcome: Sendable {
    /// The exit status; 128 and the signal's number where a signal ended it.
    let status: Int32
    /// Standard output and error together.
    let output: String

    /// The last lines of the output.
    var lastLines: [String] {
      output.split(separator: "\n").suffix(8).map(String.init)
    }
  }

  /// The program's path and its arguments.
  let arguments: [String]
  /// Whom it runs as, nil for the caller.
  var account: ServerAccount?

  /// Runs the program in `/`, with an environment of its own and no open descriptor of ours.
  ///
  /// It gets a process group of its own, so that Ctrl-C at our terminal does not cut it in half.
  func run() async throws -> Outcome {
    let inRoot = ["/bin/sh", "-c", "cd / && exec \"$@\"", "sh"]
    let arguments = try inRoot + (account?.prefix() ?? []) + arguments
    return try await offCooperativePool { try Self.spawn(arguments) }
  }

  private static func spawn(_ arguments: [String]) throws(Failure) -> Outcome {
    var ends: [Int32] = [0, 0]
    // Not a pipe: only sockets can be made close-on-exec at once with what Swift sees of glibc, and a
    // server started meanwhile by another task must not inherit an end.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system("socketpair") }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(readEnd) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, writeEnd, 1)
    posix_spawn_file_actions_adddup2(&actions, writeEnd, 2)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let environment = [
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C",
    ]
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &envp)
    close(writeEnd)
    guard failure == 0 else {
      throw Failure(.failed, "cannot run \(arguments[0]): \(String(cString: strerror(failure)))")
    }
    let output = try Disk.drain(readEnd)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { throw .system("waitpid") }
    }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: String(decoding: output, as: UTF8.self)
    )
  }
}
