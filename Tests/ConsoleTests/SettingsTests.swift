import Glibc
import Outcome
import Postgres
import Prompt
import TestSupport
import Testing

@testable import Console

private let commands = CommandRegistry.commands

struct SettingsTests {
  @Test(
    arguments: [
      ("who anna", "find user anna"),
      ("who \"anna k\" --limit 3", "find user \"anna k\" --limit 3"),
      ("all a b", "search a b"), ("price 3", "say $3 and $"), ("twice a b c", "b a c"),
      ("other x", nil),
      ("who '--x'", "find user \"--x\""),
    ] as [(String, String?)]
  )
  func `an alias stands for a line with its arguments in place`(line: String, expected: String?)
    throws
  {
    var settings = ConsoleSettings()
    settings.aliases = [
      "who": "find user", "all": "search $*", "price": "say $$1 and $", "twice": "$2 $1",
    ]
    #expect(try settings.expanded(words(of: line).words) == expected)
  }

  @Test func `an alias without its arguments says what it needs`() {
    var settings = ConsoleSettings()
    settings.aliases = ["twice": "$2 $1"]
    #expect(throws: Failure(.usage, "`twice` needs 2 arguments", hint: "It stands for `$2 $1`.")) {
      try settings.expanded(words(of: "twice a").words)
    }
    #expect(settings.meant(by: words(of: "twice a").words).isEmpty)
  }

  @Test(arguments: [
    ("limit", "0"), ("limit", "x"), ("output", "xml"), ("times", "never"), ("colour", "red"),
  ])
  func `what cannot be set is refused`(name: String, value: String) {
    var settings = ConsoleSettings()
    #expect(throws: Failure.self) { try settings.set(name, value) }
    #expect(settings == ConsoleSettings())
  }

  @Test(arguments: ["ban", "quit", "exit", "1st", "a b", "", "x\u{1B}", "ü"])
  func `a name that is taken, or is no word, is refused`(name: String) {
    var settings = ConsoleSettings()
    #expect(throws: Failure.self) {
      try settings.define(alias: name, "find user", besides: commands)
    }
  }

  @Test(arguments: [
    ("2", ["2"]), ("#2", ["#2"]), ("show #2 # the second", ["show", "#2"]), ("# 2", []),
    ("#2 is a comment", []), ("show #", ["show"]),
  ])
  func `a number sign before a digit is a row, else a comment`(line: String, expected: [String]) {
    #expect(
      words(of: line == "#2" ? "show #2" : line).words.map(\.text)
        == (line == "#2" ? ["show", "#2"] : expected)
    )
  }

  @Test(arguments: [("#3", 3...3), ("3", 3...3), ("#1-3", 1...3)])
  func `rows are named with a number sign or without`(text: String, rows: ClosedRange<Int>) throws {
    #expect(try SubjectReference(text) == .rows(rows))
  }

  @Test(arguments: [
    ("\\q", "quit"), ("exit", "quit"), ("?", "help"), ("\\?", "help"), ("clear", "clear"),
  ])
  func `words of other consoles do here what they do there`(typed: String, name: String) throws {
    let word = Word(text: typed)
    let found = try commands.find([word], isInteractive: true)
    #expect(found.command.name == name)
    #expect(!found.isAbbreviated)
  }

  @Test func `no suggestion is a command that changes data`() throws {
    let acting = commands.commands.filter(\.changesData).map(\.name)
    for verb in commands.verbs {
      for slip in [String(verb.dropLast()), verb + "x", "x" + verb, String(verb.dropFirst())] {
        do {
          _ = try commands.find([Word(text: slip)], isInteractive: true)
        } catch {
          let suggested = error.hint?.split(separator: "`").map { String($0) } ?? []
          guard error.hint?.hasPrefix("Did you mean") == true else { continue }
          #expect(!acting.contains(suggested[1]), "\(slip): \(suggested[1])")
        }
      }
    }
  }
}

struct StartupFileTests {
  @Test(arguments: [(0o600, true), (0o644, true), (0o620, false), (0o602, false)])
  func `a file that others can write is not read`(mode: mode_t, isRead: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("startup", "set limit 7\n")
    #expect(chmod(folder["startup"], mode) == 0)
    var settings = ConsoleSettings()
    let problems = StartupFile(path: folder["startup"]).read(into: &settings, besides: commands)
    #expect(settings.limit == (isRead ? 7 : 20))
    #expect(problems.isEmpty == isRead)
  }

  @Test func `a definition replaces the one of its name, and nothing else changes`() throws {
    let folder = try TemporaryFolder()
    try folder.write("startup", "# mine\n\nalias a find user\nalias b jobs\nset limit 7")
    let file = StartupFile(path: folder["startup"])
    try file.keep("alias a find store")
    let kept = String(decoding: try #require(contents(of: folder["startup"])), as: UTF8.self)
    #expect(kept == "# mine\n\nalias b jobs\nset limit 7\nalias a find store\n")
    var settings = ConsoleSettings()
    #expect(file.read(into: &settings, besides: commands).isEmpty)
    #expect(settings.aliases == ["a": "find store", "b": "jobs"])
  }

  @Test func `a file that is not there, or of 1 MB without a line end, does no harm`() throws {
    let folder = try TemporaryFolder()
    var settings = ConsoleSettings()
    let nothing = StartupFile(path: folder["nothing"])
    #expect(nothing.read(into: &settings, besides: commands).isEmpty)
    try folder.write("startup", "alias " + String(repeating: "x", count: 2 << 20))
    let open = StartupFile(path: folder["startup"])
    #expect(open.read(into: &settings, besides: commands).count == 1)
    #expect(settings == ConsoleSettings())
  }
}

/// Words of an admin's own at the console.
@Suite(.freshDatabase, .blocking)
struct OwnWordsTests {
  private static let prompt = " ▸ "

  @Test func `aliases, replies and settings last for the session, and saved ones longer`()
    async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try folder.write(
        "startup",
        "# mine\nset limit 1\nalias people find user $1\nreply gone \"It was a copy.\"\nban user:1\n"
      )
      let variables = ["INPUTRC=/dev/null", "REEVE_STARTUP=\(folder["startup"])"]
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        variables: variables
      )
      try terminal.expect(
        "startup:5: only `set`, `alias` and `reply` with their values can be here"
      )
      try terminal.expect(Self.prompt)
      terminal.send("people anna\r")
      try terminal.expect("find user anna")
      try terminal.expect("the first 1; more with --limit 5")
      try terminal.expect(Self.prompt)
      terminal.send("hide product:1 --policy counterfeit --public @gone --for 1d --yes\r")
      try terminal.expect("done  A1")
      try terminal.expect(Self.prompt)
      terminal.send("find product silk\r")
      try terminal.expect("hidden until")
      try terminal.expect(Self.prompt)
      terminal.send("save silk\r")
      try terminal.expect("saved  alias silk find product silk")
      try terminal.expect(Self.prompt)
      terminal.send("\\q\r")
      #expect(terminal.wait() == 0)
      let kept = String(decoding: try #require(contents(of: folder["startup"])), as: UTF8.self)
      #expect(kept.hasPrefix("# mine\nset limit 1\n"))
      #expect(kept.hasSuffix("\nalias silk find product silk\n"))
      let reason: String = try await market.outside.query(
        "SELECT public_reason FROM reeve.action WHERE action_id = 1"
      )[0].get(0)
      #expect(reason == "It was a copy.")
      let later = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        variables: variables
      )
      try later.expect(Self.prompt)
      later.send("silk\r")
      try later.expect("product:1")
      try later.expect(Self.prompt)
      later.send("exit\r")
      #expect(later.wait() == 0)
    }
  }

  @Test func `vi mode and $if reeve of an inputrc work, TAB as well`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try folder.write(
        "inputrc",
        "set editing-mode vi\n$if reeve\n\"\\C-g\": \"find user mara\"\n$endif\n"
      )
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        variables: ["INPUTRC=\(folder["inputrc"])", "REEVE_STARTUP=/dev/null"]
      )
      try terminal.expect(Self.prompt)
      terminal.send("\u{7}\r")
      try terminal.expect("user:4")
      try terminal.expect(Self.prompt)
      // Escape, to the beginning, delete the first word.
      terminal.send("xx whoami\u{1B}0dw\r")
      try terminal.expect("rank ")
      try terminal.expect(Self.prompt)
      terminal.send("show user:mara l")
      try terminal.complete("user:4 ")
      terminal.send("\r")
      try terminal.expect("user:4 Mara Lind")
      try terminal.expect(Self.prompt)
      terminal.send("quit\r")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `an act closes its case in the same line, in one transaction`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("product", 1, "a copy", "counterfeit", by: 4)
      try await market.outside.executeScript(
        """
        CREATE TABLE public.seen(xid xid8);
        CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
          'BEGIN INSERT INTO public.seen VALUES (pg_current_xact_id()); RETURN NULL; END';
        CREATE TRIGGER see AFTER INSERT ON reeve.action
          FOR EACH ROW EXECUTE FUNCTION public.see();
        CREATE TRIGGER see AFTER UPDATE ON reeve.case
          FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL) EXECUTE FUNCTION public.see();
        """
      )
      let console = try MemoryConsole(as: market.senior)
      let missing = await console.run("hide product:1 --policy counterfeit --close upheld --yes")
      #expect(missing.code == .usage)
      #expect(missing.text.contains("`--close` needs `--case`"))
      let line = "hide product:1 --policy counterfeit --for 1d --case C1 --close upheld"
      let queue = await console.run("queue")
      #expect(queue.text.contains("C1"), "\(queue.text)")
      let planned = await console.run("\(line) --dry-run")
      #expect(planned.code == .ok, "\(planned.text)")
      let run = await console.run("\(line) --yes")
      #expect(run.code == .ok, "\(run.text)")
      #expect(run.text.contains("done  A1  hide product:1 Silk bag"))
      #expect(run.text.contains("C1 is closed: upheld"))
      let seen = try await market.outside.query("SELECT count(*), count(DISTINCT xid) FROM seen")
      #expect(try seen[0].get(0) == 2)
      #expect(try seen[0].get(1) == 1)
      let again = await console.run("\(line) --yes")
      #expect(again.code != .ok)
      try await console.close()
    }
  }

  @Test func `a case stays open where one of its acts waits for a second person`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("store", 1, "copies", "counterfeit", by: 4)
      let console = try MemoryConsole(as: market.senior)
      #expect(await console.run("queue").text.contains("C1"))
      #expect(await console.run("tag product:1 vip --protect").code == .ok)
      let line = "ban product:1,product:2 --policy counterfeit --for 1d --case C1 --close upheld"
      let run = await console.run("\(line) --yes")
      #expect(run.code == .refused, "\(run.text)")
      #expect(run.text.contains("ban product:2") && !run.text.contains("is closed"), "\(run.text)")
      #expect(await console.run("close C1 --outcome upheld --why checked").code == .ok)
      try await console.close()
    }
  }

  @Test func `find without a collection lists them`() async throws {
    try await Market.run { market in
      let run = try await market.enter("find --output tsv")
      #expect(run.output.contains("user\trandevoo\tban"))
    }
  }
}
