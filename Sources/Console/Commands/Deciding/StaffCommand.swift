import Display

/// `staff`, `staff user:42 --login anna`.
struct StaffCommand: ConsoleCommand {
  private static let login = Flag(
    "login",
    .login,
    "the login of this user; for seniors",
    changesData: true
  )
  private static let remove = Flag("remove", "remove that link")

  let name = "staff"
  let summary: SafeText =
    "list which app users the team's logins are, so that nobody acts on themselves or superiors"
  let arguments = Arguments("[SUBJECT --login LOGIN]", [.subject], required: 0)
  let flags: [any CommandFlag] = [login, remove] + Flags.format
  let examples: [SafeText] = [
    "staff", "staff user:42 --login anna", "staff user:42 --login anna --remove",
  ]

  func run(_ context: CommandContext) async throws {
    guard let argument = context.arguments.first else {
      guard !context.has(Self.login), !context.has(Self.remove) else {
        throw misuse("`staff` needs a subject with `--login`")
      }
      return try await context.emit(
        ConsoleFunctions.memberSubjectList(),
        columns: [
          OutputColumn("login"), OutputColumn("rank"),
          OutputColumn("subject", joining: ["app", "collection", "key"], by: "/", ":"),
          OutputColumn("added_by"),
        ],
        none: "the team has no members"
      )
    }
    guard let login = context[Self.login] else {
      throw misuse("`staff \(argument)` needs `--login`")
    }
    let subject = try await context.subject(argument)
    let isRemoved = context.has(Self.remove)
    try await context.done(
      ConsoleFunctions.memberLink(roleName: login, subject: subject.id, isLinked: !isRemoved)
    )
    try await context.emitText(
      "\(context.name(of: subject)) is \(isRemoved ? "not " : "")\(login) in the team"
    )
  }
}
