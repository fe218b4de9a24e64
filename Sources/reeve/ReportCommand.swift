import ArgumentParser
import Operations

/// `reeve report`.
struct ReportCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page of figures: moderation, statements of reasons, jobs, search, growth.",
    discussion: """
      The page is one file that needs no other: charts without scripts, light or dark as the reader's \
      screen is. It holds counts alone, and nobody's name. Needs an auditor's or a senior's login.
      """
  )

  @Option(
    name: .customLong("html"),
    help: "The file to write; replaced at once when the page is whole.",
    completion: .file(extensions: ["html"])
  )
  var file: String
  @Option(help: "Only this app.") var app: String?
  @Option(help: "How many days back, 1 to 366.") var days = 30
  @OptionGroup var server: ServerOptions

  func validate() throws {
    guard (1...366).contains(days) else { throw ValidationError("--days is 1 to 366") }
  }

  func perform() async throws {
    try await server.installer().report(to: file, app: app, days: days)
    Output.note("wrote \(file)")
  }
}
