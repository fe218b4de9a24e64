import Catalog
import Display
import Outcome
import Postgres
import Prompt

/// `merge user:9 into user:4`: an account of a person goes, another one stays; and, without `into`,
/// an app's own `merge` of things.
struct MergeCommand: ConsoleCommand {
  private static let despiteBan = Flag(
    "despite-ban",
    "merge them although one is barred; the other must be covered by a bar, too"
  )

  let name = "merge"
  let summary: SafeText = "merge an account into another one of the same person, which stays"
  let arguments = Arguments(
    "user:9 into user:4",
    [.targets, .choice(["into"]), .subject],
    required: 1,
    takesRest: true
  )
  let flags: [any CommandFlag] =
    [despiteBan, Flags.recordOnly] + ActionCommand("merge", like: "verify", on: "place:31").flags
  let examples: [SafeText] = [
    "merge user:9 into user:4 --dry-run", "merge user:9 into user:4 --why \"signed up twice\"",
    "merge 2 into 1",
  ]
  let changesData = true

  func accepts(_ collection: CatalogCollection) -> Bool { collection.verbs.contains(name) }

  func run(_ context: CommandContext) async throws {
    let words = context.arguments
    guard words.count > 1, words[1] == "into" else {
      return try await ofThings(context)
    }
    guard words.count == 3 else { throw context.misuse }
    let gone = try await context.subject(words[0])
    let stays = try await context.subject(words[2])
    guard gone.collection.path == stays.collection.path else {
      throw Failure(
        .usage,
        "\(context.name(of: gone)) and \(context.name(of: stays)) are not accounts of one collection",
        hint: "Only accounts of the same app and collection can be merged."
      )
    }
    guard gone.collection.kind(of: name) == name else {
      throw Failure(
        .usage,
        "the catalog does not say what moves when a \(gone.collection.name) is merged",
        hint: "`merge:` of the collection declares it."
      )
    }
    guard !context.has(ActionCommand.close), !context.has(Flags.duration) else {
      throw Failure(.usage, "a merge of accounts takes neither `--for` nor `--close`")
    }
    let arguments = try JSONB(
      encoding: ConsoleFunctions.ActionArgs(
        why: context[Flags.why],
        name: stays.key,
        recordOnly: context.has(Flags.recordOnly),
        despiteBan: context.has(Self.despiteBan)
      )
    )
    if context.has(ActionCommand.all) {
      return try await ActionCommand(name, on: "user:9").list([gone], arguments, context)
    }
    try await context.carryOut([
      context.act(name, on: gone, arguments, about: context[Flags.case])
    ])
  }

  /// Carries out a `merge` that an app's catalog declares for things.
  private func ofThings(_ context: CommandContext) async throws {
    let first = context.arguments[0]
    let subject = first.hasPrefix("@") ? nil : try await context.subjects([first]).first
    let kind = subject?.collection.kind(of: name)
    guard kind != name else {
      throw Failure(
        .usage,
        "say which account stays",
        hint: "`merge \(first) into user:4` merges it into user:4."
      )
    }
    guard !context.has(Self.despiteBan) else {
      throw Failure(.usage, "`--despite-ban` goes with `into`")
    }
    try await ActionCommand(name, like: kind ?? "verify", on: "place:31").run(context)
  }
}

extension CatalogCollection {
  /// The kind of action that a verb is on this collection; nil for one that it does not have.
  fileprivate func kind(of verb: String) -> String? {
    verbs.firstIndex(of: verb).map { kinds[$0] }
  }
}
