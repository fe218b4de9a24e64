import Postgres
import TestSupport
import Testing

@testable import Moderation

@Suite(
  .enabled(if: server.isConfigured, "REEVE_TEST_DSN names no server"),
  .freshDatabase
)
struct AuditSealTests {
  @Test
  func `the server and the verifier compute the same hash`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute(
      """
      CREATE FUNCTION field(value bytea) RETURNS bytea LANGUAGE sql
      RETURN CASE WHEN value IS NULL THEN int4send(-1) ELSE int4send(octet_length(value)) || value END
      """
    )
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
        hash: []
      )
      let row = try await connection.query(
        """
        SELECT sha256(
          $1::bytea || '\\x01'::bytea || int8send($2::bigint) || int8send($3::bigint)
          || field(convert_to($4::bigint::text, 'UTF8')) || field(convert_to($5::text, 'UTF8'))
          || field(convert_to($6::text, 'UTF8')) || field(convert_to($7::text, 'UTF8'))
          || field(convert_to($8::text, 'UTF8')) || field(convert_to($9::text, 'UTF8'))
          || field($10::bytea))
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
