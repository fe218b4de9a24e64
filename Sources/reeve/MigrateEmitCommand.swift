import ArgumentParser
import Host
import LiveCopy
import Outcome

/// `reeve migrate emit`: hands each change of a live copy to a program or a file.
struct MigrateEmitCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "emit",
    abstract: "Hand each change of a live copy to a program or a file, a line of JSON each.",
    discussion: """
      The lines hold whole rows, personal fields too. Where it stopped is kept: what was handed \
      over when it was killed comes again.
      """
  )

  @OptionGroup var source: MigrateCommand.Source
  @Option(help: "Append the lines to this file, which only you can read.") var file: String?
  @Argument(
    parsing: .postTerminator,
    help: "A program's whole path and its arguments, run for each batch of lines on its input."
  )
  var program: [String] = []
  @Option(name: .customLong("as"), help: "What the stream is called: several go on side by side.")
  var name = "main"
  @Flag(help: "A new stream begins with all rows that are there.") var rows = false
  @Flag(help: "Keep emitting changes until interrupted.") var follow = false
  @Flag(help: "End the stream; changes are no longer kept for it.") var forget = false
  @Option(help: "The most seconds that the program may take for a batch.") var timeout = 60

  func validate() throws {
    guard forget ? file == nil && program.isEmpty : (file == nil) != program.isEmpty else {
      throw ValidationError("name one of --file, -- PROGRAM … and --forget")
    }
    guard program.first?.hasPrefix("/") != false else {
      throw ValidationError("the program must be named by its whole path")
    }
    guard timeout > 0 else { throw ValidationError("--timeout must be positive") }
    guard name.wholeMatch(of: /[a-z][a-z0-9_-]{0,39}/) != nil else {
      throw ValidationError("--as takes a name of at most 40 of the characters a-z, 0-9, _ and -")
    }
  }

  func perform() async throws {
    let streams = "streams of changes"
    if forget {
      let wasThere = try await source.withCopier(for: streams) {
        try await $0.source.forgetEmitter(name)
      }
      guard wasThere else { throw Failure(.notFound, "nothing is emitted as \(name)") }
      return Output.line("nothing is emitted as \(name) any more")
    }
    let count = try await source.withCopier(for: streams) { copier in
      let sink: any Migrator.Sink =
        if let file {
          try FileSink(file: AppendedFile(file))
        } else { ProgramSink(argv: program, timeout: .seconds(timeout)) }
      return try await copier.source.emit(as: name, isSeeding: rows, follows: follow, to: sink)
    }
    Output.note("\(counted(count, "line")) emitted as \(name)")
  }

  /// Appends lines to a file.
  private struct FileSink: Migrator.Sink {
    let file: AppendedFile

    func take(_ lines: [UInt8]) async throws { try file.append(lines) }
  }

  /// Runs a program for each batch of lines; its exit status 0 says that it has them.
  private struct ProgramSink: Migrator.Sink {
    let argv: [String]
    let timeout: Duration

    func take(_ lines: [UInt8]) async throws {
      guard let problem = try await PipedProgram.feed(argv, lines, timeout: timeout) else { return }
      throw Failure(
        .failed,
        "\(argv[0]) failed: \(problem)",
        hint: "It is given the same lines again at the next start."
      )
    }
  }

  /// A stream in one line.
  static func describe(_ emitter: Migrator.Emitter) -> String {
    var parts = [emitter.name, counted(emitter.emitted, "line")]
    if emitter.isSeeding { parts.append("rows first") }
    if emitter.backlog > 0 { parts.append("\(counted(emitter.backlog, "change")) waiting") }
    if let at = emitter.emittedAt { parts.append("last \(at)") }
    return parts.joined(separator: " · ")
  }
}
