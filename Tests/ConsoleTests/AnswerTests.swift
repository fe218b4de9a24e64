import Postgres
import TestSupport
import Testing

@testable import Console

/// What every verb answers where there is nothing, where there is no such thing, where something is
/// not built yet, and where the login may not know: distinguished in words and exit status.
@Suite(.freshDatabase, .blocking)
struct AnswerTests {
  /// A line, and what it is to end with.
  struct Answer: Sendable, CustomTestStringConvertible {
    let line: String
    let status: Int32
    let text: String

    var testDescription: String { line }

    /// There is nothing: 0.
    static func empty(_ line: String, _ text: String) -> Answer {
      Answer(line: line, status: 0, text: text)
    }

    /// There is no such thing: 5.
    static func missing(_ line: String, _ text: String) -> Answer {
      Answer(line: line, status: 5, text: text)
    }
  }

  static let reading: [Answer] = [
    .empty("find user zzz", "nothing found"),
    .empty("find user zzz@mail.example", "looks in a personal field: "),
    .missing("find nosuch", "no collection `nosuch`"),
    .missing("search silk --in nosuch", "no collection `nosuch`"),
    .missing("show user:99", "there is no user:99"),
    .missing("show nosuch:1", "no collection `nosuch`"),
    .empty("history user:2", "no actions on user:2"),
    .missing("history user:99", "there is no user:99"),
    .empty("strikes user:2", "no strikes against user:2"),
    .missing("strikes user:99", "there is no user:99"),
    .empty("links user:2", "nobody shares an identifier"),
    .missing("links user:99", "there is no user:99"),
    .empty("duplicates user", "no two accounts share an identifier"),
    .empty("outside", "no such effects outside the database"),
    .missing("outside nosuch:1", "no collection `nosuch`"),
    .missing("duplicates nosuch", "no collection `nosuch`"),
    .missing("evidence A99", "there is no action A99"),
    .missing("evidence R99", "there is no report R99"),
    .missing("evidence C99", "there is no case C99"), .missing("case C99", "there is no case C99"),
    .empty("queue", "nothing waits"), .missing("queue --in nosuch", "no collection `nosuch`"),
    .empty("notices", "no such notices"), .empty("notices user:2", "no such notices to user:2"),
    .missing("notices user:99", "there is no user:99"),
    .missing("notices preview A99", "there is no action A99"),
    .missing("notices preview P99", "there is no proposal P99"),
    .missing("terms pending nosuch", "there are no terms nosuch"),
    .empty("appeals", "no open appeals"), .empty("holds", "there are no legal holds"),
    .empty("batch", "no batches yet"),
    .missing("batch B99", "there is no batch B99"), .empty("select", "there are no selections"),
    .missing("select @nosuch", "there is no selection @nosuch"),
    .empty("approvals", "nothing waits for a second person"),
    .empty("jobs of user:2", "no jobs are about user:2"),
    .missing("jobs of user:99", "there is no user:99"), .missing("jobs show 99", "no job 99"),
    .missing("jobs why 99", "no job 99"), .empty("jobs --state lost", "no jobs"),
    .missing("cron preview nosuch", "there is no schedule nosuch"),
    .empty("audit when 2001", "nothing is recorded"),
    .missing("audit who A99", "there is no action A99"),
    .empty("audit what user:2", "nothing is recorded"),
    .missing("audit what user:99", "there is no user:99"),
    .empty("export counters 2001", "nothing"),
    .empty("export sor 2001", "no statements of reasons"),
    .missing("chat group:99", "there is no group:99"),
    .missing("reveal user:99 email --why x", "there is no user:99"),
  ]

  static let acting: [Answer] = [
    .missing("warn user:99 --policy spam --yes", "there is no user:99"),
    .missing("note user:99 words", "there is no user:99"),
    .missing("tag user:99 partner", "there is no user:99"),
    .missing("verify store:99", "there is no store:99"),
    .missing("hide product:99 --policy spam --yes", "there is no product:99"),
    .missing("suspend user:99 --policy spam --yes", "there is no user:99"),
    .missing("ban user:99 --policy spam --for 1d --yes", "there is no user:99"),
    .missing("delete product:99 --policy spam --yes", "there is no product:99"),
    .missing("erase user:99 --why asked --yes", "there is no user:99"),
    .missing("hold user:99 --why claim", "there is no user:99"),
    .missing("resend N99", "there is no notice N99"),
    .missing("terms remind nosuch", "there are no terms nosuch"),
    .missing("hide @nosuch --policy spam --yes", "there is no selection @nosuch"),
    .missing("unban user:99", "there is no user:99"),
    .missing("unban user:2", "no `ban` is in force on user:2"),
    .missing("untag user:2 partner", "no `tag` is in force on user:2"),
    .missing("undo A99 --yes", "there is no action A99"),
    .missing("undo B99 --yes", "there is no batch B99"),
    .missing("redo A99 --yes", "there is no action A99"),
    .missing("approve P99 --yes", "there is no proposal P99"),
    .missing("reject P99", "there is no proposal P99"),
    .missing("withdraw P99", "there is no proposal P99"),
    .missing("claim C99", "there is no case C99"), .missing("release C99", "there is no case C99"),
    .missing("steal C99", "there is no case C99"),
    .missing("close C99 --outcome upheld --why x", "there is no case C99"),
    .missing("reopen C99", "there is no case C99"),
    .missing("mute user:99", "there is no user:99"),
    .missing("appeal A99 --outcome upheld --why x", "there is no appeal against A99"),
    .missing("staff user:99 --login nosuch", "there is no"),
    .missing("queues pause nosuch", "there is no queue nosuch"),
    .missing("cron pause nosuch", "there is no schedule nosuch"),
    .missing("cron run nosuch", "there is no schedule nosuch"),
    .missing("jobs cancel 99", "there is no job 99"), .missing("jobs retry 99", "no job 99"),
    .empty("next", "nothing waits"),
  ]

  @Test(arguments: reading + acting)
  func `nothing, and no such thing, and nothing for you are three answers`(
    answer: Answer
  ) async throws {
    try await Market.run { market in
      let known = try await market.enter(answer.line)
      #expect(known.status == answer.status, "\(known.output)\(known.errors)")
      #expect((known.output + known.errors).contains(answer.text), "\(known.output)\(known.errors)")
      // Who has no rank is not told either of the two.
      let stranger = try await TestDatabase.current.login("stranger", groups: ["reeve_viewer"])
      let refused = try await market.enter(answer.line, as: stranger)
      #expect(refused.status == 4, "\(refused.output)\(refused.errors)")
      #expect(!(refused.output + refused.errors).contains(answer.text), "\(refused.errors)")
      #expect(refused.errors.contains("rank"), "\(refused.errors)")
      let outsider = try await TestDatabase.current.login("outsider")
      let outside = try await market.enter(answer.line, as: outsider)
      #expect(outside.status == 4, "\(outside.errors)")
    }
  }

  @Test func `a search tells what is not indexed from what is not found`() async throws {
    try await Market.run { market in
      let unbuilt = try await market.enter("search silk")
      #expect(unbuilt.status == 1)
      #expect(unbuilt.errors.contains("there is no search index yet: randevoo/store"))
      #expect(unbuilt.errors.contains("reeve search reindex"))
      #expect(!unbuilt.errors.contains("nothing found"))
      let folder = try TemporaryFolder()
      let worked = try await market.work(["search.sync": "{}"], sink: folder.path)
      #expect(worked.status == 0, "\(worked.errors)")
      let empty = try await market.enter("search zzzzzz")
      #expect(empty.status == 0)
      #expect(empty.errors.contains("nothing found"))
      #expect(try await market.enter("search silk").output.contains("Silk bag"))
      try await market.outside.execute(
        """
        DELETE FROM reeve.search_pointer p USING reeve.collection c
        WHERE c.collection_id = p.collection_id AND c.name = 'store'
        """
      )
      let half = try await market.enter("search silk")
      #expect(half.status == 0 && half.output.contains("Silk bag"), "\(half.errors)")
      #expect(half.errors.contains("not indexed yet: randevoo/store"), "\(half.errors)")
      #expect(try await market.enter("search silk --in store").status == 1)
      #expect(try await market.enter("search silk --in user").status == 1)
    }
  }

  @Test func `what was written is searched, and personal fields by find`() async throws {
    try await Market.run { market in
      #expect(try await market.enter("note user:1 \"says the blue kettle leaks\"").status == 0)
      let found = try await market.enter("search kettles --written all --output tsv")
      #expect(found.status == 0 && found.output.isEmpty, "\(found.output)\(found.errors)")
      let note = try await market.enter("search kettle --written notes --json subject,what,words")
      #expect(
        note.output.contains(
          #"{"subject":"user:1","what":"note","words":"says the blue kettle leaks"}"#
        ),
        "\(note.output)\(note.errors)"
      )
      #expect(try await market.enter("search kettle --written notes --facets").status == 2)
      try await market.outside.execute(
        "UPDATE randevoo.users SET email = 'Anna.K@example.org' WHERE id = 1"
      )
      let begun = try await market.enter("find user --where email^=anna.k@ --why test --output tsv")
      #expect(begun.output.contains("user:1\t"), "\(begun.output)\(begun.errors)")
      #expect(!begun.output.contains("example.org"))
      #expect(try await market.enter("find user --where email^=an --why test").status != 0)
      let folder = try TemporaryFolder()
      let worked = try await market.work(["search.sync": "{}"], sink: folder.path)
      #expect(worked.status == 0, "\(worked.errors)")
      let address = try await market.enter("search anna.k@example.org")
      #expect(
        address.errors.contains("`find user --where email=anna.k@example.org --why \"…\"`"),
        "\(address.errors)"
      )
    }
  }

  @Test func `a command that the server breaks off is on the record as failed`() async throws {
    try await Market.run { market in
      #expect(try await market.enter("note user:1 before").status == 0)
      try await market.outside.executeScript(
        """
        CREATE FUNCTION public.break_off() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER break_off BEFORE INSERT ON reeve.action
        FOR EACH ROW EXECUTE FUNCTION public.break_off();
        CREATE TRIGGER break_off BEFORE UPDATE ON reeve.queue
        FOR EACH ROW EXECUTE FUNCTION public.break_off();
        """
      )
      let failed = try await market.enter("ban user:1 --policy spam --for 1d --why secret --yes")
      #expect(failed.status == 1, "\(failed.errors)")
      #expect(failed.errors.contains("disk full (SQLSTATE 53100)"))
      #expect(try await market.enter("undo A1 --yes").status == 1)
      #expect(try await market.enter("queues pause default").status == 1)
      let record = try await market.enter("audit --output csv", "history user:1", "show user:1")
      #expect(record.output.contains("ban,randevoo/user:1,failed,53100"), "\(record.output)")
      #expect(record.output.contains("undo,randevoo/user:1,failed,53100"), "\(record.output)")
      #expect(record.output.contains("queues pause,,failed,53100"), "\(record.output)")
      #expect(record.output.contains("ban by \(market.senior) · failed: 53100"), "\(record.output)")
      #expect(!record.output.contains("secret"))
      let faults = try await market.outside.query("SELECT 1 FROM reeve.audit_faults(1)")
      #expect(faults.isEmpty)
    }
  }

  @Test func `proposer and approver are told alike by all that tells of an action`() async throws {
    try await Market.run { market in
      let other = try await TestDatabase.current.login("other", groups: ["reeve_senior"])
      try await market.enlist(other, "senior")
      let ban = "ban user:1 --policy fraud --forever --yes"
      #expect(try await market.enter(ban).status == 4)
      #expect(try await market.enter("approve P1 --yes", as: other).status == 0)
      let who = "\(other) for \(market.senior)"
      for line in [
        "show user:1", "history user:1", "evidence A2", "audit who A2", "audit what user:1",
      ] {
        let told = try await market.enter(line)
        #expect(told.status == 0, "\(line): \(told.errors)")
        #expect(told.output.contains(who), "\(line): \(told.output)")
      }
      let undone = try await market.enter("undo A2 --why \"wrong person\" --yes")
      #expect(undone.status == 0, "\(undone.errors)")
      #expect(undone.output.contains("undid A2 on user:1"))
      #expect(try await market.enter("history user:1").output.contains("undone by A3"))
      let again = try await market.enter("undo A2 --yes")
      #expect(again.status == 1)
      #expect(again.errors.contains("already undone by A3 (undo by \(market.senior))"))
      // A selection, too.
      try await market.outside.execute("DELETE FROM reeve.approval_rule WHERE name <> 'permanent'")
      #expect(try await market.enter("select @both product:1 product:2").status == 0)
      #expect(try await market.enter("ban @both --policy fraud --forever --yes").status == 4)
      #expect(try await market.enter("approve P2 --yes", as: other).status == 0)
      #expect(try await market.enter("batch").output.contains(who))
      #expect(try await market.enter("batch B1").output.contains("by \(who), "))
      let plan = try await market.enter("undo B1 --dry-run")
      #expect(plan.output.contains("undo B1, the ban of 2 × product"), "\(plan.output)")
      #expect(!plan.output.contains("A0"))
      #expect(try await market.enter("undo B1 --yes").status == 0)
    }
  }

  @Test func `a plan, what was done and the notices sent say the same numbers`() async throws {
    try await Market.run { market in
      try await market.book()
      let folder = try TemporaryFolder()
      let line = "ban user:1 --policy spam --for 7d"
      let plan = try await market.enter("\(line) --dry-run")
      let done = try await market.enter("\(line) --yes")
      #expect(plan.output.contains("3  people, 3 notices, held 60 s"), "\(plan.output)")
      #expect(done.output.contains("3 notices wait 60 s"), "\(done.output)")
      for part in ["1  account", "1  store", "2  products"] {
        #expect(plan.output.contains(part), "\(plan.output)")
        #expect(done.output.contains(part.replacing("  ", with: " ")), "\(done.output)")
      }
      #expect(plan.output.contains("not undone"), "\(plan.output)")
      try await market.outside.execute("UPDATE reeve.outbox SET due_at = now() - interval '1 s'")
      let worked = try await market.work(["notify.deliver": "{}"], sink: folder.path)
      #expect(worked.status == 0, "\(worked.errors)")
      let sent: Int64 = try await market.outside.query(
        "SELECT count(*) FROM reeve.outbox WHERE state = 'sent' AND sent_with IS NULL"
      )[0].get(0)
      #expect(sent == 3)
      let undo = try await market.enter("undo A1 --yes")
      #expect(undo.output.contains("3 corrections to send"), "\(undo.output)")
      #expect(undo.output.contains("not undone"), "\(undo.output)")
    }
  }
}
