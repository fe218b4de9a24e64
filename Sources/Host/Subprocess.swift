import CSpawn
import Glibc
import Synchronization

/// A program in a process group of its own, whose standard output is read line by line.
///
/// One thread waits for it. When the program ends or is stopped, its whole group ends with it;
/// processes that have left the group are beyond reach. It has three descriptors, none of ours, and
/// no signal blocked. Its file is checked right before the start (`TrustedProgram`), unless Reeve
/// itself chose it.
package final class Subprocess: Sendable {
  /// A program to run, with its limits.
  package struct Plan: Sendable {
    /// The program's path and its arguments.
    package var argv: [String]
    /// All of its environment.
    package var environment: [String: String]
    /// Where it starts.
    package var directory = "/"
    /// Its standard input.
    package var input: [UInt8] = []
    /// It is stopped after this time; nil for never.
    package var timeout: Duration?
    /// The user that it runs as; nil for our own.
    package var user: ProgramUser?
    /// Whether it can gain no privilege, as by a set-user-ID program.
    package var isConfined = true
    /// Whether only root and our user may be able to change its file.
    package var isTrusted = true
    /// How long it has to end after SIGTERM, before SIGKILL.
    package var grace = Duration.seconds(5)
    /// Takes its standard output as bytes, on the thread that waits for it, instead of lines; false
    /// ends the program.
    package var output: (@Sendable (ArraySlice<UInt8>) -> Bool)?
  }

  /// How it ended.
  package struct Outcome: Hashable, Sendable {
    /// The exit status; nil where a signal ended it.
    package let status: Int32?
    /// The signal that ended it; 0 for none.
    package let signal: Int32
    /// Whether it was stopped because its time was over.
    package let hasTimedOut: Bool
    /// Whether it was stopped because its output was no longer wanted.
    package let hasSaidEnough: Bool
    /// The first line of its output that is not UTF-8 text, from 1.
    package let garbledLine: Int?
    /// The end of its standard error.
    package let errorTail: String
  }

  /// Output since the last call.
  package struct Speech: Sendable {
    /// Whole lines, none empty.
    package var lines: [String] = []
    /// Bytes that were not kept: of lines that were too long, and empty lines.
    package var droppedBytes = 0
    fileprivate var size = 0

    /// Nothing was said.
    package init() {}
  }

  /// Bytes kept of a line.
  static let lineLimit = 128 << 10
  /// Bytes that may wait to be taken; then the program has to wait.
  private static let speechLimit = 1 << 20
  /// Bytes kept of standard error.
  private static let tailLimit = 4000

  /// Something was said; it ends with the program.
  package let news: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  private let plan: Plan
  private let speech = Mutex(Speech())
  private let isStopped = Atomic(false)

  /// Ready to run once.
  package init(_ plan: Plan) {
    self.plan = plan
    (news, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Returns the output since the last call.
  package func takeSpeech() -> Speech {
    speech.withLock { speech in
      defer { speech = Speech() }
      return speech
    }
  }

  /// Ends it and its group: SIGTERM, and after the grace period SIGKILL.
  package func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Runs it to its end; a cancelled task stops it.
  ///
  /// - Throws: `SubprocessError` where it cannot be started.
  package func run() async throws -> Outcome {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let code = Watcher.start {
          let result = Result { try self.watch() }
          self.bell.finish()
          continuation.resume(with: result)
        }
        guard code != 0 else { return }
        bell.finish()
        continuation.resume(throwing: SubprocessError("cannot make a thread", code))
      }
    } onCancel: {
      stop()
    }
  }

  /// Runs on a thread of its own.
  ///
  /// It is blocked for as long as the program runs. Dispatch has 255 threads at most, and
  /// connections wait for the server on these.
  private final class Watcher: Sendable {
    private let body: @Sendable () -> Void

    private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Returns an error number; 0 when it runs.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
      let watcher = Unmanaged.passRetained(Watcher(body))
      var thread = pthread_t()
      let code = pthread_create(
        &thread,
        nil,
        { watcher in
          if let watcher { Unmanaged<Watcher>.fromOpaque(watcher).takeRetainedValue().body() }
          return nil
        },
        watcher.toOpaque()
      )
      if code == 0 { pthread_detach(thread) } else { watcher.release() }
      return code
    }
  }

  // MARK: On its thread

  /// Our side of a program that runs.
  private struct Ends {
    var pid: pid_t = 0
    /// -1 when closed.
    var input: Int32 = -1
    var output: Int32 = -1
    var error: Int32 = -1

    static func shut(_ descriptor: inout Int32) {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }

    mutating func shutAll() {
      Self.shut(&input)
      Self.shut(&output)
      Self.shut(&error)
    }
  }

  private func watch() throws -> Outcome {
    var ends = try start()
    defer { ends.shutAll() }
    let clock = ContinuousClock()
    let deadline = plan.timeout.map { clock.now + $0 }
    var rest = plan.input[...]
    var lines = LineCutter(limit: Self.lineLimit)
    var tail: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var killAt: ContinuousClock.Instant?
    var hasTimedOut = false
    var isEnough = false
    var quietPause: Int32 = 0
    var toldAt = clock.now
    while !Self.hasEnded(ends.pid) {
      let now = clock.now
      if let at = killAt {
        if now >= at { kill(-ends.pid, SIGKILL) }
      } else if isEnough || isStopped.load(ordering: .relaxed)
        || deadline.map({ now >= $0 }) == true
      {
        hasTimedOut = !isEnough && !isStopped.load(ordering: .relaxed)
        kill(-ends.pid, SIGTERM)
        killAt = now + plan.grace
      }
      let isFull = speech.withLock { $0.size >= Self.speechLimit }
      // A negative descriptor is passed over by poll.
      var polled = [
        pollfd(fd: ends.input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: isFull ? -1 : ends.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ends.error, events: Int16(POLLIN), revents: 0),
      ]
      // Closed ends mean that it is about to exit, as a rule.
      let isQuiet = ends.output < 0 && ends.error < 0
      quietPause = isQuiet ? min(quietPause * 2, 50) : 2
      if poll(&polled, nfds_t(polled.count), isQuiet ? quietPause : 50) > 0 {
        if polled[0].revents != 0 { Self.feed(&ends.input, &rest) }
        if polled[1].revents != 0 {
          read(&ends.output, &buffer) { isEnough = !take($0, &lines) || isEnough }
        }
        if polled[2].revents != 0 { read(&ends.error, &buffer) { Self.keep(&tail, $0) } }
      }
      if clock.now - toldAt >= .milliseconds(200),
        speech.withLock({ $0.size + $0.droppedBytes > 0 })
      {
        bell.yield()
        toldAt = clock.now
      }
    }
    // Until it is reaped its number is nobody else's.
    kill(-ends.pid, SIGKILL)
    // Reads the rest of the pipes, with a limit: a process that left the group may write forever.
    for _ in 0..<16 where !read(&ends.output, &buffer, { _ = take($0, &lines) }) { break }
    for _ in 0..<16 where !read(&ends.error, &buffer, { Self.keep(&tail, $0) }) { break }
    for line in lines.end() { add(line) }
    var status: Int32 = 0
    while waitpid(ends.pid, &status, 0) < 0 {
      guard errno == EINTR else { throw SubprocessError("cannot determine how it ended", errno) }
    }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : nil,
      signal: signal,
      hasTimedOut: hasTimedOut,
      hasSaidEnough: isEnough,
      garbledLine: lines.garbledLine,
      errorTail: LineCutter.text(of: tail[...])
    )
  }

  /// Whether it has exited; it stays to be reaped.
  private static func hasEnded(_ pid: pid_t) -> Bool {
    var info = siginfo_t()
    let code = waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 ? info.si_signo != 0 : errno != EINTR
  }

  private static func feed(_ input: inout Int32, _ rest: inout ArraySlice<UInt8>) {
    let written = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if written > 0 {
      rest = rest.dropFirst(written)
    } else if errno != EAGAIN, errno != EINTR {
      rest = []  // It does not want to know.
    }
    if rest.isEmpty { Ends.shut(&input) }
  }

  /// Reads once; false when there is nothing (any more).
  @discardableResult
  private func read(
    _ descriptor: inout Int32,
    _ buffer: inout [UInt8],
    _ body: (ArraySlice<UInt8>) -> Void
  ) -> Bool {
    guard descriptor >= 0 else { return false }
    let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      body(buffer[..<count])
      return true
    }
    if count == 0 || (errno != EAGAIN && errno != EINTR) { Ends.shut(&descriptor) }
    return false
  }

  /// Takes output, as bytes or as lines; false where it was enough.
  private func take(_ bytes: ArraySlice<UInt8>, _ lines: inout LineCutter) -> Bool {
    if let output = plan.output { return output(bytes) }
    say(&lines, bytes)
    return true
  }

  private func say(_ lines: inout LineCutter, _ bytes: ArraySlice<UInt8>) {
    let dropped = lines.droppedBytes
    for line in lines.cut(bytes) { add(line) }
    let more = lines.droppedBytes - dropped
    if more > 0 { speech.withLock { $0.droppedBytes += more } }
  }

  private func add(_ line: String) {
    speech.withLock { speech in
      speech.lines.append(line)
      speech.size += line.utf8.count + 16
    }
  }

  private static func keep(_ tail: inout [UInt8], _ bytes: ArraySlice<UInt8>) {
    tail += bytes.suffix(tailLimit)
    if tail.count > tailLimit { tail.removeFirst(tail.count - tailLimit) }
  }

  // MARK: Start

  /// A program that has closed its input must not end this process; and if SIGCHLD was inherited as
  /// ignored, children would vanish without their exit status.
  private static let signalsAreSet: Void = {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGCHLD, SIG_DFL)
  }()

  private func start() throws(SubprocessError) -> Ends {
    _ = Self.signalsAreSet
    var ends = Ends()
    var theirs = Ends()
    defer { theirs.shutAll() }
    do throws(SubprocessError) {
      (theirs.input, ends.input) = try Self.pipeEnds()
      (ends.output, theirs.output) = try Self.pipeEnds()
      (ends.error, theirs.error) = try Self.pipeEnds()
      for ours in [ends.input, ends.output, ends.error] {
        _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
      }
      ends.pid = try spawn(theirs)
      return ends
    } catch {
      ends.shutAll()
      throw error
    }
  }

  private static func pipeEnds() throws(SubprocessError) -> (reading: Int32, writing: Int32) {
    var pair: [Int32] = [-1, -1]
    guard pipe(&pair) == 0 else { throw SubprocessError("cannot make a pipe", errno) }
    // One that is started meanwhile closes what it gets of it.
    for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (pair[0], pair[1])
  }

  private func program() throws(SubprocessError) -> TrustedProgram {
    do throws(FileRefusal) {
      return try TrustedProgram(argv: plan.argv, directory: plan.directory)
    } catch {
      guard error.code != 0 else { throw SubprocessError(refusal: error) }
      throw SubprocessError("cannot run \(plan.argv[0])", error.code)
    }
  }

  private func spawn(_ theirs: Ends) throws(SubprocessError) -> pid_t {
    if plan.isTrusted {
      let program = try program()
      return try spawn(program.file.descriptor, program.argv, theirs)
    }
    let descriptor = open(plan.argv[0], Int32(cspawn_path_only) | O_CLOEXEC)
    guard descriptor >= 0 else { throw SubprocessError("cannot run \(plan.argv[0])", errno) }
    defer { close(descriptor) }
    return try spawn(descriptor, plan.argv, theirs)
  }

  private func spawn(
    _ program: Int32,
    _ words: [String],
    _ theirs: Ends
  ) throws(SubprocessError) -> pid_t {
    let name = plan.argv[0]
    let settings = plan.environment.map { "\($0.key)=\($0.value)" }
    let argv = words.map { strdup($0) } + [nil]
    let envp = settings.map { strdup($0) } + [nil]
    let directory = strdup(plan.directory)
    let groups = plan.user?.groups ?? []
    defer {
      (argv + envp).forEach { free($0) }
      free(directory)
    }
    var pid: pid_t = 0
    var step: Int32 = 0
    let code = argv.withUnsafeBufferPointer { argv in
      envp.withUnsafeBufferPointer { envp in
        groups.withUnsafeBufferPointer { groups -> Int32 in
          guard let words = argv.baseAddress, let settings = envp.baseAddress, let directory else {
            return ENOMEM
          }
          var request = cspawn_request(
            program: program,
            argv: words,
            envp: settings,
            directory: directory,
            input: theirs.input,
            output: theirs.output,
            error: theirs.error,
            takes_user: plan.user == nil ? 0 : 1,
            uid: plan.user?.uid ?? 0,
            gid: plan.user?.gid ?? 0,
            groups: groups.baseAddress,
            group_count: groups.count,
            is_confined: plan.isConfined ? 1 : 0
          )
          return cspawn_start(&request, &pid, &step)
        }
      }
    }
    guard code == 0 else {
      switch UInt32(step) {
      case cspawn_directory.rawValue:
        throw SubprocessError("cannot enter \(plan.directory)", code)
      case cspawn_user.rawValue:
        throw SubprocessError("cannot become the user that \(name) runs as", code)
      default: throw SubprocessError("cannot run \(name)", code)
      }
    }
    return pid
  }
}

/// Why a program could not be started.
package struct SubprocessError: Error, Hashable, CustomStringConvertible {
  /// One line: the operation, and the reason.
  package let description: String
  /// Whether trying again may help: the machine is short of something.
  package let isPassing: Bool

  /// Makes an error from the operation that failed, and the reason.
  package init(_ what: String, _ code: Int32) {
    description = "\(what): \(String(cString: strerror(code)))"
    isPassing = [EAGAIN, ENOMEM, EMFILE, ENFILE, ETXTBSY, EINTR, EIO].contains(code)
  }
  /// Stands for a file that cannot be trusted, which does not pass.
  init(refusal: FileRefusal) {
    description = refusal.description
    isPassing = false
  }
}

extension Subprocess.Plan {
  /// Plans a run in `/`, without input and for as long as it takes.
  package init(argv: [String], environment: [String: String]) {
    self.init(argv: argv, environment: environment, directory: "/")
  }
}
