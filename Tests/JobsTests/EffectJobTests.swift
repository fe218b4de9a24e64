import Postgres
import TestSupport
import Testing

@testable import Jobs

/// What real programs did that effects of bans started, and what undos of these bans make of it.
@Suite(.freshDatabase)
struct EffectJobTests: ProgramSuite {
  /// An app whose ban disables an account by a program, and whose undo enables it.
  private struct Guild {
    let database: Connection
    let admin: Connection
    let folder: Folder

    init(_ database: Connection, people: Int) async throws {
      self.database = database
      folder = try Folder()
      let owner = try await TestDatabase.current.login("owner")
      try await database.execute("SELECT set_config('test.owner', $1, FALSE)", [owner])
      try await database.executeScript(
        """
        DO $$ BEGIN EXECUTE format('CREATE SCHEMA guild AUTHORIZATION %I', current_setting('test.owner'));
        EXECUTE format('SET LOCAL ROLE %I', current_setting('test.owner'));
        CREATE TABLE guild.person(id bigint PRIMARY KEY, banned_until timestamptz);
        END $$;
        """
      )
      try await database.execute(
        "INSERT INTO guild.person SELECT g, NULL FROM generate_series(1, $1) g",
        [people]
      )
      try await database.execute(
        "SELECT * FROM reeve.catalog_apply(jsonb_set($1, '{owner}', to_jsonb($2::text)))",
        [
          """
          {"app": "guild", "schema": "guild", "owner": "", "title": "Guild",
          "collections": {"person": {"table": "person", "key": ["id"], "label": "'person ' || t.id",
            "show": ["id"], "visible": "banned_until", "enforcement": "column"}},
          "policies": {"spam": {"title": "Spam", "clause": "No spam."}},
          "actions": [{"verb": "ban", "collection": "person", "effects": [
            {"name": "account", "collection": "person", "hide": true, "enqueue": [
              {"kind": "command", "args": {"name": "'disable'", "input": "to_jsonb(t.id)"},
                "undo": {"kind": "command",
                  "args": {"name": "'enable'", "input": "to_jsonb(t.id)"}}}]}]}]}
          """, owner,
        ]
      )
      try await database.execute("DELETE FROM reeve.approval_rule")
      let login = try await TestDatabase.current.login(rank: "moderator")
      try await database.execute(
        "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'moderator', 'test')",
        [login]
      )
      admin = try await TestDatabase.current.connect(user: login)
    }

    /// Bans somebody for a day and returns the action.
    func ban(_ person: Int) async throws -> Int64 {
      try await admin.query(
        """
        SELECT (o.detail ->> 'action_id')::bigint FROM reeve.action_perform('ban', 'guild', 'person',
          $1, '{"policy": "spam", "for": "1d"}', NULL) o
        """,
        [String(person)]
      )[0].get(0)
    }

    func undo(_ action: Int64) async throws -> String {
      try await admin.query(
        "SELECT concat_ws(' ', o.outcome, o.code) FROM reeve.undo_perform($1, NULL, NULL) o",
        [action]
      )[0].get(0)
    }

    /// What the programs wrote, in order.
    func trace() throws -> [String] {
      try folder.read("trace").split(separator: "\n").map(String.init)
    }
  }

  private func entries(_ guild: Guild, before: String = "") -> [(name: String, body: String)] {
    let path = guild.folder.path
    return [
      ("disable", script("read id\n\(before)\necho \"disable $id\" >> \(path)/trace")),
      ("enable", script("read id\necho \"enable $id\" >> \(path)/trace")),
    ]
  }

  private func withGuild(people: Int = 1, _ body: (Guild) async throws -> Void) async throws {
    try await withDatabase { database in
      let guild = try await Guild(database, people: people)
      try guild.folder.write("trace", "", mode: 0o666)
      do {
        try await body(guild)
      } catch {
        await guild.admin.close()
        throw error
      }
      await guild.admin.close()
    }
  }

  private func drain(_ guild: Guild) async throws {
    try await worker(entries(guild)) { try await $0.run() }
  }

  @Test func `what a ban started is withdrawn or reversed by its undo, once`() async throws {
    try await withGuild { guild in
      let first = try await guild.ban(1)
      #expect(try await guild.undo(first) == "done")
      try await drain(guild)
      #expect(try guild.trace() == [], "the program never started")
      let second = try await guild.ban(1)
      try await drain(guild)
      #expect(try guild.trace() == ["disable 1"])
      #expect(try await guild.undo(second) == "done")
      #expect(try await guild.undo(second) == "refused undone")
      try await drain(guild)
      #expect(try guild.trace() == ["disable 1", "enable 1"])
    }
  }

  @Test func `a program that runs is stopped, and what reverses it comes after it`() async throws {
    try await withGuild { guild in
      let path = guild.folder.path
      let action = try await guild.ban(1)
      let waits = "echo begun >> \(path)/trace\ntouch \(path)/here\nsleep 600"
      try await worker(entries(guild, before: waits), isOnce: false) { worker in
        async let run: Void = worker.run()
        while (try? guild.folder.read("here")) == nil {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await guild.undo(action) == "done")
        while try guild.trace().count < 2 { try await Task.sleep(for: .milliseconds(10)) }
        worker.stop()
        try await run
      }
      #expect(try guild.trace() == ["begun", "enable 1"])
      let outcome: String = try await guild.database.query(
        "SELECT outcome FROM reeve.job_end WHERE error LIKE 'withdrawn%' OR outcome = 'cancelled'"
      )[0].get(0)
      #expect(outcome == "cancelled")
    }
  }

  @Test func `whenever undos come, nobody stays disabled, and nobody is enabled twice`()
    async throws
  {
    let people = 40
    try await withGuild(people: people) { guild in
      var actions: [Int64] = []
      for person in 1...people { actions.append(try await guild.ban(person)) }
      let banned = actions
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...2 { group.addTask { try await drain(guild) } }
        group.addTask {
          for action in banned.shuffled() {
            let outcome = try await guild.undo(action)
            #expect(outcome == "done")
          }
        }
        try await group.waitForAll()
      }
      try await drain(guild)
      let trace = try guild.trace()
      for person in 1...people {
        let own = trace.filter { $0.hasSuffix(" \(person)") }.map {
          $0.prefix(while: { $0 != " " })
        }
        #expect([[], ["enable"], ["disable", "enable"]].contains(own), "\(person): \(own)")
      }
      #expect(try await guild.database.count("reeve.effect_job WHERE undone_by IS NULL") == 0)
    }
  }
}
