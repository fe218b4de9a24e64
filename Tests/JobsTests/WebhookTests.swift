import Catalog
import Dispatch
import Glibc
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Jobs

/// Notices posted to a real socket by real worker processes.
@Suite(.freshDatabase)
struct WebhookTests {
  private static let secret = "a secret of twenty-four "

  private func manifest(
    _ folder: Folder,
    port: UInt16,
    _ more: String = "",
    digest: String = ""
  ) throws -> String {
    try folder.write("secret", Self.secret + "\n", mode: 0o600)
    try folder.write(
      "worker.yaml",
      """
      webhooks:
        shop:
          url: http://127.0.0.1:\(port)/hook
          secret_file: \(folder.path)/secret
          \(more)
      notify: shop
      \(digest)
      """,
      mode: 0o600
    )
    return "\(folder.path)/worker.yaml"
  }

  private func arguments(_ manifest: String) throws -> [String] {
    [
      "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--manifest", manifest,
    ]
  }

  /// Notices that are due, and a job for them.
  private func makeNotices(_ database: Connection, _ count: Int, _ folder: Folder) async throws {
    try await KillTests().makeApp(database, rows: (count + 1) / 2)
    try await database.execute(
      #"SELECT reeve.enqueue('collection.expire', '{"collection": "deal"}', app => 'bulk')"#
    )
    let conninfo = try TestDatabase.current.conninfo(user: "reeve_worker")
    let first = try Program(["--dsn", conninfo, "--sink", folder.path, "--once"])
    let status = await first.wait()
    #expect(status == 0)
    try await database.execute("DELETE FROM reeve.job_timer")
    try await database.execute(
      """
      UPDATE reeve.outbox o SET due_at = now() - interval '1 s',
        state = CASE WHEN o.outbox_id <= (SELECT min(outbox_id) + $1 - 1 FROM reeve.outbox)
          THEN 'queued' ELSE 'withdrawn' END
      """,
      [count]
    )
    try await database.execute("SELECT reeve.enqueue('notify.deliver', '{}')")
  }

  /// Whether a signature is that of the body under the secret, as the server's sha256 says (RFC
  /// 2104).
  private func isSigned(_ request: HookServer.Request, _ database: Connection) async throws -> Bool
  {
    let signature = request.headers["reeve-signature"] ?? ""
    let parts = signature.split(separator: ",")
    guard parts.count == 2, parts[0].hasPrefix("t="), parts[1].hasPrefix("v1=") else {
      return false
    }
    guard let moment = Int(parts[0].dropFirst(2)), abs(moment - time(nil)) < 300 else {
      return false
    }
    func pad(_ byte: UInt8) -> String {
      let key = Array(Self.secret.utf8) + [UInt8](repeating: 0, count: 64 - Self.secret.utf8.count)
      return key.map { value in
        let hex = String(value ^ byte, radix: 16)
        return hex.count == 1 ? "0" + hex : hex
      }.joined()
    }
    return try await database.query(
      """
      SELECT encode(sha256(decode($1, 'hex') || sha256(decode($2, 'hex')
        || convert_to($3 || '.' || $4, 'UTF8'))), 'hex') = $5
      """,
      [
        pad(0x5C), pad(0x36), String(moment), request.body, String(parts[1].dropFirst(3)),
      ]
    )[0].get(0)
  }

  @Test func `refused first, killed in the middle: one notice, delivered once`() async throws {
    let folder = try Folder()
    let mayAnswer = DispatchSemaphore(value: 0)
    let hook = try HookServer { number, _ in
      switch number {
      case 1: return "503 Service Unavailable\r\nRetry-After: 1"
      case 2:
        mayAnswer.wait()
        return "200 OK"
      default: return "204 No Content"
      }
    }
    defer {
      mayAnswer.signal()
      hook.stop()
    }
    let arguments = try arguments(try manifest(folder, port: hook.port))
    try await withDatabase { database in
      try await makeNotices(database, 1, folder)
      let worker = try Program(arguments)
      try await eventually { hook.requests.count == 2 }
      // The first answer is on record, the second request has come and its answer not yet.
      let told = try await database.query(
        "SELECT state, attempts, error FROM reeve.outbox WHERE state <> 'withdrawn'"
      )
      #expect(try told[0].get(0) == "queued")
      #expect(try told[0].get(1, as: Int.self) == 1)
      #expect(try told[0].get(2) == "HTTP status 503: ok")
      worker.signal(SIGKILL)
      let killed = await worker.wait()
      #expect(killed == -SIGKILL)
      mayAnswer.signal()
      try await database.wait(
        until: """
          SELECT count(*) = 0 FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'reeve worker%'
          """
      )
      #expect(try await database.count("reeve.outbox WHERE state = 'sent'") == 0)
      // As if 12 s had passed.
      try await database.execute(
        "UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'"
      )
      let last = try Program(arguments + ["--once"])
      let status = await last.wait()
      #expect(status == 0)

      #expect(try await database.count("reeve.outbox WHERE state = 'sent' AND attempts = 2") == 1)
      #expect(try await database.count("reeve.outbox WHERE state = 'queued'") == 0)
      let requests = hook.requests
      #expect(requests.count == 3)
      #expect(Set(requests.map(\.body)).count == 1)
      let id: Int64 = try await database.query(
        "SELECT outbox_id FROM reeve.outbox WHERE state = 'sent'"
      )[0].get(0)
      #expect(Set(requests.map { $0.headers["idempotency-key"] }) == ["\(id)"])
      #expect(requests.allSatisfy { $0.headers["content-type"] == "application/json" })
      for request in requests { #expect(try await isSigned(request, database)) }
      let subject: String = try await database.query(
        "SELECT $1::jsonb ->> 'subject'",
        [requests[0].body]
      )[0].get(0)
      #expect(subject == "Over")
    }
  }

  @Test func `no more requests at a time than the manifest says, and what is refused is told`()
    async throws
  {
    let folder = try Folder()
    let second = DispatchSemaphore(value: 0)
    let hook = try HookServer { number, _ in
      // The first answer comes when there is a second request beside it.
      if number == 1 { _ = second.wait(timeout: .now() + 300) } else { second.signal() }
      usleep(20_000)
      return number == 1 ? "410 Gone" : "200 OK"
    }
    defer { hook.stop() }
    let arguments = try arguments(try manifest(folder, port: hook.port, "per_host: 3"))
    try await withDatabase { database in
      try await makeNotices(database, 20, folder)
      let worker = try Program(arguments + ["--once"])
      let status = await worker.wait()
      #expect(status == 0)
      #expect(hook.mostOpen <= 3)
      #expect(hook.mostOpen > 1)
      #expect(hook.requests.count == 20)
      #expect(try await database.count("reeve.outbox WHERE state = 'sent'") == 19)
      #expect(
        try await database.count(
          "reeve.outbox WHERE state = 'failed' AND error = 'HTTP status 410: ok'"
        ) == 1
      )
    }
  }

  @Test func `a digest is posted once a day has passed, signed, and again where it was not taken`()
    async throws
  {
    let folder = try Folder()
    let hook = try HookServer { number, _ in
      number == 1 ? "503 Service Unavailable" : "204 No Content"
    }
    defer { hook.stop() }
    let named = try arguments(try manifest(folder, port: hook.port))
    try await withDatabase { database in
      try await database.execute("SELECT reeve.enqueue('digest.send', '{}')")
      let without = try Program(named + ["--once"])
      let first = await without.wait()
      #expect(first == 0)
      #expect(hook.requests.isEmpty)
      let error: String = try await database.query(
        "SELECT error FROM reeve.job_end WHERE outcome = 'discarded'"
      )[0].get(0)
      #expect(error == "the worker's manifest names no webhook for digests (digest)")

      _ = try manifest(folder, port: hook.port, digest: "digest: shop")
      try await database.execute("SELECT reeve.enqueue('digest.send', '{}')")
      for _ in 1...2 {
        let worker = try Program(named + ["--once"])
        let status = await worker.wait()
        #expect(status == 0)
        try await database.execute("UPDATE reeve.job_timer SET due_at = now() - interval '1 s'")
      }
      let requests = hook.requests
      #expect(requests.count == 2)
      for request in requests { #expect(try await isSigned(request, database)) }
      let day: String = try await database.query(
        "SELECT ((now() AT TIME ZONE 'UTC')::date - 1)::text"
      )[0].get(0)
      #expect(Set(requests.map { $0.headers["idempotency-key"] }) == ["digest-\(day)"])
      let told = try await database.query(
        """
        SELECT $1::jsonb ->> 'digest', count(*) FROM jsonb_to_recordset($1::jsonb -> 'figures')
          f(section text, figure text, amount bigint, note text)
        WHERE f.section = 'queues now' AND f.amount >= 0
        """,
        [requests[1].body]
      )
      #expect(try told[0].get(0) == day)
      #expect(try told[0].get(1, as: Int.self) > 2)
    }
  }

  @Test func `no proxy of the environment sees a notice`() async throws {
    let folder = try Folder()
    let hook = try HookServer { _, _ in "204 No Content" }
    let proxy = try HookServer { _, _ in "502 Bad Gateway" }
    defer {
      hook.stop()
      proxy.stop()
    }
    let named = ["http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"].map {
      "\($0)=http://127.0.0.1:\(proxy.port)"
    }
    let arguments = try arguments(try manifest(folder, port: hook.port))
    try await withDatabase { database in
      try await makeNotices(database, 1, folder)
      let worker = try Program(
        arguments + ["--once"],
        after: ["/usr/bin/env", "-u", "no_proxy", "-u", "NO_PROXY"] + named
      )
      let status = await worker.wait()
      #expect(status == 0)
      #expect(proxy.requests.isEmpty)
      #expect(hook.requests.count == 1)
      #expect(try await database.count("reeve.outbox WHERE state = 'sent'") == 1)
    }
  }

  @Test func `a receiver that is not there, or says nothing, is tried again later`() async throws {
    let folder = try Folder()
    let silence = DispatchSemaphore(value: 0)
    let hook = try HookServer { _, _ in
      silence.wait()
      return "200 OK"
    }
    defer {
      for _ in 0..<64 { silence.signal() }
      hook.stop()
    }
    try await withDatabase { database in
      try await makeNotices(database, 2, folder)
      for (port, error) in [(UInt16(1), "connect"), (hook.port, "timed out")] {
        try await database.execute(
          """
          UPDATE reeve.outbox SET due_at = now() - interval '1 s', error = NULL
          WHERE state = 'queued'
          """
        )
        try await database.execute("UPDATE reeve.job_timer SET due_at = now()")
        let worker = try Program(
          arguments(try manifest(folder, port: port, "timeout: 1s")) + ["--once"]
        )
        let status = await worker.wait()
        #expect(status == 0)
        #expect(try await database.count("reeve.outbox WHERE state = 'queued'") == 2)
        let told = try await database.query("SELECT error FROM reeve.outbox WHERE state = 'queued'")
        for row in told { #expect(try row.get(0, as: String.self).contains(error)) }
        #expect(
          try await database.count("reeve.job_timer WHERE reason = 'snoozed' AND attempt = 0") == 1
        )
      }
    }
  }

  @Test(arguments: ["", "short\n", nil])
  func `a secret that is none keeps the worker from starting`(secret: String?) async throws {
    let folder = try Folder()
    let file = try manifest(folder, port: 1)
    if let secret {
      try folder.write("secret", secret, mode: 0o600)
    } else {
      chmod("\(folder.path)/secret", 0o644)
    }
    let worker = try Program(arguments(file))
    let status = await worker.wait()
    #expect(status == 2)
  }
}
