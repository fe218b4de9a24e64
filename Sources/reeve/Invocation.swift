import Operations

/// What the arguments ask for.
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

  static let operations: Set<String> = [
    "server", "upgrade", "catalog", "sample", "import", "doctor", "roles",
  ]

  static let helpText = """
    reeve: the back office of apps that keep their data in PostgreSQL

    usage: reeve [options]                    the console
           reeve [options] VERB …             one command, e.g. reeve show user:42
           reeve [options] -c COMMAND …       commands, in order, until one fails
           reeve [options] -f FILE [--echo]   a script; - is standard input
           reeve server start|stop|status|dsn
           reeve upgrade [--first-admin ROLE …] [--dry-run]
           reeve catalog check|apply|show [FILE …] [--app APP]
           reeve sample load APP [--replace]
           reeve import run|verify FILE --mapping FILE
           reeve doctor                       what is wrong, and what to do
           reeve roles                        the SQL of the roles
           reeve work …                       a worker (see reeve work --help)

    options:
      --dsn DSN          connection string; else DATABASE_URL, else libpq's PG* variables,
                         else the embedded server
      --app APP          the app that a bare collection belongs to
      --output FORMAT    table, expanded, md, json, ndjson, csv or tsv
      --yes              do not ask before an action
      --echo             print each command of a script before it runs
      --help, --version

    exit status: 0 ok, 1 failed, 2 usage, 3 no connection, 4 refused, 5 not found, 130 interrupted
    `reeve help` lists the console's verbs.
    """

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: `OperationError` of status `usage`.
  init(_ arguments: [String]) throws(OperationError) {
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
      case "--yes", "-y", "--echo":
        if attached != nil { throw Self.usage("\(name) takes no value") }
        if name == "--echo" { request.echo = true } else { request.assumeYes = true }
      case "-c", "--command": request.commands.append(try Self.value(name, attached, &rest))
      case "-f", "--file": request.script = try Self.value(name, attached, &rest)
      case "--dsn": request.dsn = try Self.value(name, attached, &rest)
      case "--app": request.app = try Self.value(name, attached, &rest)
      case "--output": request.output = try Self.value(name, attached, &rest)
      case "work":
        self = .work(dsn: request.dsn, Array(rest))
        return
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
    if request.echo, request.script == nil { throw Self.usage("--echo goes with -f") }
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
  ) throws(OperationError) -> String {
    if let attached { return attached }
    guard let value = rest.popFirst() else { throw usage("\(name) needs a value") }
    return value
  }

  static func usage(_ message: String) -> OperationError {
    OperationError(message, status: .usage, hint: "reeve --help tells what there is.")
  }
}

/// What the console is asked to do.
struct ConsoleRequest: Hashable {
  var dsn: String?
  var commands: [String] = []
  var script: String?
  var output: String?
  var app: String?
  var assumeYes = false
  var echo = false

  /// Takes a console command given as words of the shell: `reeve show user:42`.
  ///
  /// Flags after the verb are the verb's, but for `--dsn` and `--app`, which no verb has.
  mutating func take(verb: String, _ words: ArraySlice<String>) throws(OperationError) {
    var line = Self.escaped(verb)
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--dsn": dsn = try Invocation.value(word, nil, &rest)
      case "--app": app = try Invocation.value(word, nil, &rest)
      case _ where word.hasPrefix("--dsn="): dsn = String(word.dropFirst(6))
      case _ where word.hasPrefix("--app="): app = String(word.dropFirst(6))
      default: line += " " + Self.escaped(word)
      }
    }
    commands.append(line)
  }

  /// Returns a word so that the console reads it as one word again, and a flag as a flag.
  static func escaped(_ word: String) -> String {
    if word.isEmpty { return "''" }
    var line = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ":", "/", "=", ".", ",", "@", "+", "%": break
      case _ where scalar.value >= 128: break
      default: line += "\\"
      }
      line.unicodeScalars.append(scalar)
    }
    return line
  }
}
