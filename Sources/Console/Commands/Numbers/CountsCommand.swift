import Display

/// `counts`.
struct CountsCommand: ConsoleCommand {
  let name = "counts"
  let summary: SafeText =
    "list the numbers that catalogs derive, and how stored counters compare"
  let flags = Flags.format
  let examples: [SafeText] = ["counts", "counts --output csv"]

  func run(_ context: CommandContext) async throws {
    let collectionName = try await context.collectionNames()
    try await context.emit(
      ConsoleFunctions.countList(app: context.options.app),
      columns: [OutputColumn("app", from: "app_name")]
        + [
          "collection", "name", "stored", "compared_at", "rows", "differing", "example",
          "example_stored", "example_counted",
        ].map { OutputColumn($0) },
      shape: RowShape(
        columns: [
          CellColumn("count"), CellColumn("of"), CellColumn("stored in"),
          CellColumn("compared_at", CellType.timestamptz), CellColumn("rows", CellType.int8),
          CellColumn("differing", CellType.int8), CellColumn("such as"),
        ]
      ) { count, row in
        let example = count.example.map {
          "\($0): \(count.exampleStored.map { "\($0)" } ?? "none") stored, "
            + "\(count.exampleCounted ?? 0) counted"
        }
        let collection = collectionName(count.appName, count.collection)
        return try [row.cell("name"), cell(collection)]
          + ["stored", "compared_at", "rows", "differing"].map(row.cell) + [cell(example ?? "")]
      },
      none: "the catalog declares no counts"
    )
  }
}
