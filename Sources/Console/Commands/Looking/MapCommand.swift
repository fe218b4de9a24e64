import Display
import Outcome
import Prompt

/// `map`, `map store`: where rows are.
struct MapCommand: ConsoleCommand {
  /// The most dots drawn: more of them would show nothing more.
  private static let most = 5000

  let name = "map"
  let summary: SafeText = "draw where the rows of the last list are, or those of a collection"
  let arguments = Arguments("[COLLECTION]", [.collection], required: 0)
  let flags = Flags.format
  let examples: [SafeText] = ["map", "map store", "map --output csv"]

  func run(_ context: CommandContext) async throws {
    guard let name = context.arguments.first else {
      let listed = await context.session.seen.listing.prefix(Self.most)
      guard !listed.isEmpty else {
        throw Failure(
          .usage,
          "there is no list yet to draw",
          hint: "List first: `near 60.17,24.94 --within 2km`; or draw a collection: `map store`."
        )
      }
      return try await draw(try await context.positions(of: Array(listed)), context)
    }
    let collection = try await context.collection(named: name)
    let rows = try await context.call(
      ConsoleFunctions.positionList(
        app: collection.app,
        collection: collection.name,
        keys: nil,
        maxRows: Self.most
      )
    )
    try await draw(
      rows.map { row in
        var subject = Subject(collection: collection, key: row.key)
        subject.position = row.position
        return subject
      },
      isNumbered: false,
      context
    )
    if context.isForScreen, let amount = rows.first?.amount, amount > Int64(rows.count) {
      let (some, all) = (CellDrawing.grouped("\(rows.count)"), CellDrawing.grouped("\(amount)"))
      context.io.note("\(SafeText("a sample: \(some) of about \(all) rows"), .dim)")
    }
  }

  private func draw(
    _ rows: [Subject?],
    isNumbered: Bool = true,
    _ context: CommandContext
  ) async throws {
    let subjects = rows.compactMap { $0 }
    guard context.isForScreen else { return try await emit(subjects, context) }
    let marks = rows.enumerated().compactMap { index, subject in
      subject?.position.map { DotMap.Mark(position: $0, number: isNumbered ? index + 1 : nil) }
    }
    let nowhere = subjects.count - marks.count
    guard !marks.isEmpty else {
      return context.io.note(
        subjects.isEmpty ? "there are no rows" : "none of the \(subjects.count) rows has a position"
      )
    }
    let screen =
      context.io.wholeScreen ?? ScreenSize(columns: context.io.screen ?? 80, rows: 17)
    // Below it are its extent, its scale, what is missing, and the prompt.
    let size = ScreenSize(columns: max(screen.columns - 1, 20), rows: max(screen.rows - 5, 5))
    let map = DotMap(marks, size, isASCII: context.io.isASCII)
    for line in map.lines {
      try await context.io.write(
        line.rendered(isColoured: context.io.isColoured) + [0x0A]
      )
    }
    var missing: [SafeText] = []
    if nowhere > 0 {
      missing.append("\(nowhere) \(nowhere == 1 ? "row has" : "rows have") no position")
    }
    if map.unnumbered > 0 {
      let words: SafeText = map.unnumbered == 1 ? "number has" : "numbers have"
      missing.append("\(map.unnumbered) \(words) no room")
    }
    if !missing.isEmpty { context.io.note("\(missing.joined(", "), .dim)") }
  }

  /// Writes the drawn positions, for programs.
  private func emit(_ subjects: [Subject], _ context: CommandContext) async throws {
    var rows = CellRows(
      columns: [
        CellColumn("subject"), CellColumn("latitude", CellType.float8),
        CellColumn("longitude", CellType.float8),
      ]
    )
    for subject in subjects {
      rows.append([
        cell(context.name(of: subject)), subject.position.map { cell("\($0.latitude)") },
        subject.position.map { cell("\($0.longitude)") },
      ])
    }
    try await context.emit(rows)
  }
}

extension ConsoleFunctions.PositionListRow {
  /// Where the row is.
  fileprivate var position: EarthPosition? {
    guard let latitude, let longitude else { return nil }
    return EarthPosition(latitude: latitude, longitude: longitude)
  }
}

extension CommandContext {
  /// Adds to subjects where they are, which is asked for unless it was listed.
  ///
  /// Those of collections whose rows are nowhere have no position. Rows that are no subjects stay
  /// nil.
  ///
  /// - Throws: ``Failure`` where it is personal.
  fileprivate func positions(of subjects: [Subject?]) async throws -> [Subject?] {
    var asked: [CatalogCollection: [String]] = [:]
    for case let subject? in subjects
    where subject.position == nil && !subject.collection.place.isEmpty {
      asked[subject.collection, default: []].append(subject.key)
    }
    var found: [CatalogCollection: [String: EarthPosition]] = [:]
    for (collection, keys) in asked {
      let rows = try await call(
        ConsoleFunctions.positionList(
          app: collection.app,
          collection: collection.name,
          keys: keys,
          maxRows: keys.count
        )
      )
      for row in rows { found[collection, default: [:]][row.key] = row.position }
    }
    return subjects.map { subject in
      guard var subject else { return nil }
      if subject.position == nil { subject.position = found[subject.collection]?[subject.key] }
      return subject
    }
  }
}
