import Display
import Outcome
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Console

struct CaseClaimsTests {
  @Test func `the prompt shows the case touched last, and how many there are besides`() {
    var claims = CaseClaims()
    let now = ContinuousClock.now
    #expect(claims.text(at: now) == nil)
    claims.hold(3, seconds: 600)
    claims.hold(7, seconds: 30)
    #expect(claims.text(at: now)?.description == "C7 1m +1")
    claims.hold(3, seconds: 600)
    #expect(claims.text(at: now)?.description == "C3 10m +1")
    #expect(claims.text(at: now + .seconds(120))?.description == "C3 8m")
    #expect(claims.text(at: now + .seconds(601)) == nil)
    claims.drop(3)
    #expect(claims.text(at: now)?.description == "C7 1m")
    claims.replace(by: [(9, 60), (7, 90)])
    #expect(claims.text(at: now)?.description == "C7 2m +1", "the one that is shown stays")
  }

  @Test func `a storm of news is looked at ever more rarely, and soon again when it is over`() {
    var pace = NewsPace()
    var waits: [Duration] = []
    for _ in 0..<7 {
      pace.looked(found: NewsPace.storm)
      waits.append(pace.wait)
    }
    #expect(waits == [2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
    pace.looked(found: NewsPace.storm - 1)
    #expect(pace.wait == NewsPace.shortest)
  }
}

@Suite(.freshDatabase)
struct WaitingTests {
  @Test func `what waits for a login is a line each, with the command that goes there`()
    async throws
  {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior)
      #expect(await console.run("waiting").text == "nothing waits for you\n")
      let app = try await market.reporting()
      try await app.report("product", 1, "copies", "counterfeit", by: 2)
      try await app.report("user", 3, "\u{1B}[2J", nil, by: 2)
      #expect(await console.run("waiting").text == "  2 new reports came in  `queue`\n")
      #expect(await console.run("next").code == .ok)
      let text = await console.run("waiting").text
      #expect(text.contains("  C1 is yours; its lease ends in "), "\(text)")
      #expect(text.contains("`queue --mine`"), "\(text)")
      #expect(text.contains("  1 case waits: the oldest for "), "\(text)")
      let rows = await console.run("waiting --json topic,amount,names --output ndjson").text
      #expect(rows.hasPrefix(#"{"topic":"claimed","amount":1,"names":["C1"]}"#), "\(rows)")
      try await console.close()
    }
  }

  @Test func `the prompt follows the cases that commands claim, renew and give back`()
    async throws
  {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("product", 1, "copies", "counterfeit", by: 2)
      try await app.report("user", 3, "spam", "spam", by: 2)
      let console = try MemoryConsole(as: market.senior)
      var prompts: [String] = []
      for line in [
        "next", "claim C2", "case C1", "release C2", "close C1 --outcome upheld --why x",
      ] {
        #expect(await console.run(line).code == .ok)
        prompts.append(console.prompt)
      }
      let place = try #require(prompts.last)
      let name = place.dropLast(" ▸ ".count)
      #expect(
        prompts == ["C1 10m", "C2 10m +1", "C1 10m +1", "C1 10m"].map { "\(name) \($0) ▸ " }
          + [place]
      )
      try await console.close()
    }
  }

  @Test
  func `urgent reports, proposals, jobs and cases are told once, nobody's escapes get through`()
    async throws
  {
    try await Market.run { market in
      let other = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(other, "moderator")
      let app = try await market.reporting()
      let console = try MemoryConsole(as: market.senior)
      #expect(await console.run("waiting").code == .ok)
      let heard = Mutex<[String]>([])
      let watch = console.news { lines in
        heard.withLock { $0 += lines.map(\.description) }
      }
      let listening = Task { await watch.run() }
      defer { listening.cancel() }
      func hear(_ line: String) async throws {
        try await eventually { heard.withLock { $0.contains(line) } }
      }
      // The first look only finds out where to begin.
      try await market.waitForNews(toSay: "%console_news%")
      try await app.report("user", 3, "\u{1B}[31m", "fraud", by: 2)
      try await hear("▪ an urgent report: user:3 fraud  `queue`")
      let colleague = try MemoryConsole(as: other, answers: ["Zoë Brooks"])
      _ = await colleague.run("ban user:2 --policy fraud --forever --why x --yes")
      try await hear("▪ \(other) asks for your approval of P1  `approvals`")
      #expect(await console.run("next").code == .ok)
      #expect(await colleague.run("steal C1").code == .ok)
      try await hear("▪ C1 is no longer yours  `case C1`")
      #expect(!console.prompt.contains("C1"))
      let job: Int64 = try await market.outside.query(
        """
        WITH job AS (
          INSERT INTO reeve.job(queue_id, kind_id, max_attempts, args)
          SELECT k.queue_id, k.kind_id, 1, '{}' FROM reeve.job_kind k WHERE k.name = 'worker.probe'
          RETURNING job_id, day, queue_id)
        INSERT INTO reeve.job_dead(job_id, day, queue_id, priority, lease, attempt, reason)
        SELECT j.job_id, j.day, j.queue_id, 0, 1, 1, 'handler' FROM job j RETURNING job_id
        """
      )[0].get(0)
      console.follow(job)
      try await hear("▪ job \(job), worker.probe, is discarded  `jobs show \(job)`")
      #expect(heard.withLock { $0.count } == 4, "\(heard.withLock { $0 })")
      try await console.close()
      try await colleague.close()
    }
  }

  @Test func `a shift hands over what one holds, and says what stays`() async throws {
    try await Market.run { market in
      let other = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(other, "moderator")
      let app = try await market.reporting()
      for (user, policy) in [(1, "fraud"), (2, "spam"), (3, nil)] {
        try await app.report("user", user, nil, policy, by: 4)
      }
      let console = try MemoryConsole(as: market.senior, answers: ["y", "n"])
      #expect(await console.run("shift").text == "you hold nothing\n")
      for line in [
        "next", "next", "next", "ban user:4 --policy fraud --forever --why x --yes",
      ] { #expect(await console.run(line).text.isEmpty == false) }
      let passed = await console.run("shift --to \(other)")
      #expect(passed.code == .ok)
      #expect(passed.text.contains("  C1  user:1 Anna Keller  to \(other)\n"), "\(passed.text)")
      #expect(passed.text.contains("  P1  ban user:4  stays for \(other), until "))
      #expect(passed.text.hasSuffix("C3 is \(other)'s for 10 minutes\n"), "\(passed.text)")
      let rest = await console.run("shift --withdraw")
      #expect(rest.code == .refused)
      #expect(rest.text.hasSuffix("  P1  ban user:4  withdrawn\nreeve: nothing was changed\n"))
      #expect(await console.run("shift --withdraw --yes").text == "P1 is withdrawn\n")

      let colleague = try MemoryConsole(as: other)
      let mine = await colleague.run("waiting").text
      #expect(mine.contains("3 cases are yours; the first lease ends in "), "\(mine)")
      let wrong = await colleague.run("shift --to nobody --yes")
      #expect(wrong.code == .failed)
      #expect(wrong.text.contains("C1: refused: nobody is no moderator here"), "\(wrong.text)")
      #expect(wrong.text.hasSuffix("3 are still yours\n"), "\(wrong.text)")
      #expect(await colleague.run("shift --yes").text.hasSuffix("C3 is back in the queue\n"))
      let kinds = await colleague.run("audit --json kind --output ndjson").text
      #expect(kinds.contains("case.release"), "\(kinds)")
      try await console.close()
      try await colleague.close()
    }
  }
}
