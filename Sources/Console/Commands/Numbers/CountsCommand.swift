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
      columns: [
        OutputColumn("app", from: "app_name"), "collection", "name", "stored", "compared_at",
        "rows", "differing", "example",
        "example_stored", "example_counted",
      ],
      list: [
        .text("count", "name"), .text("of") { collectionName($0.appName, $0.collection) },
        .text("stored in", "stored"), .time("compared_at"), .number("rows"), .number("differing"),
        .text("such as") { count in
          count.example.map {
            "\($0): \(count.exampleStored.map { "\($0)" } ?? "none") stored, "
              + "\(count.exampleCounted ?? 0) counted"
          } ?? ""
        },
      ],
      none: "the catalog declares no counts"
    )
  }
}
