import Display
import Outcome
import Postgres
import Prompt

/// `duplicates user --by email,phone`.
struct DuplicatesCommand: ConsoleCommand {
  private static let by = Flag(
    "by",
    .identifiers,
    "only those that share one of these identifiers; by default any"
  ) { (text: String) throws(Failure) in
    let kinds = text.split(separator: ",").map { String($0) }
    guard !kinds.isEmpty else {
      throw Failure(.usage, "`--by \(text)` names no identifier", hint: "Write --by email,phone.")
    }
    return kinds
  }

  let name = "duplicates"
  let summary: SafeText =
    "list groups of accounts that share an e-mail address, a phone number, … without showing it"
  let arguments = Arguments("user", [.collection])
  let flags: [any CommandFlag] = [by, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "duplicates user", "duplicates user --by email,phone --limit 50",
    "duplicates user --json group,subject,shares",
  ]

  func run(_ context: CommandContext) async throws {
    let collection = try await context.collection(named: context.arguments[0])
    // People read in words what programs get as values.
    let isReadable = context.format.isReadable
    var listing = SubjectListing(
      context,
      limit: context.listLimit,
      columns: [CellColumn("group", CellType.int8), CellColumn("label"), CellColumn("shares")]
        + (isReadable ? [] : [CellColumn("verified", CellType.bool)])
        + [
          CellColumn("accounts", CellType.int8), CellColumn("ban"),
          CellColumn("first_at", CellType.timestamptz), CellColumn("last_at", CellType.timestamptz),
        ],
      none: "no two accounts share an identifier"
    )
    let call = ConsoleFunctions.duplicateList(
      app: collection.app,
      collection: collection.name,
      kinds: context[Self.by],
      maxRows: listing.limitToAsk
    )
    let heading = "\(context.name(of: collection)):"
    let cells =
      ["group_no", "label", "shared"] + (isReadable ? [] : ["is_verified"])
      + ["accounts", "ban", "first_at", "last_at"]
    try await context.stream(call) { rows in
      try await listing.write(rows, cells: cells) { _ in (collection, heading) }
    }
    try await listing.finish(context)
  }
}
