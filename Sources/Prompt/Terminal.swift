import CReadline
import Display
import Glibc
import Outcome

/// Runs lines one after another on the main thread: reads them, shows what happens meanwhile, asks.
///
/// All of readline is called from this thread only. It waits in `poll` for keys, signals (blocked,
/// and read from a descriptor) and the mailbox's descriptor; a command runs as a task elsewhere, so
/// nothing here ever waits for the database. `PseudoTerminalTests` hold this.
package final class Terminal {
  private let mailbox: Mailbox
  private let signals: Int32
  private let isColoured: Bool
  private let isASCII: Bool
  private let runner: any LineRunner
  private var source: LineSource
  private let echoes: Bool

  /// How often an idle prompt looks whether the server is still there, in milliseconds.
  private static let watchInterval: Int32 = 2000

  private var running: Task<Void, Never>?
  private var interrupts = 0
  private var pasted: [String] = []
  private var asking: Asking?
  private var watching: Task<Void, Never>?
  private var news = NewsDesk()
  private let screen = WholeScreen()
  private var isReadlineStarted = false
  private var isPromptShown = false
  private var exitCode: Int32?
  private var dying: Int32?
  private var lastCode = ExitStatus.ok
  private var history: History?
  fileprivate let completion: LineCompletion?
  /// The source of the question on the screen.
  private enum Asking {
    /// A command's.
    case command(Reply)
    /// Ours, about pasted lines.
    case paste([String])
  }

  /// The line that readline returned; the inner nil is the end of input.
  private var entered: String??

  package init(
    mailbox: Mailbox,
    signals: Int32,
    runner: any LineRunner,
    source: LineSource,
    echoes: Bool,
    isColoured: Bool,
    isASCII: Bool,
    vocabulary: (any Vocabulary)?
  ) {
    self.mailbox = mailbox
    self.signals = signals
    self.runner = runner
    self.source = source
    self.echoes = echoes
    (self.isColoured, self.isASCII) = (isColoured, isASCII)
    completion = vocabulary.map { LineCompletion($0, isColoured: isColoured, isASCII: isASCII) }
  }

  /// Runs until the lines end, one of them fails in a script, or the user leaves.
  ///
  /// - Returns: The exit status.
  package func run() -> Int32 {
    terminal = self
    defer {
      terminal = nil
      screen.giveBack()
      news.close()
    }
    if source.isKeyboard {
      let opened = History.open()
      history = opened.history
      if let problem = opened.problem { mailbox.note(problem, isColoured: isColoured) }
      start { await $0.open() }
    }
    while exitCode == nil {
      advance()
      guard exitCode == nil else { break }
      wait()
    }
    if isPromptShown {
      hidePrompt()
      _ = writeAll(2, [0x0A])
    }
    if running != nil { for text in runner.unanswered { show(text) } }
    history?.trim()
    return exitCode ?? 0
  }

  // MARK: - What comes next

  /// Begins the next line, or shows the prompt for it.
  private func advance() {
    guard running == nil, asking == nil else { return }
    if let dying {
      exitCode = dying
    } else if !pasted.isEmpty {
      let line = pasted.removeFirst()
      echo(line)
      begin(line)
    } else if source.isKeyboard {
      guard !isPromptShown else { return }
      tellNews()
      showPrompt(runner.prompt, completes: true)
      listen()
    } else {
      switch source.next() {
      case .line(let line, let place):
        if echoes, line.contains(where: { !$0.isWhitespace }) { echo(line) }
        begin(line, at: place)
      case .wait: break
      case .end: exitCode = ExitStatus.ok.rawValue
      case .failed(let failure, let place):
        runner.show(failure, at: place)
        exitCode = failure.exit.rawValue
      }
    }
  }

  private func echo(_ line: String) {
    let text = runner.echoPrompt.inASCII(isASCII) + "\(line)\n"
    _ = writeAll(1, text.rendered(isColoured: isColoured && isatty(1) == 1))
  }

  private func begin(_ line: String, at place: LinePlace = LinePlace()) {
    let isInteractive = source.isKeyboard
    start { await $0.run(line, at: place, isInteractive: isInteractive) }
  }

  private func start(_ body: @escaping @Sendable (any LineRunner) async -> CommandResult) {
    hidePrompt()
    interrupts = 0
    let (mailbox, runner) = (mailbox, runner)
    running = Task { mailbox.post(.finished(await body(runner))) }
  }

  private func finish(_ result: CommandResult) {
    running = nil
    lastCode = result.code
    if result.quits {
      exitCode = ExitStatus.ok.rawValue
    } else if source.isKeyboard {
      if result.code != .ok, !pasted.isEmpty {
        let lines = plural(pasted.count, "pasted line was", "pasted lines were")
        mailbox.note("\(lines) not run", isColoured: isColoured)
        pasted = []
      }
      if result.code == .connection, !runner.wasOpened {
        exitCode = ExitStatus.connection.rawValue
      }
    } else if result.code != .ok {
      exitCode = result.code.rawValue
    } else if interrupts > 0 {
      // The command was through, the lines behind it are not run.
      exitCode = ExitStatus.interrupted.rawValue
    }
  }

  // MARK: - Waiting

  private func wait() {
    let readsKeys = isPromptShown || screen.isTaken || (running == nil && !source.isKeyboard)
    let input = isPromptShown || screen.isTaken ? 0 : source.descriptor
    var sources = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mailbox.doorbell, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsKeys ? input : -1, events: Int16(POLLIN), revents: 0),
    ]
    let isIdle = isPromptShown && asking == nil
    let count = poll(&sources, 3, isIdle ? Self.watchInterval : -1)
    guard count > 0 else {
      if count == 0, isIdle { watch() }
      return
    }
    if sources[0].revents != 0 {
      while case let signal = creadline_next_signal(signals), signal != 0 { handle(signal: signal) }
    }
    if sources[1].revents != 0 {
      for message in mailbox.takeAll() { handle(message) }
    }
    guard sources[2].revents != 0 else { return }
    if screen.isTaken {
      if !screen.read() { handle(signal: SIGHUP) }
    } else if isPromptShown {
      completion?.prepare()
      rl_callback_read_char()
      if let line = entered {
        entered = nil
        submit(line)
      }
    } else if running == nil {
      source.fill()
    }
  }

  /// Has the session look whether the server is still there.
  private func watch() {
    guard watching == nil else { return }
    let (mailbox, runner) = (mailbox, runner)
    watching = Task {
      await runner.watch()
      mailbox.post(.watched)
    }
  }

  /// Begins to look for what comes in, once somebody can read it.
  private func listen() {
    guard runner.wasOpened else { return }
    let (mailbox, runner) = (mailbox, runner)
    news.open { await runner.follow { mailbox.post(.news($0)) } }
  }

  /// Shows what came in, unless somebody would be disturbed.
  private func tellNews() {
    guard running == nil, asking == nil else { return }
    changePrompt()
    for text in news.take() { show(text) }
  }

  private func changePrompt() {
    guard isPromptShown, asking == nil else { return }
    withRendered(runner.prompt) { text, _ in creadline_change_prompt(text) }
  }

  /// Writes a line that is not data, above the prompt where there is one.
  private func show(_ text: SafeText) {
    let bytes = text.inASCII(isASCII).rendered(isColoured: isColoured) + [0x0A]
    guard isPromptShown else {
      _ = writeAll(2, bytes)
      return
    }
    withBytes(bytes) { creadline_print_above($0, $1) }
  }

  private func handle(_ message: Message) {
    switch message {
    case .watched:
      watching = nil
      changePrompt()
    case .note(let text): show(text)
    case .news(let lines):
      news.add(lines)
      tellNews()
    case .takeScreen(let handler, let taken):
      mailbox.setPaged(true)
      screen.take(handler)
      taken()
    case .returnScreen(let returned):
      screen.giveBack()
      mailbox.setPaged(false)
      returned()
    case .ask(let question, let reply): ask(question, .command(reply))
    case .askTerminal(let question, let reply): reply(TerminalAnswer.read(question))
    case .finished(let result): finish(result)
    }
  }

  private func handle(signal: Int32) {
    switch signal {
    case SIGINT: interrupt()
    case SIGWINCH where isPromptShown: rl_resize_terminal()
    case SIGWINCH: screen.resize()
    case SIGTSTP: suspend()
    case SIGTERM, SIGHUP, SIGQUIT:
      if dying != nil || running == nil { exitCode = 128 + signal }
      dying = 128 + signal
      pasted = []
      running?.cancel()
      answer(nil)
    default: break
    }
  }

  /// Stops like the shell's other jobs, until it is continued; at a prompt, until it also has the
  /// terminal.
  private func suspend() {
    if isPromptShown { rl_deprep_terminal() }
    let needsTerminal = isPromptShown || screen.isTaken
    var isOurs = true
    screen.stop {
      kill(getpid(), SIGSTOP)
      if needsTerminal { isOurs = JobControl.waitForForeground() }
    }
    if isPromptShown, isOurs {
      creadline_prep_terminal()
      rl_forced_update_display()
    }
  }

  private func interrupt() {
    if asking != nil {
      if isPromptShown { creadline_interrupt(0) }
      hidePrompt()
      answer(nil)
    } else if let running {
      // The pager has got the same key, and is left by its own.
      if mailbox.isPaged { return running.cancel() }
      interrupts += 1
      // The terminal has written ^C.
      if source.isKeyboard || isatty(2) == 1 { _ = writeAll(2, [0x0A]) }
      pasted = []
      running.cancel()
      guard interrupts > 1 else { return }
      if interrupts == 2, runner.breakOff() {
        mailbox.note(
          "ending the statement's server process; Ctrl-C again quits",
          isColoured: isColoured
        )
      } else if !source.isKeyboard || interrupts > 2 {
        exitCode = ExitStatus.interrupted.rawValue
      } else {
        mailbox.note("not stopped yet; Ctrl-C again quits", isColoured: isColoured)
      }
    } else if isPromptShown {
      creadline_abandon_line(completion?.isHintShown == true ? 1 : 0)
    } else {
      exitCode = ExitStatus.interrupted.rawValue
    }
  }

  // MARK: - Lines and answers

  private func submit(_ line: String?) {
    if asking != nil { return answer(line) }
    guard let line else {
      exitCode = ExitStatus.ok.rawValue
      return
    }
    history?.add(line)
    let lines = line.split(separator: "\n").filter { $0.contains { !$0.isWhitespace } }.map {
      String($0)
    }
    guard lines.count > 1 else {
      if let line = lines.first { begin(line) }
      return
    }
    let acting = lines.filter(runner.changesData)
    guard !acting.isEmpty else {
      pasted = lines
      return
    }
    let changes: SafeText = acting.count == 1 ? "changes" : "change"
    ask(
      "\(lines.count) pasted lines; \(acting.count) of them \(changes) data. Run them? [y/N] ",
      .paste(lines)
    )
  }

  private func ask(_ question: SafeText, _ asking: Asking) {
    self.asking = asking
    guard isatty(0) == 1 else { return answer(nil) }
    guard JobControl.waitForForeground() else { return }
    // Keys typed before the question was shown do not answer it.
    tcflush(0, TCIFLUSH)
    showPrompt(question, completes: false)
  }

  private func answer(_ line: String?) {
    defer { asking = nil }
    switch asking {
    case .command(let reply): reply(line)
    case .paste(let lines): pasted = isYes(line) ? lines : []
    case nil: break
    }
  }

  // MARK: - Readline

  /// TAB, which completes nothing in an answer.
  fileprivate func pressTab(_ count: Int32, _ key: Int32) -> Int32 {
    guard asking == nil, let completion else { return rl_complete(count, key) }
    return completion.tab(completeOnTab, count, key)
  }

  /// Draws what may come next after the line.
  fileprivate func drawHint() {
    if isPromptShown, asking == nil { completion?.drawHint(after: runner.prompt) }
  }

  private func showPrompt(_ prompt: SafeText, completes: Bool) {
    guard JobControl.waitForForeground() else { return }
    if !isReadlineStarted {
      creadline_start(completeLine, displayMatches, isatty(1))
      completion?.takeKeys(completeOnTab, isColoured ? redisplayLine : nil)
      isReadlineStarted = true
    }
    creadline_completion_enabled(completes && completion != nil ? 1 : 0)
    isPromptShown = true
    mailbox.setPromptShown(true)
    withRendered(prompt) { text, _ in rl_callback_handler_install(text, lineEntered) }
  }

  private func hidePrompt() {
    guard isPromptShown else { return }
    rl_callback_handler_remove()
    isPromptShown = false
    mailbox.setPromptShown(false)
  }

  /// Takes the line from readline, which is taken off the terminal until the next prompt.
  fileprivate func enter(_ line: String?) {
    hidePrompt()
    if line == nil { _ = writeAll(1, Array("\n".utf8)) }
    entered = .some(line)
  }

  /// Lends a prompt to C as a string.
  private func withRendered(_ prompt: SafeText, _ body: (UnsafePointer<CChar>, Int) -> Void) {
    let text = prompt.inASCII(isASCII).rendered(isColoured: isColoured, isPrompt: true)
    withBytes(text + [0], body)
  }
}

/// The terminal that readline's callbacks, which carry no context, belong to.
///
/// Set and read by the main thread only: `Terminal.run` sets it, and readline calls back from
/// there.
/// `PseudoTerminalTests` drive it.
nonisolated(unsafe) private var terminal: Terminal?

private func lineEntered(_ line: UnsafeMutablePointer<CChar>?) {
  let text = line.map { String(cString: $0) }
  free(line)
  terminal?.enter(text)
}

private func completeLine(
  _ text: UnsafePointer<CChar>?,
  _ start: Int32,
  _ end: Int32
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  terminal?.completion?.complete(from: Int(start), to: Int(end))
}

private func completeOnTab(_ count: Int32, _ key: Int32) -> Int32 {
  terminal?.pressTab(count, key) ?? 0
}

private func redisplayLine() {
  rl_redisplay()
  terminal?.drawHint()
}

private func displayMatches(
  _ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ count: Int32,
  _ widest: Int32
) {
  terminal?.completion?.display()
}
