import Catalog
import Display
import Outcome
import Prompt
import Testing

@testable import Console

struct CommandTests {
  @Test func `every command is listed once, under a verb that help explains`() {
    let listed = CommandRegistry.sections.flatMap(\.commands).flatMap { [$0.name] + $0.aliases }
    #expect(Set(listed).count == listed.count)
    let names = CommandRegistry.sections.flatMap(\.commands).map(\.name)
    #expect(CommandRegistry.commands.commands.map(\.name) == names)
    for verb in CommandRegistry.commands.verbs { #expect(CommandRegistry.commands[verb] != nil) }
  }

  @Test(arguments: [
    ("user:1,user:2", ["user:1", "user:2"]), ("1,3-5,_", ["1", "3-5", "_"]),
    (#"item:["b,2",1],user:7"#, [#"item:["b,2",1]"#, "user:7"]),
    (#"item:["a\"],b",1],3"#, [#"item:["a\"],b",1]"#, "3"]),
    (#"stall:b,"2"#, [#"stall:b,"2"#]),
    (
      "shop/item:[1,2],shop/item:[1,3]",
      ["shop/item:[1,2]", "shop/item:[1,3]"]
    ), ("1,,2,", ["1", "2"]),
  ])
  func `references are split at their commas, keys are not`(text: String, references: [String]) {
    #expect(SubjectReference.split(text) == references)
  }

  @Test(arguments: [
    ("user:42", SubjectReference.typed(app: nil, collection: "user", key: "42")),
    ("randevoo/user:9", .typed(app: "randevoo", collection: "user", key: "9")),
    ("doc:a:b", .typed(app: nil, collection: "doc", key: "a:b")), ("2", .rows(2...2)),
    ("1-3", .rows(1...3)), ("_", .last), ("A12", .action(12)), ("a7", .action(7)),
  ])
  func `a subject is typed or a row`(text: String, expected: SubjectReference) throws {
    #expect(try SubjectReference(text) == expected)
  }

  @Test(arguments: [
    "user:*", "user:4?", "user:%", "user", "user:", ":4", "a/b/c:4", "/user:4", "0", "3-1", "1-",
    "-1",
    "+1", "1-2-3", "9999999", "", "A", "A0", "A+1", "A1x", "B7",
  ])
  func `anything else is refused with a hint`(text: String) {
    let failure = #expect(throws: Failure.self) { try SubjectReference(text) }
    #expect(failure?.exit == .usage)
    #expect(failure?.hint != nil)
  }

  @Test func `flags take values either way and in any place`() throws {
    let command = try parse("ban --policy=fraud user:42 --for 7d --why \"--yes\" --dry-run")
    #expect(command.arguments == ["user:42"])
    #expect(command.flags == ["policy": "fraud", "for": "7d", "why": "--yes", "dry-run": ""])
  }

  @Test(arguments: [
    ("ban user:4 --polcy x", "`ban` has no flag `--polcy`", "Did you mean `--policy`?"),
    ("tag", "`tag` needs user:42 TAG", nil),
    ("ban user:4 --for", "`--for` needs a value", nil),
    ("ban user:4 --for --yes", "`--for` needs a value", nil),
    ("ban user:4 --yes=1", "`--yes` takes no value", nil),
    ("ban user:4 --for 7d --for 8d", "`--for` is given twice", nil),
    (
      "ban user:4 --for 7y", "`7y` is not a duration",
      "Write 30m, 12h, 7d, 2w or 1d12h; or use `--forever`."
    ),
    ("ban user:4 --for 0d", "`0d` is not a duration", nil),
    ("ban user:4 --for -1d", "`-1d` is not a duration", nil),
    ("find user --limit 0", "`--limit 0` is not a number", nil),
    ("find user --limit 9999999", "`--limit 9999999` is not a number", nil),
    ("show user:4 user:5", "`user:5` is one argument too many", nil),
    (
      "find user --output xml", "`--output xml` is unknown",
      "One of: table, expanded, md, json, ndjson, csv, tsv."
    ), ("find user --json a,b,a", "`--json a,b,a` names a field twice", nil),
    ("find user --json a --output csv", "`--json` goes with `--output json` or `ndjson`", nil),
    ("bna user:4", "`bna` is not a command", "`help` lists all."),
    (
      "import stores.csv", "`import` is a command of the shell",
      "`reeve import --help`, typed there, describes it."
    ),
    ("doctor", "`doctor` is a command of the shell", nil),
    ("xyzzy", "`xyzzy` is not a command", "`search xyzzy` searches for it; `help` lists all."),
    (
      "xyzzy \"silk bag\"", "`xyzzy` is not a command",
      "`search xyzzy '\"silk bag\"'` searches for it; `help` lists all."
    ),
    ("bag", "`bag` is not a command", "`search bag` searches for it; `help` lists all."),
    ("fnid user", "`fnid` is not a command", "Did you mean `find`? `help` lists all."),
    (
      "blue kettle --in product -wool", "`blue` is not a command",
      "`search blue kettle --in product -wool` searches for it; `help` lists all."
    ),
    ("blue kettle --yes", "`blue` is not a command", "`help` lists all."),
    ("\u{1B}[2J", "`<U+001B>[2J` is not a command", nil),
  ])
  func `a mistake is named, with the way out`(line: String, text: String, hint: String?) {
    let failure = #expect(throws: Failure.self) { try parse(line) }
    #expect(failure?.exit == .usage)
    #expect(failure.map { plain("\($0.message)") } == text)
    if let hint { #expect(failure?.hint == hint) }
  }

  @Test(
    arguments: [
      ("find user", nil, .table), ("find user --output csv", nil, .csv),
      ("find user --json", [], .json), ("find user --json --limit 5", [], .json),
      ("find user --json=", [], .json), ("find user --json ''", [], .json),
      ("find user --json key,label", ["key", "label"], .json),
      ("find user --json \"key, label\" --output ndjson", ["key", "label"], .ndjson),
    ] as [(String, [String]?, OutputFormat)]
  )
  func `fields are named, or left out to be listed`(
    line: String,
    fields: [String]?,
    output: OutputFormat
  ) throws {
    let command = try parse(line)
    #expect(command.fields == fields)
    #expect(command.output(default: .table) == output)
    #expect(command.arguments == ["user"])
  }

  @Test func `the beginning of a name will do at the prompt, for harmless verbs only`() throws {
    #expect(try find("fi user", isInteractive: true).command.name == "find")
    #expect(try find("cro preview", isInteractive: true).command.name == "cron preview")
    for (line, isInteractive) in [("fi user", false), ("ba user:1", true), ("cro run x", true)] {
      #expect(throws: Failure.self) { try find(line, isInteractive: isInteractive) }
    }
    let failure = #expect(throws: Failure.self) { try find("h", isInteractive: true) }
    #expect(failure?.hint == "It begins history, hide, hold, holds, help.")
  }

  @Test(arguments: ["30m", "12h", "7d", "1d", "2w", "1d12h", "1h30m"])
  func `a duration is one that PostgreSQL reads`(text: String) throws {
    #expect(try interval(text) == text)
  }

  @Test(arguments: ["", "d", "7", "0d", "-1d", "1.5h", "7 days", "1h1d", "99999999999999999999d"])
  func `other lengths of time are refused`(text: String) {
    #expect(throws: Failure.self) { try interval(text) }
  }

  @Test func `every command's examples hold what the parser takes`() throws {
    for command in CommandRegistry.commands.commands {
      for example in command.examples {
        let found = try find(plain(example))
        #expect(found.command.name == command.name, "\(plain(example))")
        _ = try Invocation(found.command, found.words)
      }
    }
  }

  @Test func `a usage line shows each flag once`() {
    for command in CommandRegistry.commands.commands {
      let words = plain(command.usage).split { " []|".contains($0) }
      for flag in command.flags {
        #expect(words.count { $0 == "--\(flag.name)" } == 1, "\(plain(command.usage))")
      }
    }
  }

  @Test(arguments: [
    (Numbered.action, "A12", 12), (.action, "a12", 12), (.action, "12", 12), (.case, "C7", 7),
    (.case, "case:7", 7), (.proposal, "P17", 17), (.job, "42", 42), (.job, "job:42", 42),
  ])
  func `a number is read with its letter, its noun or alone`(
    kind: Numbered,
    word: String,
    number: Int64
  ) throws {
    #expect(try kind.number(word) == number)
  }

  @Test(arguments: [
    (Numbered.action, "A+1"), (.action, "A-1"), (.action, "+1"), (.action, "A0"), (.action, "A"),
    (.action, "B7"), (.case, "C1 "), (.case, "case:+1"), (.proposal, "P٣"), (.job, "J7"),
    (.job, "99999999999999999999"), (.job, ""),
  ])
  func `what is not a number in ASCII digits is none`(kind: Numbered, word: String) {
    #expect(throws: Failure.self) { try kind.number(word) }
  }

  private func find(_ line: String, isInteractive: Bool = false) throws -> CommandSet.Found {
    try CommandRegistry.commands.find(words(of: line).words, isInteractive: isInteractive)
  }

  private func parse(_ line: String) throws -> Invocation {
    let found = try find(line)
    return try Invocation(found.command, found.words)
  }
}

/// A line without its styles.
func plain(_ text: SafeText) -> String {
  String(decoding: text.rendered(isColoured: false), as: UTF8.self)
}

/// Which lines change data: they are never run by an abbreviation, and never pasted unasked.
struct ActingLineTests {
  @Test(arguments: [
    ("queues pause default", true), ("queues limit default --running 4", true),
    ("queues resume default", true), ("queue", false),
    ("queue --policy spam", false), ("queues", false), ("cron pause expire", true),
    ("cron run verify", true), ("cron resume expire", true), ("cron", false),
    ("cron preview expire", false), ("cron list", false), ("jobs cancel 7", true),
    ("jobs retry 7", true), ("jobs", false), ("jobs why 7", false),
    ("staff user:1 --login anna", true), ("staff user:1 --login=anna", true), ("staff", false),
    ("team", false), ("team add anna --rank viewer", true), ("evidence A1 --reveal", false),
    ("audit anchor /x", true), ("audit", false), ("ban user:1", true), ("undo A1", true),
    ("approve P1", true), ("claim C1", true), ("mute user:1", true), ("show user:1", false),
    ("find user x", false), ("help ban", false), ("cro pause expire", true),
    ("queue pause default", true), ("job cancel 7", true), ("cro", false), ("nosuch pause", false),
  ])
  func `a line that changes data is known by its words`(line: String, changes: Bool) {
    #expect(CommandRegistry.commands.changesData(words(of: line).words) == changes)
  }
}

/// What an app's catalog adds to the commands.
struct CatalogWordTests {
  private func hidden(verb: String, view: String) throws -> [String] {
    let text = """
      app: shop
      schema: shop
      owner: shop_owner
      title: A shop
      collections:
        user: {table: users, key: [id], label: t.name, show: [id]}
      actions:
        - {verb: ban, collection: user}
        - {verb: \(verb), collection: user, like: hide}
      views:
        \(view): {function: seen, columns: [a], help: What was seen.}
      """
    return try Manifest(catalog: ManifestFile(name: "c.yaml", bytes: Array(text.utf8)))
      .hiddenCommands.map(\.description)
  }

  @Test func `a verb or a view that a command of the console would hide is an error`() throws {
    #expect(try hidden(verb: "archive", view: "seen") == [])
    #expect(
      try hidden(verb: "next", view: "unban") == [
        "c.yaml:9:12: `next` is a command of the console; give the action another verb",
        "c.yaml:11:10: `unban` is a command of the console; give the view another name",
      ]
    )
    for verb in ["exit", "jobs", "unmute"] {
      #expect(try hidden(verb: verb, view: "seen").count == 1, "\(verb)")
    }
    for view in ["archive", "unarchive"] {
      #expect(
        try hidden(verb: "archive", view: view) == [
          "c.yaml:11:\(5 + view.count): an action has this verb; give the view another name"
        ]
      )
    }
  }
}
