/// The programs that a worker may run on its host, the addresses that it may post to and the servers
/// that it may copy to: the file of `reeve-worker --manifest`.
///
/// A job names an entry; only this file, never the database, says which program, address or server
/// that is.
package struct WorkerManifest: Sendable {
  /// A program that jobs of the kind `command` run by name.
  package struct Command: Hashable, Sendable {
    /// The program's absolute path and its arguments; at least the former.
    package let argv: [String]
    /// Environment variables of the program, beside a few that are always set.
    package let environment: [String: String]
    /// An absolute path; where the program starts.
    package let directory: String
    /// The user it runs as, where the worker is root's.
    package let runAs: String?
    /// How long an attempt may run.
    package let timeout: Duration
    /// The delay after which a program that asks to be run again is run.
    package let snooze: Duration
    /// Bytes of log that one attempt may leave, each line counted as 100 at least.
    package let outputLimit: Int
  }

  /// An address that notices are posted to.
  package struct Webhook: Hashable, Sendable {
    /// `https`, or `http` on this host.
    package let url: String
    /// Absolute path of a file whose first line signs what is posted.
    package let secretFile: String
    /// How long an answer may take; at most a minute.
    package let timeout: Duration
    /// Requests at a time, 1 to 64.
    package let perHost: Int
  }

  /// Where an effect of an action outside the database is sent.
  package struct Outside: Hashable, Sendable {
    /// An entry of this file that takes it.
    package enum Receiver: Hashable, Sendable {
      case webhook(String)
      case command(String)
    }

    /// Who takes it.
    package let receiver: Receiver
    /// Members that the answer must have, with these values; a dot leads into a member.
    package let expects: [String: JSON]
  }

  /// Where the target of a live copy is, if that is another database than the one that the worker
  /// serves.
  package struct Copy: Hashable, Sendable {
    /// A connection string of libpq, without a password.
    package let server: String
  }

  /// By the name that jobs know them by.
  package let commands: [String: Command]
  /// Where each command is in the file, by name.
  package let commandPositions: [String: Position]
  /// By name.
  package let webhooks: [String: Webhook]
  /// The webhook that notices go to; nil for the worker's directory.
  package let notify: Webhook?
  /// The webhook that digests go to; nil for none.
  package let digest: Webhook?
  /// By the name of the effect, or after the app's name and a slash.
  package let outside: [String: Outside]
  /// By `APP/COPY`.
  package let copies: [String: Copy]
  /// Where each server of `copies` is in the file, by name.
  package let copyPositions: [String: Position]

  /// Reads a worker's manifest.
  ///
  /// - Throws: `ManifestError` with everything found.
  package init(file: ManifestFile) throws(ManifestError) {
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    var reader = ManifestReader()
    let value = root.map { reader.read($0, as: .worker, at: "") }
    var findings = broken + reader.findings
    func refuse(_ pointer: String, _ message: String) {
      let start = Position(file: file.name, line: 1, column: 1)
      findings.append(
        Finding(nearestPosition(to: pointer, in: reader.positions) ?? start, message)
      )
    }
    var members: [String: JSON] = [:]
    if case .object(let found)? = value { members = found }
    var commands: [String: Command] = [:]
    var commandPositions: [String: Position] = [:]
    if case .object(let entries)? = members["commands"] {
      for case (let name, .object(let entry)) in entries {
        let command = Command(entry)
        command.check { refuse("/commands/\(escapedPointerToken(name))/\($0)", $1) }
        commands[name] = command
        commandPositions[name] = nearestPosition(
          to: "/commands/\(escapedPointerToken(name))/argv/0",
          in: reader.positions
        )
      }
    }
    var webhooks: [String: Webhook] = [:]
    if case .object(let entries)? = members["webhooks"] {
      for case (let name, .object(let entry)) in entries {
        let webhook = Webhook(entry)
        webhook.check { refuse("/webhooks/\(escapedPointerToken(name))/\($0)", $1) }
        webhooks[name] = webhook
      }
    }
    var notify: Webhook?
    if case .string(let name)? = members["notify"] {
      notify = webhooks[name]
      if notify == nil { refuse("/notify", "there is no webhook “\(name)”") }
    }
    var digest: Webhook?
    if case .string(let name)? = members["digest"] {
      digest = webhooks[name]
      if digest == nil { refuse("/digest", "there is no webhook “\(name)”") }
    }
    var outside: [String: Outside] = [:]
    if case .object(let entries)? = members["outside"] {
      for case (let name, .object(let entry)) in entries {
        let pointer = "/outside/\(escapedPointerToken(name))"
        outside[name] = Outside(entry, webhooks.keys, commands.keys) {
          refuse("\(pointer)\($0)", $1)
        }
      }
    }
    var copies: [String: Copy] = [:]
    var copyPositions: [String: Position] = [:]
    if case .object(let entries)? = members["copies"] {
      for case (let name, .object(let entry)) in entries {
        let pointer = "/copies/\(escapedPointerToken(name))"
        if name.wholeMatch(of: /[^\/]+\/[^\/]+/) == nil {
          refuse(pointer, "“\(name)” is not APP/COPY")
        }
        if case .string(let server)? = entry["server"] { copies[name] = Copy(server: server) }
        copyPositions[name] = nearestPosition(to: "\(pointer)/server", in: reader.positions)
      }
    }
    guard findings.isEmpty else {
      throw ManifestError(
        findings: findings.sorted {
          ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column)
        }
      )
    }
    self.commands = commands
    self.commandPositions = commandPositions
    self.webhooks = webhooks
    self.notify = notify
    self.digest = digest
    self.outside = outside
    self.copies = copies
    self.copyPositions = copyPositions
  }
}

extension WorkerManifest.Command {
  /// Takes an entry whose shape was checked, or stands for one that has findings.
  fileprivate init(_ entry: [String: JSON]) {
    func duration(_ key: String) -> Duration? {
      guard case .string(let text)? = entry[key], let seconds = manifestSeconds(text) else {
        return nil
      }
      return .seconds(seconds)
    }
    var argv: [String] = []
    if case .array(let items)? = entry["argv"] {
      for case .string(let word) in items { argv.append(word) }
    }
    var environment: [String: String] = [:]
    if case .object(let members)? = entry["environment"] {
      for case (let name, .string(let value)) in members { environment[name] = value }
    }
    var directory = "/"
    if case .string(let path)? = entry["directory"] { directory = path }
    var outputLimit = 1 << 20
    if case .integer(let bytes)? = entry["output_limit"] { outputLimit = bytes }
    var runAs: String?
    if case .string(let name)? = entry["run_as"] { runAs = name }
    self.init(
      argv: argv,
      environment: environment,
      directory: directory,
      runAs: runAs,
      timeout: duration("timeout") ?? .seconds(3600),
      snooze: duration("snooze") ?? .seconds(60),
      outputLimit: outputLimit
    )
  }

  /// Calls back with the key and the problem of its value.
  fileprivate func check(_ refuse: (String, String) -> Void) {
    if let program = argv.first, !program.hasPrefix("/") {
      refuse("argv/0", "“\(program)” is not an absolute path")
    }
    if !directory.hasPrefix("/") {
      refuse("directory", "“\(directory)” is not an absolute path")
    }
  }
}

extension WorkerManifest.Webhook {
  /// Takes an entry whose shape was checked, or stands for one that has findings.
  fileprivate init(_ entry: [String: JSON]) {
    var timeout = 10
    if case .string(let text)? = entry["timeout"] { timeout = manifestSeconds(text) ?? timeout }
    var perHost = 8
    if case .integer(let number)? = entry["per_host"] { perHost = number }
    func text(_ key: String) -> String? {
      guard case .string(let text)? = entry[key] else { return nil }
      return text
    }
    self.init(
      url: text("url") ?? "https://x/",
      secretFile: text("secret_file") ?? "/",
      timeout: .seconds(timeout),
      perHost: perHost
    )
  }

  /// Calls back with the key and the problem of its value.
  fileprivate func check(_ refuse: (String, String) -> Void) {
    let schemes = ["https://", "http://127.0.0.1", "http://[::1]", "http://localhost"]
    let hasScheme = schemes.contains { scheme in
      guard url.hasPrefix(scheme) else { return false }
      let rest = url.dropFirst(scheme.count)
      // These characters end the host, or begin one after https.
      return scheme == "https://"
        ? !rest.isEmpty : rest.isEmpty || rest.hasPrefix(":") || rest.hasPrefix("/")
    }
    if !hasScheme || url.utf8.contains(where: { $0 <= 32 || $0 == 127 }) || url.contains("@") {
      refuse("url", "“\(url)” is not https, or http on this host, without a user")
    }
    if !secretFile.hasPrefix("/") {
      refuse("secret_file", "“\(secretFile)” is not an absolute path")
    }
    if timeout > .seconds(60) {
      refuse("timeout", "more than a minute is too long: rows stay locked")
    }
    if perHost > 64 { refuse("per_host", "at most 64 requests at a time") }
  }
}

extension WorkerManifest.Outside {
  /// Takes an entry whose shape was checked; nil, with a finding, if it names no receiver or two.
  fileprivate init?(
    _ entry: [String: JSON],
    _ webhooks: some Collection<String>,
    _ commands: some Collection<String>,
    _ refuse: (String, String) -> Void
  ) {
    switch (entry["webhook"], entry["command"]) {
    case (.string(let name)?, nil):
      if !webhooks.contains(name) { refuse("/webhook", "there is no webhook “\(name)”") }
      receiver = .webhook(name)
    case (nil, .string(let name)?):
      if !commands.contains(name) { refuse("/command", "there is no command “\(name)”") }
      receiver = .command(name)
    default:
      refuse("", "an effect goes to a webhook or to a command")
      return nil
    }
    var expects: [String: JSON] = [:]
    if case .object(let members)? = entry["expect"] {
      for (path, value) in members {
        switch value {
        case .array, .object: refuse("/expect", "“\(path)” is not a single value")
        default: expects[path] = value
        }
      }
    }
    self.expects = expects
  }
}

extension Shape {
  /// The file of `reeve-worker --manifest`.
  static let worker = Shape.record([
    may(
      "commands",
      .map(
        .record([
          needs("argv", .list(.text, minimum: 1), "the program, by its path, and its arguments"),
          may(
            "environment",
            .map(.text),
            "variables; besides a few of Reeve's there are no others"
          ),
          may("directory", .text, "where it runs; `/` by default"),
          may("run_as", .text, "its user, for a worker run by root; `nobody` by default"),
          may("timeout", .duration(minimumSeconds: 1), "how long it may take; 1h by default"),
          may(
            "snooze",
            .duration(minimumSeconds: 1),
            "the pause after exit status 76; 1m by default"
          ),
          may("output_limit", .integer(minimum: 1), "bytes of log per attempt; 1048576 by default"),
        ])
      ),
      "programs, by the name that jobs of the kind `command` give"
    ),
    may(
      "webhooks",
      .map(
        .record([
          needs("url", .text, "where notices are posted: https, or http on this host"),
          needs("secret_file", .text, "a file with the secret of the signature, at least 16 bytes"),
          may("timeout", .duration(minimumSeconds: 1), "per request; 10s by default, at most 60s"),
          may("per_host", .integer(minimum: 1), "requests at a time; 8 by default, at most 64"),
        ])
      ),
      "receivers of notices, by name"
    ),
    may("notify", .word, "the webhook that notices go to; a directory (`--sink`) by default"),
    may("digest", .word, "the webhook that digests go to, by jobs of the kind `digest.send`"),
    may(
      "outside",
      .map(
        .record([
          may("webhook", .word, "the webhook that it is posted to"),
          may("command", .word, "or the program that it is given to"),
          may(
            "expect",
            .map(.any, keys: .text),
            "members of the answer, a JSON object, and their values; without them it is not "
              + "confirmed"
          ),
        ]),
        keys: .text
      ),
      "where effects of actions outside the database are sent, by name, as `disable_account`, or "
        + "of one app, as `shop/disable_account`"
    ),
    may(
      "copies",
      .map(
        .record([
          needs(
            "server",
            .text,
            "the database that the target is in, as libpq's connection string without a password: "
              + "`service=NAME`"
          )
        ]),
        keys: .text
      ),
      "live copies to other databases that jobs may do, as `APP/COPY`"
    ),
  ])
}
