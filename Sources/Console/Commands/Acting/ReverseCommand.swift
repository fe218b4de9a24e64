import Catalog
import Display
import Outcome
import Postgres

/// A command that undoes an action in force: `unban user:42`.
struct ReverseCommand: ConsoleCommand {
  private let action: String
  private let subject: String
  private let argument: ActionKind.Argument?

  /// Makes the command that undoes an action.
  ///
  /// - Parameters:
  ///   - action: The action's word.
  ///   - kind: The kind of action; the word itself by default.
  ///   - subject: An example of a subject.
  init(_ action: String, like kind: String? = nil, on subject: String) {
    (self.action, self.subject) = (action, subject)
    let argument = ActionKind.all.first { $0.name == kind ?? action }?.argument
    self.argument = argument == .text || argument == .account ? nil : argument
  }

  var name: String { "un\(action)" }
  var summary: SafeText { "take back the `\(action)` in force, by its action" }
  var arguments: Arguments {
    let form = argument?.form
    return Arguments("\(subject)\(form?.usage ?? "")", [.subject] + (form.map { [$0.kind] } ?? []))
  }
  var flags: [any CommandFlag] { Flags.decision }
  var changesData: Bool { true }
  var examples: [SafeText] {
    let example = argument?.form.example ?? ""
    return ["\(name) \(subject)\(example)", "\(name) 1\(example) --why \"appeal upheld\""]
  }

  func accepts(_ collection: CatalogCollection) -> Bool {
    action == "mute" || collection.verbs.contains(action)
  }

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let call = ConsoleFunctions.actionInForce(
      subject: subject.id,
      verb: action,
      name: context.arguments.dropFirst().first
    )
    let rows = try await context.rows(call)
    let actions = try rows.map(call.read)
    let name = context.name(of: subject)
    guard let first = actions.first else {
      try await context.status(of: subject)
      throw Failure(
        .notFound,
        "no `\(action)` is in force on \(name)",
        hint: "`history \(name)` shows what was done."
      )
    }
    guard actions.count == 1 else {
      for found in actions { context.remember(action: found.actionID, "\(action) of \(name)") }
      try await context.emit(CellRows(rows))
      throw Failure(
        .usage,
        "\(actions.count) of these are in force on \(name)",
        hint: "Undo the one that you mean by its action: `undo A\(first.actionID)`."
      )
    }
    try await context.carryOut([context.undo(action: first.actionID)])
  }
}
