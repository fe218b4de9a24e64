import Display
import Postgres
import Prompt

/// `outside user:42`.
struct OutsideCommand: ConsoleCommand {
  private static let pending = Flag("pending", "those that are not confirmed yet")
  private static let failed = Flag("failed", "those that failed")

  let name = "outside"
  let summary: SafeText =
    "list what actions did outside the database, and whether that was confirmed, newest first"
  let arguments = Arguments("[SUBJECT]", [.subject], required: 0)
  let flags: [any CommandFlag] = [pending, failed, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "outside user:42", "outside --failed", "outside --pending --json outside,effect,note",
  ]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.shownSubject()
    let wanted = context.has(Self.failed) ? "failed" : context.has(Self.pending) ? "pending" : nil
    try await context.emit(
      ConsoleFunctions.outsideList(
        onlyApp: subject?.collection.app ?? context.options.app,
        collection: subject?.collection.name,
        key: subject?.key,
        wanted: wanted,
        maxRows: context.limit
      ),
      list: [
        .text("outside") { "O\($0.outside)" }, .time("at"), .text("state"), .text("effect"),
        .text("of", "subject"), .text("for", "act"), .number("attempts"),
        .text("note") { $0.note ?? "" },
      ],
      none: subject.map { "no such effects outside the database for \(context.name(of: $0))" }
        ?? "no such effects outside the database"
    )
  }
}

extension CommandContext {
  /// What actions on a subject did outside the database, newest first.
  func outside(of subject: Subject) async throws -> [ConsoleFunctions.OutsideListRow] {
    try await call(
      ConsoleFunctions.outsideList(
        onlyApp: subject.collection.app,
        collection: subject.collection.name,
        key: subject.key,
        wanted: nil,
        maxRows: 200
      )
    )
  }
}

extension CommandContext {
  /// What actions on a subject did to objects in buckets, newest first.
  func files(of subject: Subject) async throws -> [ConsoleFunctions.OutsideFilesRow] {
    try await call(
      ConsoleFunctions.outsideFiles(subject: subject.id, maxRows: 200)
    )
  }
}

extension ConsoleFunctions.OutsideFilesRow {
  /// What became of the objects: `12 removed outside 12:03`, `12 to be removed, 3 wait`.
  var told: String {
    let deed =
      switch effect {
      case "files.withdraw": "withdrawn"
      case "files.restore": "restored"
      default: "removed"
      }
    guard pending + failed > 0 else {
      return "\(objects) \(deed) outside \(readableTime(at.description))"
    }
    return
      (["\(objects) to be \(deed)"]
      + (pending > 0 ? ["\(pending) pending"] : []) + (failed > 0 ? ["\(failed) failed"] : []))
      .joined(separator: ", ")
  }
}

extension ConsoleFunctions.OutsideListRow {
  /// Whether it is of an object in a bucket, of which one action may have thousands.
  var isOfFile: Bool { effect.hasPrefix("files.") }

  /// Its state: `confirmed outside 12:03`, `pending`, `failed: …`.
  var told: String {
    switch state {
    case "confirmed": "confirmed outside \(readableTime(at.description))"
    case "withdrawn": "withdrawn"
    default: note.map { "\(state): \($0)" } ?? state
    }
  }
}
