/// What a worker may run on its host: the file of `reeve-worker --manifest`.
///
/// A job names an entry; which program that is stands here and nowhere in the database.
package struct WorkerManifest: Sendable {
  /// A program that jobs of the kind `command` run by name.
  package struct Command: Hashable, Sendable {
    /// The program's absolute path and its arguments; at least the former.
    package let argv: [String]
    /// What the program finds in its environment, and little else.
    package let environment: [String: String]
    /// An absolute path; where the program starts.
    package let directory: String
    /// How long an attempt may run.
    package let timeout: Duration
    /// When a program that asks to be run again later is run again.
    package let snooze: Duration
    /// Bytes of log that one attempt may leave, each line counted as 100 at least.
    package let outputLimit: Int
  }

  /// By the name that jobs know them by.
  package let commands: [String: Command]

  /// Reads a worker's manifest.
  ///
  /// - Throws: `ManifestError` with everything found.
  package init(file: ManifestFile) throws(ManifestError) {
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    var reader = ManifestReader()
    let value = root.map { reader.read($0, as: .worker, at: "") }
    var findings = broken + reader.findings
    var commands: [String: Command] = [:]
    if case .object(let members)? = value, case .object(let entries)? = members["commands"] {
      for case (let name, .object(let entry)) in entries {
        let command = Command(entry)
        func refuse(_ field: String, _ path: String) {
          let place = nearestPosition(
            to: "/commands/\(escapedPointerToken(name))/\(field)",
            in: reader.positions
          )
          let start = Position(file: file.name, line: 1, column: 1)
          findings.append(Finding(place ?? start, "“\(path)” is not an absolute path"))
        }
        if let program = command.argv.first, !program.hasPrefix("/") { refuse("argv/0", program) }
        if !command.directory.hasPrefix("/") { refuse("directory", command.directory) }
        commands[name] = command
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
    self.init(
      argv: argv,
      environment: environment,
      directory: directory,
      timeout: duration("timeout") ?? .seconds(3600),
      snooze: duration("snooze") ?? .seconds(60),
      outputLimit: outputLimit
    )
  }
}

extension Shape {
  /// The file of `reeve-worker --manifest`.
  static let worker = Shape.record([
    may(
      "commands",
      .map(
        .record([
          needs("argv", .list(.text, minimum: 1)),
          may("environment", .map(.text)),
          may("directory", .text),
          may("timeout", .duration(minimumSeconds: 1)),
          may("snooze", .duration(minimumSeconds: 1)),
          may("output_limit", .integer(minimum: 1)),
        ])
      )
    )
  ])
}
