import Foundation
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// What is kept about a person, by the real console.
@Suite(.freshDatabase)
struct ExportTests {
  @Test func `an export is a file of rows and a page, and answers the person's request`()
    async throws
  {
    try await Market.run { market in
      try await market.outside.execute(
        "UPDATE randevoo.users SET email = 'anna<b>@example.com' WHERE id = 1"
      )
      try await market.outside.execute("UPDATE randevoo.users SET email = 'zoe@x.y' WHERE id = 2")
      try await market.outside.execute(
        "SELECT reeve.request_file('randevoo', 'user:1', 'access', 'all of it')"
      )
      let queue = try await market.enter("queue", "case C1")
      #expect(queue.output.contains("asks for access by "), "\(queue.output)")
      #expect(queue.output.contains("“all of it”"), "\(queue.output)")
      let folder = try TemporaryFolder()
      let run = try await market.enter(
        "export person user:1 \(folder["a.ndjson"]) --page \(folder["a.html"]) --why \"C1\""
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("exported; C1 is closed"), "\(run.errors)")
      let rows = try String(contentsOfFile: folder["a.ndjson"], encoding: .utf8)
      let lines = rows.split(separator: "\n")
      #expect(lines.count == 12, "\(rows)")
      for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      for word in ["anna<b>@example.com", "Atelier Keller", "Silk bag", "all of it"] {
        #expect(rows.contains(word), "\(word) in \(rows)")
      }
      let page = try String(contentsOfFile: folder["a.html"], encoding: .utf8)
      #expect(page.contains("<td>anna&lt;b&gt;@example.com"), "\(page)")
      #expect(!rows.contains("zoe@") && !page.contains("zoe@") && !page.contains("<b>"))
      let mode = try FileManager.default.attributesOfItem(atPath: folder["a.html"])
      #expect(mode[.posixPermissions] as? Int == 0o600)
      let written = try await market.enter("export person user:1 - --why x")
      #expect(written.output.split(separator: "\n").count == 12, "\(written.output)")
      for (line, status, words) in [
        ("export person user:1 \(folder["b"])", Int32(2), "say why"),
        ("export person user:99 \(folder["b"]) --why x", 5, "there is no user:99"),
        ("export person store:1 \(folder["b"]) --why x", 2, "is no collection of people"),
        ("export person user:1 /nowhere/b --why x", 1, "cannot write"),
        ("export person user:1 - --page \(folder["b"]) --why x", 2, "needs a file"),
      ] {
        let run = try await market.enter(line)
        #expect(run.status == status && run.errors.contains(words), "\(line): \(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder["b"]))
      }
    }
  }

  @Test func `encrypted texts that are missing a key stay as they are, in their column`()
    async throws
  {
    let object = Array(#"{"id":1,"body":null,"x":{"body":null}}"#.utf8)
    let members = try PersonPage.members(of: object[...])
    #expect(members.map(\.name) == ["id", "body", "x"])
    #expect(members.map { String(decoding: $0.value, as: UTF8.self) }[2] == #"{"body":null}"#)
  }

  @Test func `statements of reasons are JSON as the API takes it`() async throws {
    try await Market.run { market in
      #expect(try await market.enter("hide product:1 --policy counterfeit --yes").status == 0)
      let run = try await market.enter("export sor 2020..2099 --api")
      #expect(run.status == 0, "\(run.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let visibility = object?["decision_visibility"] as? [String]
      #expect(visibility == ["DECISION_VISIBILITY_CONTENT_DISABLED"])
      #expect(object?["content_type"] as? [String] == ["CONTENT_TYPE_PRODUCT"], "\(run.output)")
      #expect((object?["content_date"] as? String)?.count == 10, "\(run.output)")
      #expect(!run.output.contains("Silk") && !run.output.contains("Anna"), "\(run.output)")
    }
  }
}
