import Catalog
import Display
import Outcome
import Postgres
import Prompt

/// `batch`, `batch B7`.
struct BatchCommand: ConsoleCommand {
  let name = "batch"
  let summary: SafeText =
    "list what was done to selections: how far it is, what was left out and why"
  let arguments = Arguments("[BATCH]", [.batch], required: 0)
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["batch", "batch B7", "batch B7 --limit 500 --output csv"]

  private static let columns: [OutputColumn] =
    [
      OutputColumn("batch", from: "batch_id", prefix: "B"), "verb", "app", "collection",
      "selection", "reverses", "state", "subjects", "seen", "changed",
      "refused", "lost", "halted", "policy", "why", "asked_by", "approval_id", "job_id",
      "begun_at", "ended_at", "undone_by", "who",
    ]

  func run(_ context: CommandContext) async throws {
    guard let word = context.arguments.first else { return try await list(context) }
    guard let number = Numbered.batch.lettered(word) else {
      throw Failure(
        .usage,
        "`\(word)` is not a valid batch",
        hint: "Batches are written `B7`."
      )
    }
    try await show(number, context)
  }

  private func list(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.batchList(maxRows: context.limit),
      columns: Self.columns,
      list: [
        .text("batch") { "B\($0.batchID)" }, .text("what") { $0.what }, .text("by", "who"),
        .time("at", "begun_at"), .number("subjects"), .number("done", "changed"),
        .number("left", "refused"), .text("state") { $0.status },
      ],
      none: "no batches yet"
    )
  }

  private func show(_ number: Int64, _ context: CommandContext) async throws {
    let call = ConsoleFunctions.batchList(maxRows: 1, onlyID: number)
    let rows = try await context.rows(call)
    guard let batch = try rows.first.map(call.read) else {
      throw Failure(.notFound, "there is no batch B\(number)", hint: "`batch` lists them.")
    }
    guard context.format.isReadable else {
      return try await context.emit(CellRows(rows, Self.columns), isSingle: true)
    }
    try await context.emitText("\("B\(number)", .bold)  \(batch.what) · \(batch.status)")
    var text: SafeText = "by \(batch.who), \(readableTime(batch.begunAt.description))"
    if let policy = batch.policy { text += " · \(policy)" }
    if let approval = batch.approvalID { text += " · P\(approval)" }
    if let why = batch.why { text += " · “\(Untrusted(why))”" }
    try await context.emitText("  \(text)")
    let subjects = plural(batch.subjects, "subject", "subjects")
    try await context.emitText("  \(batch.changed) of \(subjects), \(batch.seen) looked at")
    if let halted = batch.halted {
      try await context.emitText("  \("halted: \(halted)", .red)")
    }
    if let job = batch.jobID { context.io.note("  \("`jobs watch \(job)` follows it", .dim)") }
    try await context.emit(
      ConsoleFunctions.batchRefusals(batchID: number, maxRows: context.limit),
      list: [
        .text("subject") { "\(batch.collection):\($0.key)" }, .text("code"), .text("message"),
      ],
      isForAll: true,
      none: "no subject was skipped"
    )
  }
}

extension ConsoleFunctions.BatchListRow {
  /// `hide @wave`, `undo B7`.
  var what: String {
    if let reverses { return "\(verb) B\(reverses)" }
    return "\(verb) \(selection.map { "@\($0)" } ?? collection)"
  }

  /// Its state, and the batch that undid it, if one did.
  var status: String { state + (undoneBy.map { ", undone by B\($0)" } ?? "") }
}
