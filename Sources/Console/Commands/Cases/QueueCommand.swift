import Display
import Postgres
import Prompt

/// `queue`: open cases, most urgent first.
struct QueueCommand: ConsoleCommand {
  private static let mine = Flag("mine", "only cases that you have claimed")

  let name = "queue"
  let summary: SafeText = "list open cases, most urgent first"
  let flags: [any CommandFlag] =
    [Flags.collection, Flags.policy, mine, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "queue", "queue --policy counterfeit --in product", "queue --mine",
  ]

  func run(_ context: CommandContext) async throws {
    let filter = try await context.caseFilter()
    let limit = context.listLimit
    let isReadable = context.format.isReadable
    let collections = Dictionary(
      try await context.catalog().map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let call = ConsoleFunctions.caseQueue(
      app: filter.app,
      collection: filter.collection,
      policy: filter.policy,
      mine: context.has(Self.mine),
      maxRows: limit.map { $0 + 1 }
    )
    var subjects: [Subject] = []
    var count = 0
    var writer = context.writer(isNumbered: true)
    try await context.stream(call) { rows in
      var shown = CellRows(columns: Self.shown)
      var kept: [Row] = []
      for row in rows {
        count += 1
        guard limit.map({ count <= $0 }) ?? true else { break }
        let item = try call.read(row)
        let path = "\(item.appName)/\(item.collectionName)"
        let subject = collections[path].map {
          Subject(collection: $0, key: item.key, label: item.label ?? "")
        }
        if subjects.count < SeenSubjects.limit, let subject { subjects.append(subject) }
        kept.append(row)
        guard isReadable else { continue }
        let name = subject.map { context.name(of: $0) } ?? "\(path):\(item.key)"
        shown.append([
          cell("C\(item.caseID)"), cell(name), try row.cell("label"),
          cell(item.policyName ?? Self.request(item) ?? ""),
          try row.cell("severity"), try row.cell("report_count"), try row.cell("opened_at"),
          cell(item.claimedBy ?? ""),
        ])
      }
      try await writer.write(isReadable ? shown : try CellRows(rows, Self.columns, kept))
    }
    await context.remember(listing: subjects, of: subjects.count)
    try await writer.finish()
    if count == 0, isReadable {
      context.io.note("nothing waits")
    } else if let limit, count > limit {
      context.io.note("\(SafeText("the first \(limit); more with --limit \(limit * 5)"), .dim)")
    }
  }

  /// What a person asks for, and by when; nil for what was reported.
  private static func request(_ item: ConsoleFunctions.CaseQueueRow) -> String? {
    guard let request = item.request, let deadline = item.deadline else { return nil }
    return "asks for \(request) by \(deadline.description.prefix(10))"
  }

  /// The columns of a table for people.
  private static let shown = [
    CellColumn("case"), CellColumn("subject"), CellColumn("label"), CellColumn("policy"),
    CellColumn("severity"), CellColumn("reports", CellType.int8),
    CellColumn("since", CellType.timestamptz), CellColumn("with"),
  ]

  /// The columns of formats for programs.
  private static let columns = [
    OutputColumn("case", from: "case_id", prefix: "C"), OutputColumn("app", from: "app_name"),
    OutputColumn("collection", from: "collection_name"), OutputColumn("key"), OutputColumn("label"),
    OutputColumn("policy", from: "policy_name"), OutputColumn("severity"),
    OutputColumn("reports", from: "report_count"), OutputColumn("opened_at"),
    OutputColumn("priority"), OutputColumn("claimed_by"), OutputColumn("claimed_until"),
    OutputColumn("request"), OutputColumn("deadline"),
  ]
}

extension CommandContext {
  /// App, collection and policy that `--in` and `--policy` ask for.
  func caseFilter() async throws -> (app: String?, collection: String?, policy: String?) {
    var collection: CatalogCollection?
    if let name = self[Flags.collection] { collection = try await self.collection(named: name) }
    return (collection?.app ?? options.app, collection?.name, self[Flags.policy])
  }
}
