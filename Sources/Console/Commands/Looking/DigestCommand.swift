import Display
import Host
import Outcome
import Postgres
import Prompt

/// `digest`, `digest --date 2026-11-27`.
struct DigestCommand: ConsoleCommand {
  private static let date = Flag("date", .day, "the day, by UTC; yesterday by default") {
    (text: String) throws(Failure) in
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1],
      let number = parts[2], let day = CalendarDate(year: year, month: month, day: number)
    else {
      throw Failure(.usage, "`--date \(text)` is not a day", hint: "Write it as 2026-11-27.")
    }
    return day
  }
  private static let page = Flag("page", .file, "also write it as a page (HTML)")

  let name = "digest"
  let summary: SafeText = "show a day's reports, actions, expiries and failures, and what waits now"
  let flags: [any CommandFlag] = [date, page] + Flags.format
  let examples: [SafeText] = [
    "digest", "digest --date 2026-11-27 --page digest.html", "digest --json section,amount",
  ]

  func run(_ context: CommandContext) async throws {
    let call = ConsoleFunctions.digestList(
      onlyApp: context.options.app,
      onDay: context[Self.date]
    )
    if let path = context[Self.page] { try await write(call, to: path, context) }
    try await context.emit(
      call,
      list: [
        .column(CellType.oid(named: "date"), "day"), .text("section"), .text("figure"),
        .number("amount"), .text("note"),
      ],
      none: "there are no figures"
    )
  }

  /// Writes the figures as a page, which is replaced when it is whole.
  private func write(
    _ call: FunctionCall<ConsoleFunctions.DigestListRow>,
    to path: String,
    _ context: CommandContext
  ) async throws {
    var file = try FileReplacement(of: path, mode: 0o644)
    let rows = try await context.call(call)
    var page = PersonPage()
    let app = context.options.app.map { " of \($0)" } ?? ""
    try file.write(page.head("Digest\(app), \(rows.first?.day.postgresText ?? "")"))
    let lines = rows.map { row in
      var object = Array("{\"figure\":".utf8)
      JSONRenderer.string(ArraySlice(row.figure.utf8), &object)
      object += ",\"amount\":\(row.amount),\"note\":".utf8
      JSONRenderer.string(ArraySlice(row.note.utf8), &object)
      object.append(UInt8(ascii: "}"))
      return ExportPersonCommand.Line(part: row.section, object: object[...])
    }
    try file.write(try page.body(lines))
    try file.write(page.end())
    try file.finish()
    context.io.note("wrote \(path)")
  }
}
