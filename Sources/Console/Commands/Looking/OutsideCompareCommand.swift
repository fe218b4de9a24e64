import Display
import Postgres
import Prompt

/// `outside compare user accounts.json`.
struct OutsideCompareCommand: ConsoleCommand {
  private static let effect = Flag(
    "effect",
    .text,
    "the effect whose accounts the file lists; by default the one that can be undone"
  )

  let name = "outside compare"
  let summary: SafeText =
    "compare the accounts that are disabled elsewhere with the actions in force here"
  let arguments = Arguments(
    "COLLECTION FILE",
    [.collection, .file],
    needed: "a collection and a listing: JSON of `auth:export`, or CSV with uid and disabled"
  )
  let flags: [any CommandFlag] = [effect] + Flags.format
  let examples: [SafeText] = [
    "outside compare user accounts.json", "outside compare user accounts.csv --output csv",
  ]

  func run(_ context: CommandContext) async throws {
    let collection = try await context.collection(named: context.arguments[0])
    let file = try AccountListing(context.arguments[1], context.options)
    try await context.emit(
      ConsoleFunctions.outsideCompare(
        app: collection.app,
        collection: collection.name,
        effect: context[Self.effect],
        accounts: file.disabled
      ),
      list: [
        .text("disabled", "difference"), .text("account"),
        .text("subject") { row in row.key.map { "\(collection.name):\($0)" } ?? "" },
        .text("label") { $0.label ?? "" }, .text("for") { $0.act ?? "" },
        .text("sent") { $0.state ?? "" },
      ],
      none: "\(file.disabled.count) accounts are disabled there, and the same are here"
    )
  }
}
