import Display
import Outcome

/// `trending activity --near 60.17,24.94`.
struct TrendingCommand: ConsoleCommand {
  private static let near = Flag("near", .text, "only what is near: 60.17,24.94")
  private static let within = Flag<Double>("within", .distance, "with --near: no farther") {
    (text: String) throws(Failure) in try metres(text)
  }
  private static let by = Flag("by", .text, "as somebody would see it: user:42")

  let name = "trending"
  let summary: SafeText = "list what has the highest score now, near a place or for somebody"
  let arguments = Arguments("COLLECTION", [.collection])
  let flags: [any CommandFlag] = [near, within, by, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "trending product", "trending product --near 60.17,24.94 --within 5km --by user:42",
  ]

  func run(_ context: CommandContext) async throws {
    let collection = try await context.collection(named: context.arguments[0])
    var near: EarthPosition?
    if let text = context[Self.near] {
      near = try EarthPosition(text)
      guard near != nil else {
        throw Failure(.usage, "`\(text)` is no position", hint: "Write LATITUDE,LONGITUDE.")
      }
    }
    var person: String?
    if let by = context[Self.by] { person = try await context.subject(by).key }
    let distance = near == nil ? [] : ["distance"]
    var listing = SubjectListing(
      context,
      limit: context.limit,
      columns: [CellColumn("label"), CellColumn("score", CellType.float8)]
        + distance.map { CellColumn($0, CellType.distance) } + [CellColumn("state")],
      none: "nothing has a score"
    )
    let heading = "\(context.name(of: collection)):"
    let call = ConsoleFunctions.subjectTrending(
      app: collection.app,
      collection: collection.name,
      lat: near?.latitude,
      lon: near?.longitude,
      within: context[Self.within],
      byKey: person,
      maxRows: listing.limitToAsk
    )
    try await context.stream(call) { rows in
      try await listing.write(rows, cells: ["label", "score"] + distance + ["state"]) { _ in
        (collection, heading)
      }
    }
    try await listing.finish(context)
  }
}
