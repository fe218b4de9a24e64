import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// Views of an app: about one subject, about all of it, with subjects in their rows.
@Suite(.freshDatabase, .blocking)
struct ViewTests {
  @Test func `rows of a view about the whole app are acted on by their numbers`() async throws {
    try await Market.run { market in
      // On no slot: the store's last an hour.
      try await market.book()
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("off-grid", ExitStatus.ok, "1  reservation:1  store:1  pending"),
        ("show 2", .ok, "reservation:2 reservation of"), ("off-grid", .ok, "3  reservation:3"),
        ("tag 1-3 late --yes", .ok, "late"), ("off-grid --limit 1", .ok, "more with --limit 5"),
        ("show _", .ok, "reservation:1"), ("off-grid store:1", .usage, "one argument too many"),
        ("slots", .usage, "`slots` needs store:7"), ("slots user:1", .usage, "is not about user:1"),
        ("help off-grid", .ok, "[--limit N]"), ("chat-faults", .ok, "no rows"),
        ("demand", .ok, "store:1  Atelier Keller"), ("off-grid --json nope", .usage, "Fields: "),
        ("slots store:1 --day 2031-06-11 --limit 2", .ok, "the first 2; more with --limit 10"),
        ("why reservation:1 --limit 9", .ok, "pending"), ("help slots", .ok, "[--limit N]"),
        ("slots store:1 --limit 0", .usage, "--limit"),
        ("slots store:1 --limit x", .usage, "--limit"),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
      try await console.close()
      let json = try market.run("demand --output json", "off-grid --output csv").output
      #expect(json.contains(#""store":"store:1","name":"Atelier Keller""#), "\(json)")
      #expect(json.contains("\"requests\":[0,0,") && !json.contains("█"), "\(json)")
      #expect(json.contains("reservation:1,store:1,pending,20"), "\(json)")
      let plain = try market.run("off-grid --output csv").output
      #expect(plain.contains(":00:00+00:00,"), "an instant is one, though it is drawn: \(plain)")
    }
  }

  @Test func `what is no subject in a view is shown, and cannot be named`() async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        CREATE OR REPLACE FUNCTION randevoo.view_chat_faults()
        RETURNS TABLE(subject text, chat text, author text, at timestamptz, fault text)
        LANGUAGE sql STABLE AS $$
          VALUES ('user:1', 'user:2', 'user:1,user:2', now(), E'\\x1b[2J\\nuser:3'),
            (NULL, NULL, NULL, NULL, NULL), ('chair:1', '', ':', now(), ''),
            (E'user:\\x1b[31m', 'user:', 'randevoo/user:1', now(), ''), ('user:3', '', '', now(), '')
        $$
        """
      )
      let console = try MemoryConsole(as: market.senior)
      let list = await console.run("chat-faults")
      #expect(list.code == .ok && !list.text.contains("\u{1B}"), "\(list.text)")
      #expect(list.text.contains("4  user:<U+001B>[31m"), "\(list.text)")
      #expect(list.text.contains("5  user:3"), "\(list.text)")
      for (line, code, text) in [
        ("show 2", ExitStatus.usage, "row 2 of the last listing is not a subject"),
        ("show 3", .usage, "row 3 of the last listing is not a subject"),
        ("tag 1-5 late --yes", .usage, "row 2 of the last listing is not a subject"),
        ("show 5", .ok, "user:3"), ("chat-faults", .ok, "user:1"), ("show 4", .notFound, "user"),
        ("chat-faults", .ok, "user:1"), ("show _", .usage, "`_` is 3 subjects"),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
      try await console.close()
    }
  }

  @Test func `views of one name in two apps are one command`() throws {
    func view(_ app: String, _ collection: String?, _ arguments: [String]) -> AppView {
      AppView(
        app: app,
        name: "day",
        collection: collection,
        arguments: arguments,
        columns: ["n"],
        types: ["integer"],
        help: "a day"
      )
    }
    let both = ViewCommand([view("a", "store", ["day"]), view("b", nil, ["day", "limit"])])
    #expect(both.arguments.kinds.count == 1 && both.arguments.required == 0)
    #expect(both.flags.map(\.name) == ["day", "limit", "output", "json"])
    #expect(both.accepts(CatalogCollection(app: "a", name: "store")))
    #expect(!both.accepts(CatalogCollection(app: "b", name: "store")))
    let alone = ViewCommand([view("b", nil, [])])
    #expect(alone.arguments.kinds.isEmpty)
    #expect(alone.flags.map(\.name) == ["limit", "output", "json"])
  }

  @Test(arguments: [
    ("LC_ALL=C.UTF-8", "██████████", "▁"), ("LC_ALL=C", "##########", "_"),
    ("LC_ALL=C.UTF-8 NO_COLOR=1", "██████████", "▁"),
  ])
  func `a screen that shows only ASCII gets drawings of that`(
    variables: String,
    bar: String,
    spark: String
  ) async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        CREATE OR REPLACE FUNCTION randevoo.view_demand()
        RETURNS TABLE(store text, name text, opens time, filled text, requests bigint[],
          change bigint, worth text) LANGUAGE sql STABLE AS
        $$ SELECT 'store:1', 'A', time '09:30', '3/3', '{0,0,0}'::bigint[], -5, '7 EUR' $$
        """
      )
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        size: (80, 24),
        variables: ["INPUTRC=/dev/null"] + variables.split(separator: " ").map { String($0) }
      )
      try terminal.expect(terminal.prompt)
      terminal.send("demand\r")
      let text = try terminal.expect(terminal.prompt)
      let change = bar.hasPrefix("#") ? "    -5" : "    ▼5"
      for part in [bar + "    3/3", spark + spark + spark, change, "7.00 EUR", "09:30"] {
        #expect(text.contains(part), "\(part): \(text)")
      }
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }
}
