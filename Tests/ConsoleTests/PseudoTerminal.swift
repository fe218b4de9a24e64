import CReadline
import Glibc
import TestSupport
import Testing

/// The console's real binary on a pseudo-terminal, typed at and read like a person would.
///
/// Waiting is for output, never for time.
final class PseudoTerminal {
  /// The binary is beside the tests' own.
  static var binary: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/reeve"
  }

  private var control: Int32 = -1
  /// The program's end, held until it has opened it itself: before, there would be nobody there.
  private var terminal: Int32 = -1
  private var process: pid_t = 0
  /// The program's number.
  var number: pid_t { process }
  private var unread: [UInt8] = []
  private var hasEnded = false
  /// What a prompt ends with.
  let prompt: String
  /// All that was printed.
  private(set) var transcript = ""

  /// Starts the console.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - history: Where it keeps its lines.
  ///   - term: What it is told the terminal can do.
  ///   - size: Columns and rows of the screen.
  ///   - variables: More of its environment; the locale is UTF-8 unless they say otherwise.
  ///   - program: Another program, such as a shell that starts the console.
  /// - Throws: Where there is no pseudo-terminal to be had, or no binary.
  init(
    _ arguments: [String],
    history: String,
    term: String = "dumb",
    size: (columns: Int32, rows: Int32) = (200, 50),
    variables: [String] = ["INPUTRC=/dev/null"],
    program: String = PseudoTerminal.binary
  ) throws {
    let isASCII = variables.contains("LC_ALL=C")
    prompt = isASCII ? " > " : " ▸ "
    var name = [CChar](repeating: 0, count: 128)
    try #require(
      creadline_open_terminal(&control, &terminal, &name, size.columns, size.rows) == 0
    )
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    process = try spawn(
      program,
      arguments,
      &actions,
      isLeader: true,
      environment: variables + ["TERM=\(term)", "REEVE_HISTORY=\(history)", "LC_ALL=C.UTF-8"]
    )
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(control)
    if terminal >= 0 { close(terminal) }
  }

  /// Changes the size of the screen.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(control, UInt(TIOCSWINSZ), &size)
  }

  /// Types.
  func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(control, $0.baseAddress, $0.count) }
  }

  /// Reads until a text appears, and passes over it.
  ///
  /// - Returns: What came before it.
  @discardableResult
  func expect(
    _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let wanted = Array(text.utf8)
    let deadline = ContinuousClock.now + patience
    while true {
      if let start = unread.indices.first(where: { unread[$0...].starts(with: wanted) }) {
        let before = String(decoding: unread[..<start], as: UTF8.self)
        unread.removeSubrange(..<(start + wanted.count))
        return before
      }
      guard ContinuousClock.now < deadline, fill(milliseconds: 200) else {
        let shown = String(decoding: unread, as: UTF8.self).debugDescription
        Issue.record("no \(text.debugDescription) in \(shown)", sourceLocation: sourceLocation)
        throw PseudoTerminalFailure.notSeen(text)
      }
    }
  }

  /// Presses TAB until it shows `text`: a look-up that takes over 100 ms, as it does on a busy
  /// machine, shows nothing.
  func complete(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      send("\t")
      let deadline = ContinuousClock.now + .seconds(1)
      while ContinuousClock.now < deadline {
        if let start = unread.indices.first(where: { unread[$0...].starts(with: text.utf8) }) {
          unread.removeSubrange(..<(start + text.utf8.count))
          return
        }
        _ = fill(milliseconds: 100)
      }
    }
    try expect(text, sourceLocation: sourceLocation)
  }

  /// Waits for the console to end.
  ///
  /// - Returns: Its exit status.
  func wait() -> Int32 {
    while fill(milliseconds: 10_000) {}
    var status: Int32 = 0
    waitpid(process, &status, 0)
    hasEnded = true
    return (status >> 8) & 0xFF
  }

  /// Takes what has been printed; false at the end of it.
  private func fill(milliseconds: Int32) -> Bool {
    var source = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, milliseconds) > 0 else { return milliseconds < 1000 }
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(control, &chunk, chunk.count)
    guard count > 0 else { return false }
    if terminal >= 0 { close(terminal) }
    terminal = -1
    unread += chunk[..<count]
    transcript += String(decoding: chunk[..<count], as: UTF8.self)
    return true
  }
}

extension Market {
  /// Waits until a console's look for news is idle after a statement like this, by asking again
  /// and again.
  ///
  /// - Parameters:
  ///   - statement: A pattern of `LIKE`.
  ///   - signalling: Whether each question is also a signal to look.
  /// - Throws: `NotInTime`.
  func waitForNews(toSay statement: String, signalling: Bool = false) async throws {
    try await outside.wait(
      until: """
        SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND application_name = 'reeve console: news' AND query LIKE $1 AND state = 'idle')
        \(signalling ? "FROM pg_notify('reeve_console', '')" : "")
        """,
      [statement]
    )
  }

  /// Starts the console on a pseudo-terminal, and leaves it from the prompt after the body.
  ///
  /// - Parameters:
  ///   - term: What it is told the terminal can do.
  ///   - size: Columns and rows of the screen.
  ///   - variables: More of its environment.
  ///   - body: What is typed and seen from the first prompt on; the last one is waited for here.
  /// - Throws: What the body throws.
  func atTerminal(
    term: String = "dumb",
    size: (columns: Int32, rows: Int32) = (200, 50),
    variables: [String] = [],
    _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal(
      arguments(),
      history: folder["history"],
      term: term,
      size: size,
      variables: ["INPUTRC=/dev/null"] + variables
    )
    try terminal.expect(terminal.prompt)
    try await body(terminal)
    try terminal.expect(terminal.prompt)
    terminal.send("\u{4}")
    #expect(terminal.wait() == 0)
  }
}

/// What a run of the binary without a terminal left behind.
struct Run {
  let status: Int32
  let output: String
  let errors: String

  /// Takes what a run came to.
  init(status: Int32, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// Runs the binary to its end, with a text as its standard input.
  ///
  /// - Parameters:
  ///   - arguments: What it is called with.
  ///   - input: Its standard input.
  ///   - closed: Which of the standard descriptors are closed from the start.
  ///   - sink: Where its output goes instead, such as a full device.
  ///   - program: Another program.
  /// - Throws: Where it cannot be started.
  init(
    _ arguments: [String],
    input: String = "",
    closed: [Int32] = [],
    sink: String? = nil,
    program: String = PseudoTerminal.binary
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("in", input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, folder["in"], O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(
        &actions,
        descriptor,
        descriptor == 1 ? sink ?? folder[name] : folder[name],
        O_WRONLY | O_CREAT | O_TRUNC,
        0o600
      )
    }
    for descriptor in closed { posix_spawn_file_actions_addclose(&actions, descriptor) }
    let process = try spawn(
      program,
      arguments,
      &actions,
      isLeader: false,
      environment: ["TERM=dumb"]
    )
    var result: Int32 = 0
    waitpid(process, &result, 0)
    status = result & 0x7F == 0 ? (result >> 8) & 0xFF : -(result & 0x7F)
    output = String(decoding: contents(of: folder["out"]) ?? [], as: UTF8.self)
    errors = String(decoding: contents(of: folder["err"]) ?? [], as: UTF8.self)
  }
}

/// A directory that goes with its value.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/reeve-console-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) {
            _ = unlink("\(path)/\(String(cString: $0))")
          }
        }
      }
      closedir(folder)
    }
    rmdir(path)
  }

  /// The path of a file in it.
  subscript(name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  func write(_ name: String, _ text: String) throws {
    let file = try #require(fopen(self[name], "w"))
    fputs(text, file)
    fclose(file)
  }
}

/// A text did not appear.
enum PseudoTerminalFailure: Error {
  case notSeen(String)
}

/// Starts a program with default signals and nothing blocked.
private func spawn(
  _ program: String,
  _ arguments: [String],
  _ actions: inout posix_spawn_file_actions_t,
  isLeader: Bool,
  environment: [String]
) throws -> pid_t {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  // POSIX_SPAWN_SETSID, which the headers hide.
  let setsid: Int32 = 0x80
  let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (isLeader ? setsid : 0)
  posix_spawnattr_setflags(&attributes, Int16(flags))
  var argv = ([program] + arguments).map { strdup($0) } + [nil]
  var envp = (environment + ["PATH=/usr/bin:/bin", "HOME=/dev/null"]).map { strdup($0) } + [nil]
  defer { for text in argv + envp { free(text) } }
  var process: pid_t = 0
  let code = posix_spawn(&process, program, &actions, &attributes, &argv, &envp)
  try #require(code == 0, "\(program): \(String(cString: strerror(code)))")
  return process
}

/// The binary writing into a pipe that is read when we say so, or never.
final class StalledRun {
  private let process: pid_t
  private var pipe: Int32
  private var unread: [UInt8] = []
  /// All that was read by ``expect(_:sourceLocation:)``.
  private(set) var seen = ""
  /// The most memory it had resident while it was read to the end.
  ///
  /// Not that of wait4: what was spawned inherits there the peak of who spawned it.
  private(set) var peakKiB = 0

  /// F_SETPIPE_SZ of fcntl(2), which is not among the imported constants.
  private static let setPipeSize: Int32 = 1031

  /// Starts the console.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - isNarrow: Whether the pipe holds a page only, so that the program is still there when what
  ///     it wrote is read.
  /// - Throws: Where it cannot be started.
  init(_ arguments: [String], isNarrow: Bool = false) throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    if isNarrow { try #require(fcntl(ends[0], Self.setPipeSize, 4096) == 4096) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    pipe = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    process = try spawn(
      PseudoTerminal.binary,
      arguments,
      &actions,
      isLeader: false,
      environment: ["TERM=dumb"]
    )
  }

  deinit { if pipe >= 0 { close(pipe) } }

  /// Waits until the pipe takes no more.
  func waitUntilFull() throws {
    // pipe(7): 16 pages, unless somebody asks for more.
    let capacity: Int32 = 65536
    var waiting: Int32 = 0
    let deadline = ContinuousClock.now + patience
    while waiting < capacity, ContinuousClock.now < deadline {
      _ = ioctl(pipe, UInt(FIONREAD), &waiting)
      sched_yield()
    }
    try #require(waiting >= capacity)
  }

  /// Presses Ctrl-C.
  func interrupt() { kill(process, SIGINT) }

  /// Ends the program without its knowing.
  func end() { kill(process, SIGKILL) }

  /// Reads until a text appears, and passes over it.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let wanted = Array(text.utf8)
    let deadline = ContinuousClock.now + patience
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      if let start = unread.indices.first(where: { unread[$0...].starts(with: wanted) }) {
        unread.removeSubrange(..<(start + wanted.count))
        return
      }
      var source = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      let isReadable = poll(&source, 1, 1000) > 0
      let count = isReadable ? read(pipe, &chunk, chunk.count) : 0
      guard ContinuousClock.now < deadline, count > 0 || !isReadable else {
        let shown = String(decoding: unread, as: UTF8.self).debugDescription
        Issue.record("no \(text.debugDescription) in \(shown)", sourceLocation: sourceLocation)
        throw PseudoTerminalFailure.notSeen(text)
      }
      unread += chunk[..<count]
      seen += String(decoding: chunk[..<count], as: UTF8.self)
    }
  }

  /// Reads to the end; returns how many bytes there were.
  func readAll() -> Int {
    var chunk = [UInt8](repeating: 0, count: 65536)
    var total = 0
    while true {
      var source = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      _ = poll(&source, 1, -1)
      // Before it is read: afterwards the program may write the rest and end.
      notePeak()
      let count = read(pipe, &chunk, chunk.count)
      guard count > 0 else { return total }
      total += count
    }
  }

  private func notePeak() {
    let status = contents(of: "/proc/\(process)/status") ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix("VmHWM:")
    }
    // A program that is ending has no memory any more.
    guard let line, let peak = Int(line.filter(\.isNumber)) else { return }
    peakKiB = max(peakKiB, peak)
  }

  /// Closes the reader's end.
  func leave() {
    close(pipe)
    pipe = -1
  }

  /// Waits for the end; returns the exit status, or -9 for a program that had to be ended by force.
  func wait() -> Int32 {
    var status: Int32 = 0
    let deadline = ContinuousClock.now + patience
    while waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now > deadline { kill(process, SIGKILL) }
      sched_yield()
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}
