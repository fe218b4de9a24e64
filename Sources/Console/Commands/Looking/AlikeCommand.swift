import Display

/// `alike place:7`, `alike place`: what seems to be the same thing twice.
struct AlikeCommand: ConsoleCommand {
  let name = "alike"
  let summary: SafeText = "list what seems to be the same thing as a subject, or all such pairs"
  let arguments = Arguments("SUBJECT|COLLECTION", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["alike place:7", "alike place --limit 50"]

  func run(_ context: CommandContext) async throws {
    let word = context.arguments[0]
    var subject: Subject?
    let collection: CatalogCollection
    if try await context.catalog().contains(where: { $0.name == word || $0.path == word }) {
      collection = try await context.collection(named: word)
    } else {
      let found = try await context.subject(word)
      (subject, collection) = (found, found.collection)
    }
    // Without a subject: the earlier row of each pair.
    let pair = subject == nil ? [CellColumn("like"), CellColumn("like label")] : []
    var listing = SubjectListing(
      context,
      limit: context.listLimit,
      columns: [CellColumn("label")] + pair + [
        CellColumn("distance", CellType.distance), CellColumn("likeness", CellType.bar),
        CellColumn("state"),
      ],
      none: "nothing is alike"
    )
    let call = ConsoleFunctions.subjectAlike(
      app: collection.app,
      collection: collection.name,
      ofKey: subject?.key,
      maxRows: listing.limitToAsk
    )
    let heading = "\(context.name(of: collection)):"
    let cells =
      ["label"] + (subject == nil ? ["like_key", "like_label"] : [])
      + ["distance", "likeness", "state"]
    try await context.stream(call) { rows in
      try await listing.write(rows, cells: cells) { _ in (collection, heading) }
    }
    try await listing.finish(context)
  }
}
