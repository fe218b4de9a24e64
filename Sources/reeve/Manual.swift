import Catalog
import Console

/// Writes manual pages in man(7)'s macros, from the programs' own descriptions.
struct Manual {
  private(set) var text = ""

  /// The page of `reeve`: operators' commands, and the console's verbs and topics.
  static func console() throws -> Manual {
    var page = Manual()
    page.begin(
      "REEVE",
      section: 1,
      "reeve",
      "the back office of apps that keep their data in PostgreSQL"
    )
    page.heading("SYNOPSIS")
    for line in Invocation.synopsis {
      page.macro("P")
      page.line("\\fB\(escaped(line.usage))\\fR", isEscaped: true)
      page.macro("br")
      page.line(line.help)
    }
    page.heading("OPTIONS")
    for option in Invocation.options { page.item(option.usage, option.help) }
    page.heading("OPERATORS' COMMANDS")
    for command in try CommandDump.operations().children { page.command(command, after: "reeve") }
    page.item("reeve work …", "\(Invocation.workHelp); see reeve-worker(8)")
    page.heading("VERBS OF THE CONSOLE")
    for verb in ConsoleReference.verbs {
      page.item(verb.usage, verb.summary)
      page.nested {
        for flag in verb.flags { $0.item(flag.usage, flag.help) }
        $0.example(verb.examples)
      }
    }
    page.line("An app's catalog may add views; help in the console lists them.")
    for topic in ConsoleReference.topics {
      page.heading(topic.name == "exit-codes" ? "EXIT STATUS" : topic.name.uppercased())
      page.line(topic.summary.prefix(1).uppercased() + topic.summary.dropFirst() + ":")
      page.example(topic.lines)
    }
    page.heading("ENVIRONMENT")
    for (name, help) in Invocation.environment { page.item(name, help) }
    page.heading("SEE ALSO")
    page.line("reeve-worker(8), psql(1)")
    return page
  }

  /// The page of a program that runs as a service, from its dump.
  static func service(_ dump: CommandDump) -> Manual {
    var page = Manual()
    page.begin(dump.commandName.uppercased(), section: 8, dump.commandName, dump.abstract ?? "")
    page.heading("SYNOPSIS")
    page.line(dump.usage(after: ""))
    page.heading("OPTIONS")
    page.arguments(of: dump)
    page.heading("SEE ALSO")
    page.line("reeve(1), systemd.unit(5)")
    return page
  }

  private mutating func command(_ command: CommandDump, after path: String) {
    item(command.usage(after: path), command.abstract ?? "")
    nested { page in
      page.arguments(of: command)
      for child in command.children {
        page.command(child, after: "\(path) \(command.commandName)")
      }
    }
  }

  private mutating func arguments(of command: CommandDump) {
    for argument in command.own {
      let standard = argument.defaultValue.map { " (default \($0))" } ?? ""
      item(argument.usage, (argument.abstract ?? "") + standard)
    }
  }

  private mutating func begin(_ title: String, section: Int, _ name: String, _ summary: String) {
    macro("TH \(title) \(section) \"\" \"Reeve \(Release.version)\"")
    heading("NAME")
    line("\(name) \\- \(Self.escaped(summary))", isEscaped: true)
  }

  private mutating func heading(_ title: String) { macro("SH \"\(title)\"") }

  private mutating func item(_ term: String, _ help: String) {
    macro("TP")
    line("\\fB\(Self.escaped(term))\\fR", isEscaped: true)
    line(help)
  }

  private mutating func nested(_ body: (inout Manual) -> Void) {
    macro("RS")
    body(&self)
    macro("RE")
  }

  private mutating func example(_ lines: [String]) {
    if lines.isEmpty { return }
    macro("P")
    macro("nf")
    for text in lines { line(text) }
    macro("fi")
  }

  private mutating func macro(_ text: String) { self.text += ".\(text)\n" }

  /// A line of text; a dot or a quote at its beginning is no macro.
  private mutating func line(_ text: some StringProtocol, isEscaped: Bool = false) {
    let escaped = isEscaped ? String(text) : Self.escaped(text)
    if escaped.hasPrefix(".") || escaped.hasPrefix("'") { self.text += "\\&" }
    self.text += escaped + "\n"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    return result
  }
}
