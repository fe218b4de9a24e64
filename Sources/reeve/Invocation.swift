import ArgumentParser
import Display
import Outcome
import Prompt

/// The request in the program's arguments.
///
/// Read by hand: the path to a console command must not pay for a parser's start. The operators'
/// commands have theirs (`OperationCommands`).
enum Invocation: Hashable {
  case help
  case version
  case console(ConsoleRequest)
  /// A worker, with its own arguments.
  case work(dsn: String?, [String])
  /// An operators' command with its arguments, its name first.
  case operation([String])

  /// Answers a shell's TAB; the words after the program's name, the last being typed.
  case complete([String])
  /// A page of the manual; of a service where its dump is on standard input.
  case manual(isService: Bool)

  static let operations: Set<String> = Set(
    OperationCommands.configuration.subcommands.map { $0._commandName }
  )

  /// An option of the console.
  struct Option {
    let names: [String]
    /// The name of its value in the help; nil for a flag.
    var value: String?
    /// Its possible values, if they are a few words.
    var words: [String] = []
    let help: String

    /// As the help shows it.
    var usage: String {
      names.joined(separator: ", ") + (value.map { " \($0)" } ?? "")
    }
  }

  static let options: [Option] = [
    Option(
      names: ["--dsn"],
      value: "DSN",
      help:
        "connection string; else DATABASE_URL, else libpq's PG* variables, else the embedded server"
    ),
    Option(
      names: ["--app"],
      value: "APP",
      help: "the app of collections that are written without one"
    ),
    Option(
      names: ["--output"],
      value: "FORMAT",
      words: OutputFormat.allCases.map(\.rawValue),
      help: "table, expanded, md, json, ndjson, csv or tsv"
    ),
    Option(names: ["-c", "--command"], value: "COMMAND", help: "run a command; repeatable"),
    Option(names: ["-f", "--file"], value: "FILE", help: "run a script; - is standard input"),
    Option(names: ["--yes", "-y"], help: "do not ask before an action"),
    Option(
      names: ["--act-limit"],
      value: "TIME",
      help: "how long an acting statement may take; 60s by default, 0s for no limit"
    ),
    Option(
      names: ["--read-limit"],
      value: "TIME",
      help: "how long a reading statement may take; 5m by default, 0s for no limit"
    ),
    Option(names: ["--echo"], help: "print each command of a script before running it"),
    Option(names: ["--help", "-h"], help: "show this help"),
    Option(names: ["--version"], help: "show the version"),
  ]

  static let synopsis: [(usage: String, help: String)] = [
    (usage: "reeve [options]", help: "the console"),
    ("reeve [options] VERB …", "one command, for example reeve show user:42"),
    ("reeve [options] -c COMMAND …", "commands, in order, until one fails"),
    ("reeve [options] -f FILE", "a script, until a command fails"),
    ("reeve COMMAND …", "an operator's command"),
  ]

  static let workHelp = "run a worker: run jobs, end what is due, send notices, update search"

  static let environment: [(name: String, help: String)] = [
    ("DATABASE_URL", "the connection string, without --dsn"),
    ("PGHOST, PGSERVICE, …", "libpq's variables, without DATABASE_URL"),
    ("REEVE_ACT_LIMIT", "the default of --act-limit"),
    ("REEVE_READ_LIMIT", "the default of --read-limit"),
    ("REEVE_HOME", "the directory of the embedded server"),
    ("REEVE_SHARE", "the directory of Reeve's SQL and jobs, if not ../share/reeve"),
  ]

  /// Returns the output of `--help`.
  static func helpText() throws -> String {
    func rows(_ rows: [(String, String)]) -> String {
      let width = rows.map(\.0.count).max() ?? 0
      return rows.map { name, help in
        "  \(name)\(String(repeating: " ", count: width - name.count))  \(help)"
      }.joined(separator: "\n")
    }
    let commands = try CommandDump.operations().children.map { ($0.commandName, $0.abstract ?? "") }
    return """
      reeve: the back office of apps that keep their data in PostgreSQL

      usage:
      \(rows(synopsis.map { ($0.usage, $0.help) }))

      operators' commands (`reeve COMMAND --help` describes one):
      \(rows(commands + [("work", workHelp)]))

      options:
      \(rows(options.map { ($0.usage, $0.help) }))

      exit status: 0 ok, 1 failed, 2 usage, 3 no connection, 4 refused, 5 not found, 130 interrupted
      `reeve help` lists the console's verbs; `reeve help VERB` and `reeve help COMMAND` tell more.
      """
  }

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: `Failure` of status `usage`.
  init(_ arguments: [String]) throws(Failure) {
    var request = ConsoleRequest()
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let (name, attached) = Self.split(word)
      switch name {
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      case "--complete":
        self = .complete(Array(rest))
        return
      case "--manual":
        self = .manual(isService: rest.first == "-")
        return
      case "--yes", "-y", "--echo":
        if attached != nil { throw Self.usage("\(name) takes no value") }
        if name == "--echo" { request.echo = true } else { request.assumeYes = true }
      case "-c", "--command": request.commands.append(try Self.value(name, attached, &rest))
      case "-f", "--file": request.script = try Self.value(name, attached, &rest)
      case "--dsn": request.dsn = try Self.value(name, attached, &rest)
      case "--app": request.app = try Self.value(name, attached, &rest)
      case "--act-limit": request.actLimit = try Self.value(name, attached, &rest)
      case "--read-limit": request.readLimit = try Self.value(name, attached, &rest)
      case "--output": request.output = try Self.value(name, attached, &rest)
      case "help" where rest.first == "work":
        self = .work(dsn: nil, ["--help"])
        return
      case "help" where rest.first.map(Self.operations.contains) == true:
        self = .operation(rest + ["--help"])
        return
      case "work":
        self = .work(dsn: request.dsn, Array(rest))
        return
      case "search" where rest.first.map(SearchCommand.names.contains) != true:
        // Everything but the operators' own words is searched.
        try request.take(verb: word, rest)
        rest = []
      case _ where Self.operations.contains(word):
        self = .operation([word] + rest + (request.dsn.map { ["--dsn", $0] } ?? []))
        return
      case _ where word.hasPrefix("-"):
        throw Self.usage("unknown option \(word)")
      default:
        try request.take(verb: word, rest)
        rest = []
      }
    }
    if !request.commands.isEmpty, request.script != nil {
      throw Self.usage("commands and a script cannot be given together")
    }
    if request.echo, request.script == nil { throw Self.usage("--echo needs -f") }
    self = .console(request)
  }

  /// Splits `--name=value`.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  static func value(
    _ name: String,
    _ attached: String?,
    _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    if let attached { return attached }
    guard let value = rest.popFirst() else { throw usage("\(name) needs a value") }
    return value
  }

  static func usage(_ message: String) -> Failure {
    Failure(.usage, message, hint: "reeve --help lists the options.")
  }
}

/// The console's options and commands, as the program's arguments give them.
struct ConsoleRequest: Hashable {
  var dsn: String?
  var commands: [String] = []
  var script: String?
  var output: String?
  var app: String?
  var actLimit: String?
  var readLimit: String?
  var assumeYes = false
  var echo = false

  /// Takes a console command given as words of the shell: `reeve show user:42`.
  ///
  /// Flags after the verb are the verb's, but for `--dsn` and `--app`, which no verb has.
  mutating func take(verb: String, _ words: ArraySlice<String>) throws(Failure) {
    if words.prefix(while: { $0 != "--" }).contains("--help") {
      commands.append("help \(escapedWord(verb))")
      return
    }
    var line = escapedWord(verb)
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--dsn": dsn = try Invocation.value(word, nil, &rest)
      case "--app": app = try Invocation.value(word, nil, &rest)
      case _ where word.hasPrefix("--dsn="): dsn = String(word.dropFirst(6))
      case _ where word.hasPrefix("--app="): app = String(word.dropFirst(6))
      default: line += " " + escapedWord(word)
      }
    }
    commands.append(line)
  }
}
