import Display
import Outcome
import Postgres

/// A view of an app: rows from a function that its catalog names, about one subject or about all.
struct ViewCommand: ConsoleCommand {
  /// Those of this name; another app may have one, too.
  private let views: [AppView]
  private let inputs: [Flag<String>]

  /// Makes the command of the views of one name, of which there is at least one.
  init(_ views: [AppView]) {
    self.views = views
    var names: [String] = []
    for name in views.flatMap(\.arguments) where !names.contains(name) { names.append(name) }
    inputs = names.map { Flag($0, $0 == "day" ? .day : .text, "an argument of the view") }
  }

  private var view: AppView { views[0] }
  private var isAboutAll: Bool { views.contains { $0.collection == nil } }
  private var collection: String? { views.compactMap(\.collection).first }

  var name: String { view.name }
  var summary: SafeText { "\(view.help)" }
  var arguments: Arguments {
    guard let collection else { return .none }
    return isAboutAll
      ? Arguments("[\(collection):7]", [.subject], required: 0)
      : Arguments("\(collection):7", [.subject])
  }
  var flags: [any CommandFlag] {
    let common: [any CommandFlag] = [Flags.limit] + Flags.format
    return inputs + common.filter { flag in !inputs.contains { $0.name == flag.name } }
  }
  var examples: [SafeText] {
    let subject = collection.map { " \($0):7" } ?? ""
    return [
      "\(name)\(subject)" + (view.arguments.contains("day") ? " --day 2026-11-21" : "")
    ]
  }

  func accepts(_ collection: CatalogCollection) -> Bool {
    views.contains { $0.app == collection.app && $0.collection == collection.name }
  }

  func run(_ context: CommandContext) async throws {
    let (view, subject) = try await chosen(context)
    let columns = zip(view.columns, view.types).map { CellColumn($0, CellType.oid(named: $1)) }
    let places = columns.indices.filter { columns[$0].typeOID == CellType.subject }
    let isLimited =
      (view.collection == nil || context.has(Flags.limit))
      && !view.arguments.contains(Flags.limit.name)
    var listing = SubjectListing(
      context,
      limit: isLimited ? context.listLimit : nil,
      none: "no rows",
      isNumbered: !places.isEmpty
    )
    let call = ConsoleFunctions.viewRun(
      app: view.app,
      name: view.name,
      key: subject?.key,
      args: view.arguments.map { context.invocation.flags[$0] },
      maxRows: listing.limitToAsk
    )
    let collections = try await context.catalog().filter { $0.app == view.app }
    if let subject { await context.remember(subject) }
    try await context.stream(call) { rows in
      let index = try rows.index(of: "view_run")
      var shown = CellRows(columns: columns)
      for row in rows {
        guard !places.isEmpty else {
          if listing.take(nil) { shown.append(array: row[bytes: index] ?? []) }
          continue
        }
        var cells = arrayItems(row[bytes: index] ?? []) ?? []
        cells += Array(repeating: nil, count: max(0, columns.count - cells.count))
        let named = places.map { place in cells[place].flatMap { Subject($0, of: collections) } }
        // The first of them is what the row is about.
        guard listing.take(named[0]) else { break }
        for case (let place, let subject?) in zip(places, named) {
          cells[place] = Array(context.name(of: subject).utf8)
        }
        shown.append(cells.prefix(columns.count).map { $0.map { $0[...] } })
      }
      try await listing.write(shown)
    }
    try await listing.finish(context)
  }

  /// The view that is meant, and what it is asked about; nil for the whole app.
  private func chosen(_ context: CommandContext) async throws -> (AppView, Subject?) {
    if let word = context.arguments.first {
      let subject = try await context.subject(word)
      guard let view = views.first(where: { subject.collection.isOf($0) }) else {
        throw misuse("`\(name)` is not about \(context.name(of: subject))")
      }
      return (view, subject)
    }
    let found = views.filter { $0.collection == nil }
    guard found.count == 1 else {
      throw Failure(
        .usage,
        "`\(name)` is in several apps: \(found.map(\.app).joined(separator: ", "))",
        hint: "Run it with `--app`."
      )
    }
    return (found[0], nil)
  }
}

extension CatalogCollection {
  /// Whether a view is about its rows.
  fileprivate func isOf(_ view: AppView) -> Bool { view.app == app && view.collection == name }
}

extension Subject {
  /// Reads a subject as an app's view writes it: a collection, a colon, and a key; nil for any
  /// other text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - collections: Those of the app.
  fileprivate init?(_ text: [UInt8], of collections: [CatalogCollection]) {
    let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2,
      let found = collections.first(where: { parts[0].elementsEqual($0.name.utf8) }),
      let key = String(validating: parts[1], as: UTF8.self)
    else { return nil }
    self.init(collection: found, key: key)
  }
}
