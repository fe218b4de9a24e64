import Display
import Outcome
import Postgres

/// `effects A12`: the rows that an action changed.
struct EffectsCommand: ConsoleCommand {
  let name = "effects"
  let summary: SafeText = "list the rows that an action changed, and from what to what"
  let arguments = Arguments("ACTION", [.action])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["effects A12", "effects A12 --limit 1000"]

  func run(_ context: CommandContext) async throws {
    let action = try Numbered.action.number(context.arguments[0])
    try await context.listOfApps(
      [CellColumn("label"), CellColumn("effect"), CellColumn("change"), CellColumn("undone", 16)],
      cells: ["label", "effect", "change", "is_undone"],
      limit: context.listLimit,
      none: "A\(action) changed no rows"
    ) { limit in
      ConsoleFunctions.actionEffects(actionID: action, maxRows: limit)
    }
  }
}

/// `left`, `left A12`: lists the rows that actions left for somebody to decide.
struct LeftCommand: ConsoleCommand {
  let name = "left"
  let summary: SafeText = "list what actions left to decide, of one action or of all"
  let arguments = Arguments("[ACTION]", [.action], required: 0)
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["left", "left A12", "left --limit 100 --output csv"]

  func run(_ context: CommandContext) async throws {
    let action = try context.arguments.first.map { word throws(Failure) in
      try Numbered.action.number(word)
    }
    try await context.listOfApps(
      [CellColumn("label"), CellColumn("due", CellType.timestamptz), CellColumn("left_by")],
      cells: ["label", "due", "left_by"],
      limit: context.listLimit,
      none: action.map { "nothing that A\($0) left waits" } ?? "nothing is left to decide"
    ) { limit in
      ConsoleFunctions.leftList(onlyAction: action, onlyApp: context.options.app, maxRows: limit)
    }
  }
}

extension CommandContext {
  /// Lists subjects of several collections, so that they can be named again.
  ///
  /// - Parameters:
  ///   - columns: The columns beside the subject.
  ///   - cells: The server's columns for these.
  ///   - names: The server's columns for app, collection and key.
  ///   - limit: How many are shown; nil for all.
  ///   - none: The text if there are none.
  ///   - call: Makes the call from the most rows; its rows have app, collection, key and label.
  /// - Throws: The errors of reading and writing.
  func listOfApps(
    _ columns: [CellColumn],
    cells: [String],
    names: (app: String, collection: String, key: String) = ("app", "collection", "key"),
    limit: Int?,
    none: SafeText,
    _ call: (Int?) -> FunctionCall<some Sendable>
  ) async throws {
    let collections = try await catalog()
    var listing = SubjectListing(self, limit: limit, columns: columns, none: none)
    try await stream(call(listing.limitToAsk)) { rows in
      let (app, name) = (
        try rows.index(of: names.app), try rows.index(of: names.collection)
      )
      try await listing.write(rows, key: names.key, cells: cells) { row in
        guard let app = row[bytes: app], let name = row[bytes: name] else { return nil }
        let found = try? collection(
          String(decoding: app, as: UTF8.self),
          String(decoding: name, as: UTF8.self),
          among: collections,
          of: ""
        )
        return found.map { ($0, "\(self.name(of: $0)):") }
      }
    }
    try await listing.finish(self)
  }
}
