import Display
import Prompt

/// The commands of the console, for documents outside it: manual pages and a shell's completion.
package enum ConsoleReference {
  /// A command as the manual describes it; plain text.
  package struct VerbEntry: Sendable {
    /// The usage line.
    package let usage: String
    /// Its summary, in one line.
    package let summary: String
    /// Its flags: the usage and the meaning of each.
    package let flags: [(usage: String, help: String)]
    /// Whole commands.
    package let examples: [String]
  }

  /// The commands that every console has, in the order of `help`.
  package static var verbs: [VerbEntry] {
    CommandRegistry.commands.commands.map { command in
      VerbEntry(
        usage: plain(command.usage),
        summary: plain(command.summary),
        flags: command.flags.map { (plain($0.usage), plain($0.help)) },
        examples: command.examples.map(plain)
      )
    }
  }

  /// The texts that are about no command: their names for `help`, their titles, their lines.
  package static var topics: [(name: String, summary: String, lines: [String])] {
    HelpTopics.all.map { ($0.name, plain($0.summary), $0.text.map(plain)) }
  }

  /// Returns the possible completions of a word of one command.
  ///
  /// No server is asked: rows, policies and an app's own commands are the console's to complete.
  ///
  /// - Parameters:
  ///   - before: The command's words before it.
  ///   - word: The typed part of it.
  /// - Returns: Candidates with their meanings, and whether file names are possible.
  package static func completions(
    before: [String],
    word: String
  ) -> (candidates: [(text: String, label: String)], wantsFiles: Bool) {
    let completion = ConsoleVocabulary(commands: CommandRegistry.commands).complete(
      before: before.map { Word(text: $0) },
      word: word,
      live: { _ in [] }
    )
    return (completion.candidates.map { ($0.text, $0.label) }, completion.wantsFiles)
  }

  private static func plain(_ text: SafeText) -> String {
    String(decoding: text.rendered(isColoured: false), as: UTF8.self)
  }
}
