import Postgres
import TestSupport
import Testing

@testable import Moderation

@Suite(
  .freshDatabase
)
struct AuditSealTests {
  @Test
  func `the server and the verifier compute the same hash`() async throws {
    let connection = try await TestDatabase.current.connect()
    var random = SeededGenerator.forThisTest()
    for _ in 0..<50 {
      let texts = (0..<5).map { _ in random.text(limit: 20) }
      let principal = Bool.random(using: &random) ? nil : texts[1]
      let batch = Bool.random(using: &random) ? nil : texts[4]
      let digest = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      let entry = AuditEntry(
        seq: .random(in: 1...Int64.max, using: &random),
        microseconds: .random(in: .min ... .max, using: &random),
        commandID: .random(in: 1...Int64.max, using: &random),
        actor: texts[0],
        principal: principal,
        kind: texts[2],
        subject: texts[3],
        batch: batch,
        manifest: digest.reversed(),
        previous: digest,
        hash: [],
        content: ""
      )
      let row = try await connection.query(
        """
        SELECT reeve.chain_hash(ROW($2, $3, $4, $5, $6, $7, $8, $9, $10, $1, NULL)::reeve.chain)
        """,
        [
          entry.previous, entry.seq, entry.microseconds, entry.commandID, entry.actor, principal,
          entry.kind, entry.subject, batch, entry.manifest,
        ]
      )[0]
      #expect(try row.get(0) == entry.computedHash)
    }
  }
}
