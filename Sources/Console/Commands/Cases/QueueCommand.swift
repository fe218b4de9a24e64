import Postgres

/// `queue`: open cases, most urgent first.
struct QueueCommand: ConsoleCommand {
  private static let mine = Flag("mine", "only the cases that you work on")

  let name = "queue"
  let summary: SafeText = "what was reported, most urgent first"
  let flags: [any CommandFlag] =
    [Flags.collection, Flags.policy, mine, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "queue", "queue --policy counterfeit --in product", "queue --mine",
  ]

  func run(_ context: CommandContext) async throws {
    let filter = try await context.caseFilter()
    // As `find`: people get a screenful, programs all there is.
    let isReadable = context.format.isReadable
    let isWhole = !context.has(Flags.limit) && !isReadable
    let limit = context.limit
    let collections = Dictionary(
      try await context.catalog().map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var subjects: [Subject] = []
    var count = 0
    var writer = context.writer(isNumbered: true)
    try await context.stream(
      """
      SELECT 'C' || case_id AS "case", app_name AS app, collection_name AS collection, key, label,
        policy_name AS policy, severity, complaints AS reports, opened_at, priority, claimed_by,
        claimed_until
      FROM reeve.case_queue($1, $2, $3, $4, $5)
      """,
      filter + [context.has(Self.mine), isWhole ? nil : limit + 1]
    ) { rows in
      var shown = CellRows(
        columns: isReadable
          ? [
            CellColumn("case"), CellColumn("subject"), CellColumn("label"), CellColumn("policy"),
            CellColumn("severity"), CellColumn("reports", CellType.int8),
            CellColumn("since", CellType.timestamptz), CellColumn("with"),
          ] : rows.columns.map { CellColumn($0.name, $0.typeOID) }
      )
      for row in rows {
        count += 1
        guard isWhole || count <= limit else { break }
        let path =
          "\(try row.get("app", as: String.self))/\(try row.get("collection", as: String.self))"
        let key: String = try row.get("key")
        let subject = collections[path].map {
          Subject(
            collection: $0,
            key: key,
            label: row[bytes: 4].map { String(decoding: $0, as: UTF8.self) } ?? ""
          )
        }
        if subjects.count < SeenSubjects.limit, let subject { subjects.append(subject) }
        guard isReadable else {
          shown.append(rows.columns.indices.map { row[bytes: $0] })
          continue
        }
        let name = subject.map { context.name(of: $0) } ?? "\(path):\(key)"
        shown.append([
          row[bytes: 0], ArraySlice(name.utf8), row[bytes: 4], row[bytes: 5] ?? [], row[bytes: 6],
          row[bytes: 7], row[bytes: 8], row[bytes: 10] ?? [],
        ])
      }
      try await writer.write(shown)
    }
    await context.remember(listing: subjects, of: subjects.count)
    try await writer.finish()
    if count == 0, isReadable {
      context.io.note("nothing waits")
    } else if !isWhole, count > limit {
      context.io.note("\(SafeText("the first \(limit); more with --limit \(limit * 5)"), .dim)")
    }
  }
}

extension CommandContext {
  /// App, collection and policy that `--in` and `--policy` ask for.
  func caseFilter() async throws -> [(any PostgresEncodable)?] {
    var collection: CatalogCollection?
    if let name = self[Flags.collection] { collection = try await self.collection(named: name) }
    return [collection?.app ?? options.app, collection?.name, self[Flags.policy]]
  }
}
