import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase)
struct DevicesTests {
  @Test func `devices are listed without their tokens, and named by their numbers`() async throws {
    try await Market.run { market in
      let sample = try Run([
        "sample", "load", "findspot", "--schema-only", "--dsn",
        try TestDatabase.current.conninfo(),
      ])
      #expect(sample.status == 0, "\(sample.errors)")
      try await market.outside.executeScript(
        """
        INSERT INTO findspot.users(id, uid, nickname) VALUES (1, 'u1', 'Uma'), (2, 'u2', 'Udo');
        INSERT INTO findspot.devices(user_id, token, platform, app_version, seen_at)
        VALUES (1, 'token-one', 'ios', '2.1.0', '2026-02-03 10:00Z'),
          (1, 'token-two', 'android', '1.9', '2026-02-01 10:00Z');
        """
      )
      let moderator = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(moderator, "moderator")
      let console = try MemoryConsole(as: moderator)
      let list = await console.run("devices findspot/user:1 --json subject,version,token,seen_at")
      #expect(list.code == .ok, "\(list.text)")
      #expect(!list.text.contains("token-"), "\(list.text)")
      let versions = list.text.split(separator: "\"version\":\"").dropFirst().map { $0.prefix(3) }
      #expect(versions == ["2.1", "1.9"], "\(list.text)")
      let revealed = await console.run("reveal 2 token --why \"court 12\"")
      #expect(revealed.code == .ok && revealed.text.contains("token-two"), "\(revealed.text)")
      let none = await console.run("devices findspot/user:2 --output table")
      #expect(none.code == .ok && none.text.contains("has no devices"), "\(none.text)")
      let other = await console.run("devices findspot/place:2")
      #expect(other.code != .ok && other.text.contains("declares no devices"), "\(other.text)")
    }
  }
}
