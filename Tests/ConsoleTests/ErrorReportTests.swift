import Display
import FoundationEssentials
import Outcome
import Prompt
import TestSupport
import Testing

@testable import Console

struct ErrorReportTests {
  @Test func `a program gets one object with every key, people the place, a caret and the way out`()
    throws
  {
    let line = "show  ünï:7 user:\u{1B}[2J --output json"
    let offset = try #require(
      words(of: line).words.last { !$0.isFlag && $0.text != "json" }?.offset
    )
    let failure = Failure(.usage, "`user:\u{1B}[2J` is \"one\" too many", hint: "Leave it out.")
      .at(offset)
    let report = ErrorReport(
      failure: failure,
      line: line,
      place: LinePlace(file: "a b.reeve", number: 3)
    )
    #expect(
      String(decoding: report.json, as: UTF8.self)
        == #"{"file":"a b.reeve","line":3,"column":13,"code":"usage","exit":2,"#
        + #""message":"`user:\u001b[2J` is \"one\" too many","hint":"Leave it out."}"#
    )
    let people = report.lines(isTyped: false, screen: 80).map(\.description)
    #expect(
      people == [
        "a b.reeve:3:13: `user:<U+001B>[2J` is \"one\" too many",
        "    show  ünï:7 user:<U+001B>[2J --output json", "                ^", "  Leave it out.",
      ]
    )
    #expect(report.lines(isTyped: true, screen: 80).map(\.description).count == 2)
    #expect(report.lines(isTyped: false, screen: nil).map(\.description).count == 2)
    #expect(report.lines(isTyped: false, screen: 20).map(\.description).count == 2)
  }

  @Test func `without a place and a word the keys are null`() {
    let report = ErrorReport(failure: Failure(.connection, "gone"), line: "", place: LinePlace())
    #expect(
      String(decoding: report.json, as: UTF8.self)
        == #"{"file":null,"line":null,"column":null,"code":"connection","exit":3,"message":"gone","hint":null}"#
    )
  }
}

/// Errors of scripts, as programs read them.
@Suite(.freshDatabase, .blocking)
struct ScriptErrorTests {
  private struct Object: Decodable, Equatable {
    let file: String?
    let line: Int?
    let column: Int?
    let code: String
    let exit: Int32
    let message: String
    let hint: String?
  }

  @Test(
    arguments: [
      ("find user zoe\nshow user:1 --outptu json", 2, 13, "usage"), ("bnan user:1", 1, 1, "usage"),
      ("show user:99", 1, 6, "notfound"), ("show nope:1", 1, 6, "notfound"),
      ("\n  find user --limit x", 2, 13, "usage"), ("show \"user:1", 1, 6, "usage"),
      ("show user:1 user:2", 1, 13, "usage"), ("jobs nope", 1, 6, "usage"),
      ("ban user:1 --policy fraud --for 7d", 1, nil, "refused"),
      ("undo A99 --yes", 1, nil, "notfound"),
    ] as [(String, Int, Int?, String)]
  )
  func `an error of a script is one object with its place`(
    script: String,
    line: Int,
    column: Int?,
    code: String
  ) async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try folder.write("day.reeve", script)
      let path = folder["day.reeve"]
      let run = try Run(market.arguments(["--output", "json", "-f", path]))
      let object = try JSONDecoder().decode(Object.self, from: Data(run.errors.utf8))
      #expect(object.file == path)
      #expect(object.line == line)
      #expect(object.column == column)
      #expect(object.code == code, "\(run.errors)")
      #expect(object.exit == run.status)
      #expect(run.errors.split(separator: "\n").count == 1)
      // For people the same place begins the line.
      let text = try Run(market.arguments(["-f", path]))
      let place = column.map { "\(line):\($0): " } ?? "\(line): "
      #expect(text.errors.hasPrefix("\(path):\(place)"), "\(text.errors)")
      #expect(text.status == run.status)
    }
  }

  @Test func `a command that asks for JSON gets its error as JSON`() async throws {
    try await Market.run { market in
      for line in [
        "find nope --output json", "find nope --json subject", "find nope --output=ndjson",
      ] {
        let run = try market.run(line)
        let object = try JSONDecoder().decode(Object.self, from: Data(run.errors.utf8))
        #expect(object.code == "notfound")
        #expect(object.file == nil && object.line == nil && object.column == 6)
      }
      let words = try market.run("find nope --output csv")
      #expect(words.errors.hasPrefix("reeve: there is no collection `nope`"))
      let missing = try Run(market.arguments(["--output", "json", "-f", "/nowhere/at.all"]))
      let object = try JSONDecoder().decode(Object.self, from: Data(missing.errors.utf8))
      #expect(object.file == "/nowhere/at.all" && object.exit == 2)
    }
  }
}
