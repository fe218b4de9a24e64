import Display
import Outcome
import Postgres

/// `near 60.17,24.94`, `near place:7 user`.
struct NearCommand: ConsoleCommand {
  fileprivate static let within = Flag<Double>("within", .distance, "no farther than this") {
    (text: String) throws(Failure) in try metres(text)
  }

  let name = "near"
  let summary: SafeText = "list what is near a position or a subject, the nearest first"
  let arguments = Arguments("PLACE [COLLECTION]", [.subject, .collection], required: 1)
  let flags: [any CommandFlag] =
    [within] + Flags.grounds + [Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "near store:7 --within 2km", "near 60.17,24.94 store --limit 5", "near 3 store",
    "near user:42 user --within 500m --why \"same address as C12\"",
  ]

  func run(_ context: CommandContext) async throws {
    let word = context.arguments[0]
    var collection: CatalogCollection?
    if context.arguments.count > 1 {
      collection = try await context.collection(named: context.arguments[1])
    }
    var position = try EarthPosition(word)
    if position == nil {
      let subject = try await context.subject(word)
      if collection == nil { collection = subject.collection }
      position = try await context.position(of: subject)
    }
    if collection == nil { collection = try await context.onlyPlace() }
    guard let position, let collection else { return }
    try await NearQuery(
      collection: collection,
      position: position,
      within: context[Self.within],
      limit: context.listLimit
    ).list(context)
  }
}

/// A query for the subjects near a position, from a row on.
private struct NearQuery: PagedQuery {
  let collection: CatalogCollection
  let position: EarthPosition
  /// Metres; nil for anywhere.
  let within: Double?
  var limit: Int?
  /// The position of the last row that was shown; nil for the first page.
  var place: JSONB?

  func list(_ context: CommandContext) async throws {
    let isPersonal = collection.hasPersonalPlace
    // People see distances, programs positions, too.
    let degrees = context.format.isReadable ? [] : ["latitude", "longitude"]
    var listing = SubjectListing(
      context,
      limit: limit,
      columns: [CellColumn("label"), CellColumn("distance", CellType.distance)]
        + degrees.map { CellColumn($0, CellType.float8) } + [CellColumn("state")],
      none: within.map { "nothing within \(CellDrawing.distance($0))" } ?? "nothing is anywhere",
      continues: !isPersonal
    )
    let heading = "\(context.name(of: collection)):"
    let cells = ["label", "distance"] + degrees + ["state"]
    func write(_ rows: Rows) async throws {
      try await listing.write(rows, cells: cells) { _ in (collection, heading) }
    }
    if isPersonal {
      // The value asked for is on the record, so it must be sent exactly as written there.
      let value = [position.latitude, position.longitude, within].compactMap { $0 }
        .map { "\($0)" }.joined(separator: " ")
      let (ticket, _) = try await context.askToReveal(
        "find",
        collection,
        fields: collection.place,
        value: value
      )
      try await write(
        context.writtenRows(
          ConsoleFunctions.revealNear(
            ticket: ticket,
            value: value,
            maxRows: listing.limitToAsk
          )
        )
      )
    } else {
      let call = ConsoleFunctions.subjectNear(
        app: collection.app,
        collection: collection.name,
        lat: position.latitude,
        lon: position.longitude,
        within: within,
        after: place,
        maxRows: listing.limitToAsk
      )
      try await context.stream(call) { rows in try await write(rows) }
    }
    try await listing.finish(context, self)
  }
}

extension CommandContext {
  /// The one collection in view whose rows are somewhere.
  ///
  /// - Throws: ``Failure`` of kind usage where there are none, or several.
  fileprivate func onlyPlace() async throws -> CatalogCollection {
    let found = try await catalog().filter { !$0.place.isEmpty }
    guard found.count == 1 else {
      let names = found.map { name(of: $0) }.joined(separator: ", ")
      throw Failure(
        .usage,
        found.isEmpty ? "no collection has a place" : "say near which collection",
        hint: found.isEmpty
          ? "`place:` of a collection in the catalog names the columns with its rows' positions."
          : "One of: \(names)."
      )
    }
    return found[0]
  }

  /// Returns a subject's position; a personal one is revealed first, on the record.
  ///
  /// - Throws: ``Failure`` where it is nowhere.
  fileprivate func position(of subject: Subject) async throws -> EarthPosition {
    let collection = subject.collection
    var found: EarthPosition?
    if collection.hasPersonalPlace {
      let (ticket, _) = try await askToReveal(
        "fields",
        collection,
        subject.key,
        fields: collection.place
      )
      let degrees = try await write(ConsoleFunctions.revealFields(ticket: ticket))
        .map { $0.value.flatMap { Double($0) } }
      if degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1] {
        found = EarthPosition(latitude: latitude, longitude: longitude)
      }
    } else {
      let rows = try await rows(
        ConsoleFunctions.positionList(
          app: collection.app,
          collection: collection.name,
          keys: [subject.key],
          maxRows: 1
        )
      )
      guard let row = rows.first, let columns = EarthPosition.Columns(rows) else {
        throw missing(subject)
      }
      found = try columns.read(row)
    }
    guard let found else {
      throw Failure(
        .failed,
        "\(name(of: subject)) has no position on earth",
        hint: "`near LATITUDE,LONGITUDE` needs none."
      ).at(invocation.offset(of: arguments[0]))
    }
    return found
  }
}
