import Display
import Outcome
import Prompt

/// `stats`, `stats product`, `stats store:7`.
struct StatsCommand: ConsoleCommand {
  private static let days = Flag(count: "days", "how many days back; 30 by default, at most 366")

  let name = "stats"
  let summary: SafeText = "count a collection, its values and its days, or what a subject has"
  let arguments = Arguments("[SUBJECT|COLLECTION]", [.subjectOrCollection], required: 0)
  let flags: [any CommandFlag] = [days] + Flags.format
  let examples: [SafeText] = ["stats", "stats product", "stats store:7 --days 90", "stats _"]

  func run(_ context: CommandContext) async throws {
    let days = context[Self.days] ?? 30
    guard (1...366).contains(days) else { throw Failure(.usage, "--days is 1 to 366") }
    guard let word = context.arguments.first else { return try await count(days, context) }
    let isSubject =
      word.contains { ":,-#".contains($0) } || word == "_" || word.first?.isNumber == true
      || Numbered.action.lettered(word) != nil
    if isSubject {
      try await show(try await context.subject(word), days, context)
    } else {
      try await show(try await context.collection(named: word), days, context)
    }
  }

  /// Every collection in a line.
  private func count(_ days: Int, _ context: CommandContext) async throws {
    var isEstimated = false
    try await context.emit(
      ConsoleFunctions.collectionCounts(onlyApp: context.session.options.app, days: days),
      list: [
        .text("collection") { row in
          if !row.isExact { isEstimated = true }
          return row.collection
        }, .number("rows", "amount"), .number("new", "fresh"),
        .column(CellType.spark, "a day", "daily"),
      ],
      none: "no collections"
    )
    if isEstimated { context.io.note(Self.estimated) }
  }

  private func show(
    _ collection: CatalogCollection,
    _ days: Int,
    _ context: CommandContext
  ) async throws {
    var isEstimated = false
    try await context.emit(
      ConsoleFunctions.collectionStats(
        app: collection.app,
        collection: collection.name,
        days: days
      ),
      list: [
        .text("what") { row in
          if !row.isExact { isEstimated = true }
          return row.topic
        }, .text("value"), .number("count", "amount"), .column(CellType.bar, "share"),
        .column(CellType.spark, "a day", "daily"),
      ],
      none: "nothing to count"
    )
    if isEstimated { context.io.note(Self.estimated) }
  }

  private func show(
    _ subject: Subject,
    _ days: Int,
    _ context: CommandContext
  ) async throws {
    try await context.status(of: subject)
    await context.remember(subject)
    try await context.emit(
      ConsoleFunctions.subjectStats(subject: subject.id, days: days),
      list: [
        .text("what", "topic"), .text("value"), .number("count", "amount"),
        .column(CellType.spark, "a day", "daily"),
      ],
      none: "nothing belongs to \(context.name(of: subject)), and nothing was done about it"
    )
  }

  private static let estimated: SafeText =
    "large tables are estimated: rows by the last ANALYZE, values by a sample"
}
