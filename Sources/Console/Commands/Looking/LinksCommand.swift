import Postgres

/// `links user:42`.
struct LinksCommand: ConsoleCommand {
  let name = "links"
  let summary: SafeText =
    "accounts that share an e-mail address, a phone number, … with one, none of it shown"
  let arguments = Arguments("user:42", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["links user:42", "links _ --json other,confidence,shared"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    await context.remember(subject)
    try await context.emit(
      """
      SELECT app_name AS app, collection_name || ':' || other AS other, label, shared, confidence,
        verdict, barred_by, barred_until, first_at, last_at
      FROM reeve.link_list($1, $2, $3, $4)
      """,
      [subject.collection.app, subject.collection.name, subject.key, context.limit],
      shape: RowShape(
        columns: [
          CellColumn("subject"), CellColumn("label"), CellColumn("shares"),
          CellColumn("same person"), CellColumn("status"),
          CellColumn("first_at", CellType.timestamptz), CellColumn("last_at", CellType.timestamptz),
        ]
      ) { row, shown in
        let verdict: String = try row.get("verdict")
        let confidence: Double = try row.get("confidence")
        let barred = try row.get("barred_by", as: Int64?.self)
        shown.append([
          row[bytes: 1], row[bytes: 2] ?? [], row[bytes: 3],
          ArraySlice("\(verdict), \(confidence)".utf8),
          ArraySlice((barred.map { "barred by A\($0)" } ?? "").utf8), row[bytes: 8], row[bytes: 9],
        ])
      },
      none: "nobody shares an identifier with \(context.name(of: subject))"
    )
  }
}
