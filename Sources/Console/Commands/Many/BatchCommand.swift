import Catalog
import Postgres

/// `batch`, `batch B7`.
struct BatchCommand: ConsoleCommand {
  let name = "batch"
  let summary: SafeText = "what was done to selections, how far it is, what was left and why"
  let arguments = Arguments("[BATCH]", [.batch], required: 0)
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["batch", "batch B7", "batch B7 --limit 500 --output csv"]

  private static let fields = """
    verb, app, collection, selection, reverses, state, subjects, seen, changed, refused, lost,
    halted, policy, why, asked_by, approval_id, job_id, begun_at, ended_at, undone_by,
    who
    """

  func run(_ context: CommandContext) async throws {
    guard let word = context.arguments.first else { return try await list(context) }
    guard let number = Numbered.batch.lettered(word) else {
      throw CommandFailure(.usage, "`\(word)` is no batch", hint: "Batches are written `B7`.")
    }
    try await show(number, context)
  }

  private func list(_ context: CommandContext) async throws {
    try await context.emit(
      "SELECT 'B' || batch_id AS batch, \(Self.fields) FROM reeve.batch_list($1)",
      [context.limit],
      shape: RowShape(
        columns: [
          CellColumn("batch"), CellColumn("what"), CellColumn("by"),
          CellColumn("at", CellType.timestamptz), CellColumn("subjects", CellType.int8),
          CellColumn("done", CellType.int8), CellColumn("left", CellType.int8),
          CellColumn("state"),
        ]
      ) { row, shown in
        shown.append([
          row[bytes: 0], ArraySlice(try Self.what(row).utf8), row[bytes: 21], row[bytes: 18],
          row[bytes: 7], row[bytes: 9], row[bytes: 10], ArraySlice(try Self.state(row).utf8),
        ])
      },
      none: "nothing was done to a selection yet"
    )
  }

  private func show(_ number: Int64, _ context: CommandContext) async throws {
    let rows = try await context.query(
      "SELECT 'B' || batch_id AS batch, \(Self.fields) FROM reeve.batch_list(1, $1)",
      [number]
    )
    guard let row = rows.first else {
      throw CommandFailure(.notFound, "there is no batch B\(number)", hint: "`batch` lists them.")
    }
    guard context.format.isReadable else {
      return try await context.emit(CellRows(rows), isSingle: true)
    }
    try await context.emitText(
      "\("B\(number)", .bold)  \(try Self.what(row)) · \(try Self.state(row))"
    )
    var text: SafeText = "by \(try row.get("who", as: String.self))"
    text += ", \(readableTime(try row.get("begun_at")))"
    if let policy = try row.get("policy", as: String?.self) { text += " · \(policy)" }
    if let approval = try row.get("approval_id", as: Int64?.self) { text += " · P\(approval)" }
    if let why = try row.get("why", as: String?.self) { text += " · “\(Untrusted(why))”" }
    try await context.emitText("  \(text)")
    let (seen, subjects): (Int, Int) = (try row.get("seen"), try row.get("subjects"))
    let changed: Int = try row.get("changed")
    try await context.emitText(
      "  \(changed) of \(plural(subjects, "subject", "subjects")), \(seen) looked at"
    )
    if let halted = try row.get("halted", as: String?.self) {
      try await context.emitText("  \("halted: \(halted)", .red)")
    }
    if let job = try row.get("job_id", as: Int64?.self) {
      context.io.note("  \("`jobs watch \(job)` follows it", .dim)")
    }
    try await context.emit(
      "SELECT $3 || ':' || key AS subject, code, message FROM reeve.batch_refusals($1, $2)",
      [number, context.limit, try row.get("collection", as: String.self)],
      none: "none of them was left"
    )
  }

  /// `hide @wave`, `undo B7`.
  private static func what(_ row: Row) throws -> String {
    let verb: String = try row.get("verb")
    if let reverses = try row.get("reverses", as: Int64?.self) { return "\(verb) B\(reverses)" }
    let name = try row.get("selection", as: String?.self).map { "@\($0)" }
    return "\(verb) \(try name ?? row.get("collection"))"
  }

  /// What became of a batch.
  private static func state(_ row: Row) throws -> String {
    let state: String = try row.get("state")
    let undone = try row.get("undone_by", as: Int64?.self).map { ", undone by B\($0)" }
    return state + (undone ?? "")
  }
}
