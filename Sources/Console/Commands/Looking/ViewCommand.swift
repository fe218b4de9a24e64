import Postgres

/// A view of an app: rows about one subject, from a function that its catalog names.
struct ViewCommand: ConsoleCommand {
  private let view: AppView
  private let inputs: [Flag<String>]

  /// Makes the command of a view.
  init(_ view: AppView) {
    self.view = view
    inputs = view.arguments.map { Flag($0, $0 == "day" ? .day : .text, "an argument of the view") }
  }

  var name: String { view.name }
  var summary: SafeText { "\(view.help)" }
  var arguments: Arguments { Arguments("\(view.collection):7", [.subject]) }
  var flags: [any CommandFlag] {
    inputs + Flags.format.filter { !view.arguments.contains($0.name) }
  }
  var examples: [SafeText] {
    ["\(name) \(view.collection):7" + (view.arguments.contains("day") ? " --day 2026-11-21" : "")]
  }

  func accepts(_ collection: CatalogCollection) -> Bool {
    collection.app == view.app && collection.name == view.collection
  }

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    // Another app may have a view of this name.
    guard
      let view = try await context.session.viewList().first(where: {
        $0.name == name && $0.collection == subject.collection.name
          && $0.app == subject.collection.app
      })
    else {
      throw misuse("`\(name)` is not about \(context.name(of: subject))")
    }
    let values: [String?] = view.arguments.map { context.invocation.flags[$0] }
    let columns = zip(view.columns, view.types).map { CellColumn($0, CellType.oid(named: $1)) }
    await context.remember(subject)
    let call = ConsoleFunctions.viewRun(
      app: view.app,
      name: view.name,
      key: subject.key,
      args: values
    )
    var writer = context.writer()
    try await context.stream(call) { rows in
      let index = try rows.index(of: "view_run")
      var shown = CellRows(columns: columns)
      for row in rows { shown.append(array: row[bytes: index] ?? []) }
      try await writer.write(shown)
    }
    try await writer.finish()
    if context.format.isReadable, writer.count == 0 { context.io.note("no rows") }
  }
}
