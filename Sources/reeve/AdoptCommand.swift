import ArgumentParser
import Operations

/// `reeve adopt`.
struct AdoptCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Write a first catalog for a schema; changes nothing in it."
  )

  /// What can make a ban hold without a column of the app's.
  enum Enforcement: String, ExpressibleByArgument, CaseIterable, Sendable {
    case `guard`
    case policy
  }

  @Option(help: "The schema whose tables to adopt.") var schema: String
  @Option(help: "The app's name; by default derived from the schema's.") var app: String?
  @Option(
    help: "Where to write the catalog; by default standard output.",
    completion: .file(extensions: ["yaml"])
  )
  var write: String?
  @Flag(help: "Overwrite the file, dropping your changes to it.") var replace = false
  @Flag(
    name: .customLong("try"),
    help: "Try each action on one row of each collection, then roll back."
  )
  var tries = false
  @Option(help: "Enforce bans by generated triggers (guard) or row security (policy).")
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
    Output.note(
      "wrote \(write): review it, then run `reeve catalog check` and `reeve catalog apply`"
    )
    Output.note("`reeve catalog show --code \(write)` prints the app code that would run")
  }
}
