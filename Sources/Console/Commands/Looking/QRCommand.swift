import Display
import Prompt

/// `qr SUBJECT`: its link in the app, for a phone.
struct QRCommand: ConsoleCommand {
  private static let invert = Flag("invert", "swap dark and light, where it is not recognized")

  let name = "qr"
  let summary: SafeText = "draw the link of a subject in the app as a QR code, for a phone"
  let arguments = Arguments("SUBJECT", [.subject])
  let flags: [any CommandFlag] = [invert] + Flags.format
  let examples: [SafeText] = ["qr product:7", "qr 2", "qr _ --output json"]

  func accepts(_ collection: CatalogCollection) -> Bool { collection.isLinkable }

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    let call = ConsoleFunctions.subjectLink(subject: subject.id)
    guard let link = try await context.first(call) else { throw context.missing(subject) }
    await context.remember(subject)
    guard context.isForScreen else {
      return try await context.emit(fields: [
        ("subject", Array(context.name(of: subject).utf8), CellType.text),
        ("link", Array(link.utf8), CellType.text),
      ])
    }
    try await context.emitText("\(link)")
    try await draw(link, context)
  }

  /// Draws a link below its text, or says why not.
  private func draw(_ link: String, _ context: CommandContext) async throws {
    let io = context.io
    guard !io.isASCII || io.isColoured else {
      return io.note("no QR code: it takes a UTF-8 locale, or colours")
    }
    guard let code = QRCode(link) else {
      return io.note("no QR code: the link has more than 2331 bytes")
    }
    let isInverted = context.has(Self.invert)
    let drawing: QRCode.Drawing =
      io.isASCII
      ? .colouredBlanks
      : io.isColoured && !isInverted ? .colouredBlocks : .blocks(isInverted: isInverted)
    var least = (columns: 0, rows: 0)
    for zone in QRCode.quietZones {
      least = drawing.size(code.width + 2 * zone)
      // The link is above it, the prompt below.
      least.rows += 2
      guard least.columns <= io.screen ?? .max, least.rows <= io.wholeScreen?.rows ?? .max else {
        continue
      }
      for line in code.lines(drawing, quietZone: zone) { try await io.write(line + [0x0A]) }
      return
    }
    io.note("no QR code: it takes a screen of \(least.columns) columns and \(least.rows) rows")
  }
}
