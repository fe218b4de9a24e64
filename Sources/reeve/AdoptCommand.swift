import ArgumentParser
import Operations

/// `reeve adopt`.
struct AdoptCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Write a first catalog for a schema that nobody has prepared; changes nothing there."
  )

  /// What can make a ban hold without a column of the app's.
  enum Enforcement: String, ExpressibleByArgument, CaseIterable, Sendable {
    case `guard`
    case policy
  }

  @Option(help: "The schema whose tables to adopt.") var schema: String
  @Option(help: "The app's name; by default made of the schema's.") var app: String?
  @Option(
    help: "Where to write the catalog; by default standard output.",
    completion: .file(extensions: ["yaml"])
  )
  var write: String?
  @Flag(help: "Write the file anew, without what was changed in it by hand.") var replace = false
  @Flag(
    name: .customLong("try"),
    help: "Try each action on a row of each collection; all of it is rolled back."
  )
  var tries = false
  @Option(help: "Make bans hold by generated triggers (guard) or row security (policy).")
  var enforce: Enforcement?
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let result = try await server.installer().adopt(
      schema: schema,
      app: app,
      enforce: enforce?.rawValue,
      file: write,
      replace: replace,
      tries: tries
    )
    for note in result.notes { Output.note(note) }
    guard let write else {
      for line in result.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
        Output.line(String(line))
      }
      return
    }
    Output.note("wrote \(write): read it, then `reeve catalog check` and `reeve catalog apply` it")
    Output.note("`reeve catalog show --code \(write)` prints the app's code that Reeve would run")
  }
}
