import Display
import Glibc
import Outcome
import Prompt

/// The console as the executable starts it.
package enum ConsoleMain {
  /// Runs commands, a script, or the prompt, and returns when they are through.
  ///
  /// Blocks; to be called on the main thread before any other thread exists, so that every later
  /// one inherits the blocked signals.
  ///
  /// - Returns: The exit status: see ``ExitStatus``.
  package static func run(_ options: ConsoleOptions) -> Int32 {
    let isUnicode = Terminal.takeLocale()
    let source: LineSource
    if !options.commands.isEmpty {
      source = .commands(options.commands)
    } else if let path = options.scriptPath, path != "-" {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      // Of a folder only reading fails.
      guard file >= 0, read(file, nil, 0) == 0 else {
        let reason = String(cString: strerror(errno))
        let report = ErrorReport(
          failure: Failure(.usage, "cannot read \(path): \(reason)"),
          line: "",
          place: LinePlace(file: path)
        )
        let lines = report.lines(isTyped: false, screen: nil).map { $0.rendered(isColoured: false) }
        let text = options.output.isJSON ? report.json : Array(lines.joined(separator: [0x0A]))
        _ = writeAll(2, text + [0x0A])
        return ExitStatus.usage.rawValue
      }
      source = .script(LineSource.Script(descriptor: file, name: path))
    } else if options.scriptPath == nil, isatty(0) == 1, isatty(1) == 1 || isatty(2) == 1 {
      source = .keyboard
    } else {
      source = .script(LineSource.Script(descriptor: 0, name: "stdin"))
    }
    // Questions are asked on standard error where the output goes elsewhere.
    let hasTerminal = source.isKeyboard || isatty(0) == 1 && (isatty(1) == 1 || isatty(2) == 1)
    guard let signals = Terminal.takeSignals(hasTerminal: hasTerminal) else {
      _ = writeAll(2, Array("reeve: signalfd is not available\n".utf8))
      return ExitStatus.failed.rawValue
    }
    let mailbox = Mailbox()
    let state = ConsoleState(commands: CommandRegistry.source)
    let io = StandardIO(mailbox: mailbox, isUnicode: isUnicode)
    let terminal = Terminal(
      mailbox: mailbox,
      signals: signals,
      runner: ConsoleSession(options: options, io: io, state: state),
      source: source,
      echoes: options.echo,
      isColoured: io.isErrorColoured,
      isASCII: io.isASCII,
      vocabulary: source.isKeyboard ? Completer(conninfo: options.conninfo, state: state) : nil
    )
    return terminal.run()
  }

  /// Whether a command only reads local files: an export is verified where there is no server.
  package static func isOffline(_ command: String) -> Bool {
    words(of: command).words.prefix(2).map(\.text) == ["audit", "verify"]
  }
}
