import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase, .blocking)
struct DescriptorTests {
  @Test func `an act whose receipt cannot be written is told on standard error`() async throws {
    try await Market.run { market in
      for (number, sink) in [(1, nil), (2, "/dev/full")] {
        let act = try Run(
          market.arguments(["-c", "note user:1 seen"]),
          closed: sink == nil ? [1] : [],
          sink: sink
        )
        #expect(act.status == 1)
        #expect(act.errors.contains("cannot write the output"), "\(act.errors)")
        #expect(act.errors.contains("Committed as A\(number)."), "\(act.errors)")
      }
      #expect(try market.run("undo A1", "undo A2", options: ["--yes"]).status == 0)
    }
  }

  @Test(arguments: [[0], [2], [0, 2], [1, 2], [0, 1, 2]] as [[Int32]])
  func `whichever standard descriptors are closed, an act ends`(closed: [Int32]) async throws {
    try await Market.run { market in
      let act = try Run(market.arguments(["-c", "note user:1 seen"]), closed: closed)
      #expect(act.status == (closed.contains(1) ? 1 : 0))
      #expect(try market.run("undo A1", options: ["--yes"]).status == 0)
      let version = try Run(["--version"], closed: closed)
      #expect(version.status == (closed.contains(1) ? 1 : 0))
    }
  }

  @Test func `a worker with closed descriptors does its work`() async throws {
    let dsn = try TestDatabase.current.conninfo(user: "reeve_worker")
    let folder = try TemporaryFolder()
    let worker = try Run(
      ["--once", "--sink", folder.path, "--dsn", dsn],
      closed: [0, 1, 2],
      program: "\(PseudoTerminal.binary)-worker"
    )
    #expect(worker.status == 0)
  }

  @Test func `an operation whose output cannot be written fails in the end`() throws {
    let shown = try Run(["catalog", "reference"], sink: "/dev/full")
    #expect(shown.status == 1)
    #expect(shown.errors.contains("cannot write the output"), "\(shown.errors)")
  }
}
