import Display
import Postgres
import TestSupport
import Testing

@testable import Console

/// Who did what and when, parts of the record, and anchors outside the database.
@Suite(.freshDatabase, .blocking)
struct AuditTests {
  @Test func `it tells who asked, approved, did and undid, and what was refused`() async throws {
    try await Market.run { market in
      let database = try TestDatabase.current
      let other = try await database.login("other", groups: ["reeve_senior"])
      try await market.enlist(other, "senior")
      let vic = try await database.login("vic", groups: ["reeve_viewer"])
      try await market.enlist(vic, "viewer")
      #expect(try await market.enter("ban user:1 --policy fraud --forever --yes").status == 4)
      #expect(try await market.enter("approve P1 --yes", as: other).status == 0)
      #expect(try await market.enter("undo A2 --yes").status == 0)
      #expect(try await market.enter("warn user:1 --policy spam --yes", as: vic).status == 4)
      #expect(try await market.enter("warn user:2 --policy spam --yes").status == 0)
      func kinds(_ line: String, as login: String? = nil) async throws -> [String] {
        let run = try await market.enter("\(line) --output ndjson --json kind", as: login)
        #expect(run.status == 0, "\(line): \(run.errors)")
        return run.output.split(separator: "\n").map { String($0.dropFirst(9).dropLast(2)) }
      }
      #expect(try await kinds("audit who A2") == ["undo", "approve", "ban", "propose"])
      #expect(
        try await kinds("audit what user:1") == ["warn", "undo", "approve", "ban", "propose"]
      )
      #expect(try await kinds("audit what user:1 --refused") == ["warn"])
      #expect(try await kinds("audit what --by \(vic)") == ["warn"])
      #expect(try await kinds("audit what user:1 --by \(other)") == ["approve", "ban"])
      #expect(try await kinds("audit when 2000..2001") == [])
      #expect(try await kinds("audit --from 2020 --limit 1") == ["warn"])
      #expect(try await kinds("audit --to 2020") == [])
      let fields = "actor,principal,rank,approval_id,program,address"
      let who = try await market.enter("audit who A2 --json \(fields)")
      #expect(
        who.output.contains(
          #"{"actor":"\#(other)","principal":"\#(market.senior)","rank":"senior","approval_id":1,"#
            + #""program":"reeve","address":null}"#
        ),
        "\(who.output)"
      )
      #expect(try await market.enter("audit who A2").output.contains("local"))
      // From where a colleague works is not for every colleague.
      #expect(
        try await market.enter("audit who A2 --json program", as: vic).output.contains("null")
      )
      // What the plan refuses already was an attempt, too; a dry run is none.
      #expect(try await market.enter("ban user:3 --policy fraud --forever --yes").status == 4)
      for line in ["undo A2 --yes", "approve P2 --yes", "warn user:2 --policy spam --dry-run"] {
        #expect(try await market.enter(line, as: vic).status == 4, "\(line)")
      }
      #expect(try await kinds("audit --by \(vic) --refused") == ["approve", "undo", "warn"])
      let cases: [(String, Int32, String)] = [
        ("audit who A99", 5, "no action A99"), ("audit who", 2, "needs an action"),
        ("audit what", 2, "needs a subject, or"), ("audit when", 2, "needs a time"),
        ("audit when yesterday", 2, "not a time"), ("audit when 2026-13", 2, "not a time"),
        ("audit when 2026-02-30", 2, "not a time"), ("audit when 2027..2026", 2, "not a time"),
        ("audit when 2026 --from 2026", 2, "has no flag `--from`"), ("audit how", 2, "unknown"),
        ("audit verify x --program y", 2, "has no flag `--program`"),
      ]
      for (line, status, text) in cases {
        let run = try await market.enter(line)
        #expect(run.status == status, "\(line): \(run.status) \(run.errors)")
        #expect(run.errors.contains(text), "\(line): \(run.errors)")
      }
    }
  }

  @Test func `a part of it is exported and verified, after an anchor or by days`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      for number in 1...4 {
        #expect(try await market.enter("warn user:\(number) --policy spam --yes").status == 0)
      }
      let anchored = try await market.enter("audit anchor \(folder["anchors"])")
      #expect(anchored.status == 0, "\(anchored.errors)")
      let anchor = String(anchored.output.split(separator: " ").last?.dropLast() ?? "")
      #expect(try await market.enter("warn user:1 --policy spam --yes").status == 0)
      #expect(try await market.enter("audit anchor \(folder["anchors"])").status == 0)
      let lines = String(decoding: try #require(contents(of: folder["anchors"])), as: UTF8.self)
        .split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix("\(anchor) 20"), "\(lines)")
      let part = try await market.enter("audit export \(folder["part"]) --since \(anchor)")
      let last = String(lines[1].split(separator: " ")[0])
      #expect(part.errors.contains("1 entry exported; head \(last)\n"), "\(part.errors)")
      let sound = try await market.enter("audit verify \(folder["part"]) --anchor \(anchor)")
      #expect(sound.output.contains("sound  1 entry"), "\(sound.errors)")
      #expect(try await market.enter("audit export \(folder["all"]) --from 2020").status == 0)
      #expect(
        try await market.enter("audit verify \(folder["all"]) --anchor \(anchor)").status == 0
      )
      let none = try await market.enter("audit export \(folder["none"]) --to 2020")
      #expect(none.errors.contains("0 entries exported"), "\(none.errors)")
      let forged = "4:" + String(repeating: "0", count: 64)
      #expect(try await market.enter("audit export \(folder["x"]) --since \(forged)").status == 1)
      #expect(contents(of: folder["x"]) == nil)
      // The end is cut off: an anchor shows it, the database's own looks do not.
      try await market.outside.executeScript(
        """
        DELETE FROM reeve.chain WHERE seq = (SELECT max(seq) FROM reeve.chain);
        UPDATE reeve.chain_head SET (seq, hash) = (
          SELECT seq, hash FROM reeve.chain ORDER BY seq DESC LIMIT 1);
        """
      )
      #expect(try await market.enter("audit export \(folder["cut"])").status == 0)
      #expect(try await market.enter("audit verify \(folder["cut"])").status == 0)
      let empty = try await market.enter("audit verify /dev/null")
      #expect(empty.status == 1 && empty.errors.contains("no entries"), "\(empty)")
      let cut = try await market.enter("audit verify \(folder["cut"]) --anchor \(last)")
      #expect(cut.status == 1 && cut.errors.contains("it was cut off"), "\(cut.errors)")
    }
  }

  @Test func `statements of reasons and counters come in every format, and none is a formula`()
    async throws
  {
    try await Market.run { market in
      let why = "--public \"=cmd|' /C calc'!A0\" --why \"told by Anna\""
      #expect(try await market.enter("ban user:1 --policy fraud --for 7d \(why) --yes").status == 0)
      #expect(try await market.enter("hide product:1 --policy counterfeit --yes").status == 0)
      for format in OutputFormat.allCases {
        for line in ["export sor 2020..2099", "export counters 2020..2099"] {
          let run = try await market.enter("\(line) --output \(format.rawValue)")
          #expect(run.status == 0, "\(line) as \(format): \(run.errors)")
          #expect(!run.output.isEmpty, "\(line) as \(format)")
          expectHarmless(run.output.utf8.filter { $0 != 0x0A && $0 != 0x09 })
          for name in ["Anna", "Keller", "told by", market.senior] {
            #expect(!run.output.contains(name), "\(line) as \(format)")
          }
        }
      }
      let csv = try await market.enter("export sor 2020..2099 --output csv").output
      #expect(csv.contains(",'=cmd|' /C calc'!A0,STATEMENT_CATEGORY_SCAMS_AND_FRAUD,"), "\(csv)")
      #expect(csv.contains("CONTENT_TYPE_PRODUCT"), "\(csv)")
      let counters = try await market.enter(
        "export counters 2020.. --json kind,count --output ndjson"
      )
      #expect(counters.output.contains(#"{"kind":"hide","count":1}"#), "\(counters.output)")
      #expect(try await market.enter("export sor 2020").errors.contains("no statements of reasons"))
      for (line, text) in [("export all 2020", "unknown"), ("export sor soon", "not a time")] {
        let run = try await market.enter(line)
        #expect(run.status == 2 && run.errors.contains(text), "\(line): \(run.errors)")
      }
    }
  }

  @Test func `an anchor goes to a program, and is not remembered where it did not arrive`()
    async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      #expect(try await market.enter("warn user:1 --policy spam --yes").status == 0)
      func anchors() async throws -> Int {
        try await market.outside.query("SELECT count(*) FROM reeve.anchor")[0].get(0)
      }
      for (program, text) in [
        ("/bin/false", "exit status 1"), ("/nowhere", "cannot run /nowhere"),
        ("tee", "absolute path"), ("/bin/sh -c 'echo full >&2; exit 3'", "exit status 3: full"),
        ("/bin/sh -c 'kill -9 $$'", "signal 9"),
      ] {
        let run = try await market.enter("audit anchor --program \"\(program)\"")
        #expect(run.status != 0 && run.errors.contains(text), "\(program): \(run.errors)")
      }
      #expect(try await market.enter("audit anchor /nowhere/anchors").status == 1)
      #expect(try await anchors() == 0)
      let run = try await market.enter("audit anchor --program '/usr/bin/tee \(folder["taken"])'")
      #expect(run.status == 0, "\(run.errors)")
      let line = String(decoding: try #require(contents(of: folder["taken"])), as: UTF8.self)
      #expect(line.hasPrefix(run.output.split(separator: " ")[1].dropLast()), "\(line)")
      #expect(line.hasSuffix(" \(try TestDatabase.current.name)\n"))
      #expect(try await anchors() == 1)
    }
  }
}
