import Postgres
import TestSupport
import Testing

@testable import Console

/// What an admin does most, played key by key on the real program: what comes of it, and how many
/// keys it takes.
@Suite(.freshDatabase, .blocking)
struct KeystrokeTests {
  /// A console whose keys are counted.
  private final class Desk {
    private let folder: TemporaryFolder
    private let terminal: PseudoTerminal
    private(set) var keys = 0

    init(_ market: Market) throws {
      folder = try TemporaryFolder()
      terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(" ▸ ")
    }

    /// Types a text, a key a character.
    func type(_ text: String) {
      terminal.send(text)
      keys += text.count
    }

    /// Presses TAB, after which this text stands at the end of the line.
    func complete(_ text: String) throws {
      try terminal.complete(text)
      keys += 1
    }

    /// Waits for a text; what came before it.
    @discardableResult
    func see(_ text: String) throws -> String { try terminal.expect(text) }

    /// Leaves the console from its prompt, which is not counted.
    func leave() throws {
      try terminal.expect(" ▸ ")
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `to find a user and look at it takes 15 keys`() async throws {
    try await Market.run { market in
      try await market.outside.execute(
        """
        INSERT INTO randevoo.users(first_name, last_name, provider)
        VALUES ('Amelia', 'Clarke', 'google'), ('George', 'Clarke', 'google')
        """
      )
      let desk = try Desk(market)
      desk.type("fi us")
      try desk.complete("er ")
      desk.type("clarke\r")
      try desk.see("    1  user:5   Amelia Clarke")
      try desk.see(" ▸ ")
      desk.type("1\r")
      try desk.see("user:5 Amelia Clarke")
      try desk.see("no restriction in force")
      #expect(desk.keys <= 15, "\(desk.keys)")
      try desk.leave()
    }
  }

  @Test func `to take a case, hide its subject and close it takes 20 keys`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("product", 1, "copies of a brand", "counterfeit", by: 2)
      let desk = try Desk(market)
      desk.type("next\r")
      try desk.see("C1  product:1 Silk bag · counterfeit")
      try desk.see(" ▸ ")
      desk.type("hide --cl")
      try desk.complete("ose ")
      desk.type("u")
      try desk.complete("pheld ")
      desk.type("\r")
      // What was left out is said first.
      try desk.see("hide product:1 --policy counterfeit --case C1\r\n")
      try desk.see("C1 is closed: upheld")
      #expect(desk.keys <= 20, "\(desk.keys)")
      try desk.leave()
      let row = try await market.outside.query(
        """
        SELECT c.outcome || ' ' || a.verb || ' ' || a.policy || ' ' || k.reason
        FROM reeve.case c JOIN reeve.case_action USING (case_id) JOIN reeve.action a USING (action_id)
        JOIN reeve.case_reason k USING (case_id) JOIN reeve.command d USING (command_id)
        WHERE d.kind = 'case.close'
        """
      )
      #expect(try row[0].get(0) as String == "upheld hide counterfeit hide, counterfeit")
    }
  }

  @Test func `to list and revoke what a ban left takes 15 keys`() async throws {
    try await Market.run { market in
      try await market.book()
      try await market.outside.executeScript(
        """
        SET ROLE randevoo_owner;
        UPDATE randevoo.reservations SET state = 'approved' WHERE id = 2;
        RESET ROLE;
        """
      )
      #expect(try market.run("ban user:1 --policy fraud --for 7d --yes").status == 0)
      let desk = try Desk(market)
      desk.type("left\r")
      try desk.see("    2  reservation:3")
      try desk.see(" ▸ ")
      desk.type("revo")
      try desk.complete("ke ")
      desk.type("_\r")
      try desk.see("revoke reservation:2 reservation:3 --policy fraud\r\n")
      try desk.see("Severe. Type the number of rows changed, 2, to go ahead: ")
      desk.type("2\r")
      try desk.see("done  A3  revoke reservation:3")
      #expect(desk.keys <= 15, "\(desk.keys)")
      try desk.leave()
      let revoked: Int64 = try await market.outside.query(
        "SELECT count(*) FROM randevoo.reservations WHERE state = 'revoked' AND id IN (2, 3)"
      )[0].get(0)
      #expect(revoked == 2)
    }
  }

  @Test func `only the prompt knows what is on the screen`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("product", 1, "copies of a brand", "counterfeit", by: 2)
      try await app.report("product", 2, "this one, too", "spam", by: 2)
      for line in ["hide", "hide _", "1", "hide --case C1"] {
        let run = try market.run("next", line, options: ["--yes"])
        #expect(run.status == 2, "\(line): \(run.output)\(run.errors)")
        _ = try market.run("release C1")
      }
      let desk = try Desk(market)
      desk.type("hide\r")
      try desk.see("`hide` needs product:7 --policy POLICY")
      try desk.see(" ▸ ")
      // Two subjects of different matters have none in common.
      desk.type("next\r")
      try desk.see("C1  product:1")
      try desk.see(" ▸ ")
      desk.type("hide _,product:2\r")
      try desk.see("name the policy that was broken")
      try desk.see(" ▸ ")
      // Nor does a case that somebody else has by now say anything.
      desk.type("release C1\r")
      try desk.see("C1 is back in the queue")
      try desk.see(" ▸ ")
      desk.type("hide\r")
      try desk.see("`hide` needs product:7 --policy POLICY")
      try desk.leave()
      let acts: Int64 = try await market.outside.query("SELECT count(*) FROM reeve.action")[0].get(
        0
      )
      #expect(acts == 0)
    }
  }
}
