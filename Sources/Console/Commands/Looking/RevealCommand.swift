import Display

/// `reveal user:42 email phone --why "…"`.
struct RevealCommand: ConsoleCommand {
  let name = "reveal"
  let summary: SafeText = "show personal fields of a subject; who looked, and why, is recorded"
  let arguments = Arguments("SUBJECT FIELD… --why \"…\"", [.subject, .personal])
  let flags = Flags.grounds + Flags.format
  let examples: [SafeText] = [
    "reveal user:42 email --why \"law request 88\"",
    "reveal 1 email phone --why \"same number as user:7\" --case C12",
  ]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let fields = context.arguments.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
    // Checks the requirements before anything is on the record.
    var opener = try TextOpener()
    let (ticket, _) = try await context.askToReveal(
      "fields",
      subject.collection,
      subject.key,
      fields: fields
    )
    let shown = try await context.write(ConsoleFunctions.revealFields(ticket: ticket))
    await context.remember(subject)
    guard !shown.isEmpty else { throw context.missing(subject) }
    try await context.emit(
      fields: shown.map {
        (
          $0.field, opener.text($0.value, $0.binding).map { Array($0.utf8) },
          CellType.oid(named: $0.type)
        )
      }
    )
    opener.tell(context)
  }
}
