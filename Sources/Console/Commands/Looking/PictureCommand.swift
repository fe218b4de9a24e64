import Display
import Outcome
import Prompt

/// `picture product:7`, `picture user:42 --why "…"`.
struct PictureCommand: ConsoleCommand {
  private static let clear = Flag(
    "clear",
    "as it is; what is restricted or reported is blurred otherwise"
  )
  private static let style = Flag(
    "as",
    oneOf: PictureStyle.allCases.map(\.rawValue),
    "how to draw it; what the terminal can do by default"
  )

  let name = "picture"
  let summary: SafeText = "draw a picture of a subject in the terminal"
  let arguments = Arguments("SUBJECT [N]", [.subject, .count], required: 1)
  let flags: [any CommandFlag] = [clear, style] + Flags.grounds + Flags.format
  // A pager cannot show pictures.
  let isLive = true
  let examples: [SafeText] = [
    "picture product:7", "picture product:7 2", "picture product:7 --clear",
    "picture user:42 --why \"is it who reported it?\"", "picture product:7 --output csv",
  ]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let status = try await context.status(of: subject)
    await context.remember(
      Subject(collection: subject.collection, key: subject.key, label: status.label)
    )
    let pictures = try await context.call(ConsoleFunctions.subjectPhotos(subject: subject.id))
    guard context.isForScreen else { return try await list(pictures, context) }
    guard !pictures.isEmpty else {
      return context.io.note("\(context.name(of: subject)) has no pictures")
    }
    let number = try number(context.arguments.dropFirst().first, of: pictures.count)
    let picture = pictures[number - 1]
    let source = try context.pictureSource()
    let value = try await value(of: picture, of: subject, context)
    let bytes = try await source.fetch(value)
    let isBlurred = picture.isVeiled && !context.has(Self.clear)
    try await draw(bytes, isBlurred: isBlurred, context)
    var words: SafeText = "\(number) of \(pictures.count) · \(picture.name)"
    if !picture.isMasked { words += " · \(value)" }
    context.io.note("\(words, .dim)")
    if isBlurred {
      context.io.note(
        "\("blurred, as \(context.name(of: subject)) is restricted or reported; --clear shows it", .yellow)"
      )
    }
  }

  /// Reads which picture is meant.
  private func number(_ word: String?, of count: Int) throws(Failure) -> Int {
    guard let word else { return 1 }
    guard let number = Int(word), (1...count).contains(number) else {
      throw Failure(
        .usage,
        "there is no picture `\(word)`",
        hint: count == 1 ? "There is one." : "There are \(count): from 1 to \(count)."
      )
    }
    return number
  }

  /// Returns the value that names a picture; a personal one is revealed first, on the record.
  private func value(
    of picture: ConsoleFunctions.SubjectPhotosRow,
    of subject: Subject,
    _ context: CommandContext
  ) async throws -> String {
    guard picture.isMasked else { return picture.value }
    guard picture.detail == nil else {
      throw Failure(.refused, "\(picture.name) is personal, and is not revealed")
    }
    let (ticket, _) = try await context.askToReveal(
      "fields",
      subject.collection,
      subject.key,
      fields: [picture.field]
    )
    let shown = try await context.write(ConsoleFunctions.revealFields(ticket: ticket))
    guard let value = shown.first?.value else { throw context.missing(subject) }
    return value
  }

  private func draw(_ bytes: [UInt8], isBlurred: Bool, _ context: CommandContext) async throws {
    let io = context.io
    let style: PictureStyle
    if let name = context[Self.style], let chosen = PictureStyle(rawValue: name) {
      style = chosen
    } else {
      style = await context.pictureStyle()
    }
    let screen = io.wholeScreen ?? ScreenSize(columns: io.screen ?? 60, rows: 24)
    // Below it are its name, notes on it, and the prompt.
    let size = ScreenSize(columns: max(screen.columns - 1, 20), rows: max(screen.rows - 5, 5))
    let raster = try await PictureDecoder.decode(
      bytes,
      within: style.frame(size, cell: io.characterSize)
    )
    try await io.write(style.draw(isBlurred ? raster.veiled : raster))
  }

  /// Writes the pictures' values, for programs.
  private func list(
    _ pictures: [ConsoleFunctions.SubjectPhotosRow],
    _ context: CommandContext
  ) async throws {
    var rows = CellRows(
      columns: [
        CellColumn("number", CellType.int8), CellColumn("field"), CellColumn("value"),
        CellColumn("is_masked", CellType.bool), CellColumn("is_veiled", CellType.bool),
      ]
    )
    for (index, picture) in pictures.enumerated() {
      rows.append([
        cell("\(index + 1)"), cell(picture.name), cell(picture.value),
        cell(picture.isMasked ? "t" : "f"), cell(picture.isVeiled ? "t" : "f"),
      ])
    }
    try await context.emit(rows)
  }
}

extension ConsoleFunctions.SubjectPhotosRow {
  /// `photo_url`, `photos.url`.
  fileprivate var name: String { detail.map { "\($0).\(field)" } ?? field }
}

extension CommandContext {
  /// The command that fetches pictures: as `set` has it, else the startup file.
  ///
  /// - Throws: ``Failure`` of kind usage where there is none.
  fileprivate func pictureSource() throws -> PictureSource {
    var known = settings
    if known.pictures == nil {
      _ = StartupFile().read(into: &known, besides: CommandRegistry.commands)
    }
    guard let line = known.pictures else {
      throw Failure(
        .usage,
        "nothing says how to fetch pictures",
        hint: "`set pictures \"/usr/bin/curl -fsS https://photos.example/{}\"` does, and "
          + "`save pictures` keeps it; docs/console.md tells more."
      )
    }
    return try PictureSource(line)
  }

  /// How the terminal shows pictures, which it is asked once a session.
  fileprivate func pictureStyle() async -> PictureStyle {
    if let style = session.state.now.pictureStyle { return style }
    let style = await PictureStyle.best(of: io)
    session.state.update { $0.pictureStyle = style }
    return style
  }
}
