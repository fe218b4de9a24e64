import Catalog
import Postgres
import TestSupport
import Testing

@testable import Operations

/// What the doctor finds of the server: its disk, and transactions that somebody left open.
@Suite(.freshDatabase)
struct DoctorServerTests {
  private func findings() async throws -> [Doctor.Finding] {
    // How full this machine's disk is does not matter here.
    try await connected {
      try await Doctor(share: Share.find(), connection: $0, limits: .init(freeBytes: 0)).findings()
    }
  }

  @Test func `a replication slot that nobody uses and that keeps WAL is red`() async throws {
    let name = try await value(
      "SELECT 'slot_' || oid FROM pg_database WHERE datname = current_database()",
      as: String.self
    )
    try await connected { connection in
      try await connection.query("SELECT pg_create_physical_replication_slot($1, TRUE)", [name])
      let findings = try await Doctor(
        share: Share.find(),
        connection: connection,
        limits: .init(slotBytes: 0)
      ).findings()
      try await connection.query("SELECT pg_drop_replication_slot($1)", [name])
      #expect(
        findings.contains {
          $0.area == "disk" && $0.isRed
            && $0.finding.contains("replication slot \(name), which keeps")
        },
        "\(findings)"
      )
    }
  }

  @Test func `a disk is red below both limits, and told once`() async throws {
    func full(_ limits: Doctor.Limits) async throws -> Int {
      try await connected {
        try await Doctor(share: Share.find(), connection: $0, limits: limits).findings()
          .count {
            $0.area == "disk" && $0.isRed && $0.finding.contains(" are free on the disk of /")
          }
      }
    }
    #expect(try await full(.init(freeShare: 2, freeBytes: .max)) == 1)
    #expect(try await full(.init(freeShare: 0, freeBytes: .max)) == 0)
    #expect(try await full(.init(freeShare: 2, freeBytes: 0)) == 0)
  }

  @Test(arguments: [("xmin", true, "SELECT pg_current_xact_id()"), ("idle", false, "SELECT 1")])
  func `a transaction that somebody left open is named`(
    area: String,
    isRed: Bool,
    statement: String
  ) async throws {
    try await connected { connection in
      try await connection.withTransaction { transaction in
        try await transaction.executeScript(statement)
        let findings = try await connected {
          try await Doctor(share: Share.find(), connection: $0, limits: .init(patienceSeconds: 0))
            .findings()
        }
        #expect(
          findings.contains {
            $0.area == area && $0.isRed == isRed
              && $0.finding.contains("process \(connection.backendPID) ")
          },
          "\(findings)"
        )
      }
    }
  }

  @Test func `an open transaction that keeps commands unsealed is named, and blocks nobody`()
    async throws
  {
    try await connected { connection in
      try await connection.withTransaction { transaction in
        try await transaction.execute("SELECT reeve.command_record('x', 'y')")
        try await connected { other in
          try await other.execute("SELECT reeve.command_record('x', 'y')")
          try await other.execute("UPDATE reeve.command SET at = at - interval '1 min'")
          let rows = try await other.query("SELECT reeve.record_seal()")
          #expect(try rows[0].get(0, as: Int.self) == 0)
        }
        let findings = try await findings()
        #expect(
          findings.contains {
            $0.area == "unsealed" && $0.isRed
              && $0.finding.contains("process \(connection.backendPID) ")
          },
          "\(findings)"
        )
      }
      try await connection.execute("SELECT reeve.record_seal()")
      #expect(try await !findings().contains { $0.area == "unsealed" })
    }
  }

  @Test func `an open transaction that holds the head is named`() async throws {
    try await connected { connection in
      try await connection.withTransaction { transaction in
        try await transaction.execute("SELECT FROM reeve.chain_head FOR UPDATE")
        try await connected {
          try await $0.wait(
            until: """
              SELECT xact_start < clock_timestamp() - interval '1 s' FROM pg_stat_activity
              WHERE pid = $1
              """,
            [connection.backendPID]
          )
        }
        let findings = try await findings()
        #expect(
          findings.contains {
            $0.area == "head" && $0.finding.contains("process \(connection.backendPID) ")
          },
          "\(findings)"
        )
      }
    }
  }
}
