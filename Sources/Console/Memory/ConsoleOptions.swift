package import Display

/// The options and commands from the console's command line.
package struct ConsoleOptions: Sendable {
  /// Where the database is, in libpq's forms; empty for libpq's environment.
  package var conninfo: String
  /// `-c`, in order; when there are any, nothing is read from standard input.
  package var commands: [String] = []
  /// `-f`; `-` is standard input.
  package var scriptPath: String?
  /// How rows are written.
  package var output = OutputFormat.table
  /// `--yes`: acting verbs do not ask.
  package var assumeYes = false
  /// Whether each command of a script is printed before its output.
  package var echo = false
  /// The only app in view; nil for all.
  package var app: String?
  /// Whether the server is the embedded one, which the prompt says.
  package var isEmbedded = false
  /// How long each statement of an acting verb may take; nil forever.
  package var actLimit: Duration? = Self.defaultActLimit
  /// How long each statement of a verb that reads may take until its first row; nil forever.
  package var readLimit: Duration? = Self.defaultReadLimit

  /// The limits unless the command line or the environment says otherwise.
  package static let defaultActLimit = Duration.seconds(60)
  package static let defaultReadLimit = Duration.seconds(300)
}

extension ConsoleOptions {
  /// The options of an empty command line.
  package init() { self.init(conninfo: "") }
}
