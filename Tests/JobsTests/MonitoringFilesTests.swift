import Foundation
import TestSupport
import Testing

/// The dashboard and the alerts that come with Reeve, against what a real worker publishes.
@Suite(.freshDatabase)
struct MonitoringFilesTests {
  /// The text of a file in share/monitoring.
  private func file(_ name: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    return try String(contentsOfFile: "\(root)/share/monitoring/\(name)", encoding: .utf8)
  }

  /// The metrics that a text names, those of a histogram by the name of the whole.
  private func metrics(in text: String) -> Set<String> {
    Set(
      text.matches(of: #/\breeve_(?:worker|queue|database|table|change)_[a-z_]*[a-z]\b/#)
        .map { String($0.output).replacing(#/_(?:bucket|sum|count)$/#, with: "") }
    )
  }

  @Test func `the dashboard uses every metric of a worker, and the alerts no other`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    try await withDatabase { database in
      let worker = try Program([
        "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
        "--metrics", "\(scrape.port)",
      ])
      try await scrape.health(until: 200)
      _ = try await database.enqueueProbes(1)
      let samples = try await scrape.metrics { samples in
        samples.contains { $0.key.name == "reeve_worker_attempts_total" && $0.value > 0 }
      }
      worker.signal(SIGTERM)
      let published = Set(
        samples.keys.map { $0.name.replacing(#/_(?:bucket|sum|count)$/#, with: "") }
      )
      let board = try file("reeve-grafana.json")
      #expect(metrics(in: board) == published)
      #expect(metrics(in: try file("reeve-alerts.yaml")).isSubset(of: published))
    }
  }

  @Test
  func `the dashboard is JSON whose panels have numbers of their own and the data source chosen`()
    throws
  {
    let board = try #require(
      try JSONSerialization.jsonObject(with: Data(file("reeve-grafana.json").utf8))
        as? [String: Any]
    )
    let panels = try #require(board["panels"] as? [[String: Any]])
    #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
    for panel in panels {
      let targets = try #require(panel["targets"] as? [[String: Any]])
      for target in targets {
        #expect((target["datasource"] as? [String: String])?["uid"] == "${datasource}")
        let query = try #require(target["expr"] as? String)
        #expect(query.count(where: { $0 == "(" }) == query.count(where: { $0 == ")" }), "\(query)")
      }
    }
  }

  @Test func `each alert says how grave it is and what to do`() throws {
    let rules = try file("reeve-alerts.yaml").split(separator: "- alert: ").dropFirst()
    #expect(rules.count >= 10)
    #expect(Set(rules.map { $0.prefix { $0 != "\n" } }).count == rules.count)
    for rule in rules {
      for key in ["expr: ", "severity: ", "summary: ", "description: "] {
        #expect(rule.contains(key), "\(key) in \(rule)")
      }
    }
  }
}
