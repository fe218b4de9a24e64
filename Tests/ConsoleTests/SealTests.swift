import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// What may happen between the COMMIT of an act and the seal of its record, which are sent together.
@Suite(.freshDatabase, .blocking)
struct SealTests {
  private static let ban = "ban user:1 --policy fraud --for 7d --yes"

  /// The server's answer to COMMIT.
  private static let committed = "COMMIT\0"

  private static let unsealed = "not sealed yet; the next command seals it: "

  @Test(arguments: [
    ServerProxy.Mode.cutAfterAnswer(committed), .silentAfterAnswer(committed),
  ])
  func `an act whose COMMIT is answered is done, though no answer to its seal comes`(
    mode: ServerProxy.Mode
  ) async throws {
    try await Market.run { market in
      try await ServerProxy.run { proxy in
        let console = try MemoryConsole(as: market.senior, through: proxy)
        #expect(await console.run("find user anna").code == .ok)
        proxy.set(mode)
        let ban = await console.run(Self.ban)
        #expect(ban.code == .ok, "\(ban.text)")
        #expect(ban.text.contains("done  A1"), "\(ban.text)")
        proxy.set(.healthy)
        try await expectGoingOn(market, console)
      }
    }
  }

  @Test func `an act is done even if the server's process ends while it seals`() async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        ALTER FUNCTION reeve.record_seal RENAME TO seal_before;
        CREATE FUNCTION reeve.record_seal(max_rows int) RETURNS int LANGUAGE sql
          AS 'SELECT pg_terminate_backend(pg_backend_pid(), 60000)::int'
        """
      )
      let console = try MemoryConsole(as: market.senior)
      let ban = await console.run(Self.ban)
      #expect(ban.code == .ok, "\(ban.text)")
      #expect(ban.text.contains("done  A1"), "\(ban.text)")
      #expect(ban.text.contains(Self.unsealed), "\(ban.text)")
      try await market.outside.executeScript(
        """
        DROP FUNCTION reeve.record_seal;
        ALTER FUNCTION reeve.seal_before RENAME TO record_seal
        """
      )
      try await expectGoingOn(market, console)
    }
  }

  @Test(arguments: [
    ("500ms", "0", "55P03"), ("0", "8s", "57014"),
  ])
  func `an act is done even if another session holds what its seal needs`(
    locks: String,
    statements: String,
    code: String
  ) async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        ALTER FUNCTION reeve.record_seal SET lock_timeout = '\(locks)';
        ALTER ROLE "\(market.senior)" SET statement_timeout = '\(statements)'
        """
      )
      let console = try MemoryConsole(as: market.senior)
      try await market.outside.withTransaction { holder in
        try await holder.execute("LOCK TABLE reeve.chain_head")
        let ban = await console.run(Self.ban)
        #expect(ban.code == .ok, "\(ban.text)")
        #expect(ban.text.contains("done  A1"), "\(ban.text)")
        #expect(ban.text.contains(Self.unsealed), "\(ban.text)")
        #expect(ban.text.contains(code == "55P03" ? "lock timeout" : "statement timeout"))
      }
      try await expectGoingOn(market, console)
    }
  }

  /// The act is on record once; the next one seals it with its own; the record is whole.
  private func expectGoingOn(_ market: Market, _ console: MemoryConsole) async throws {
    let next = await console.run("ban user:4 --policy fraud --for 7d --yes")
    #expect(next.code == .ok, "\(next.text)")
    #expect(next.text.contains("done  A2"), "\(next.text)")
    #expect(!next.text.contains("not sealed"), "\(next.text)")
    let kept = try await market.outside.query(
      """
      SELECT (SELECT count(*) FROM reeve.action), (SELECT count(*) FROM reeve.chain_pending),
        (SELECT count(*) FROM reeve.command) - (SELECT count(*) FROM reeve.chain)
      """
    )
    #expect(try (kept[0].get(0), kept[0].get(1), kept[0].get(2)) == (2, 0, 0))
    let folder = try TemporaryFolder()
    #expect(await console.run("audit export \(folder["record"])").code == .ok)
    #expect(await console.run("audit verify \(folder["record"])").text.contains("sound"))
    try await console.close()
  }
}
