import Catalog
import Host
import Outcome
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Operations

/// What somebody said of a schema, kept beside its catalog.
@Suite(.freshDatabase)
struct AdoptionAnswersTests {
  /// A schema with posts by people, and as many small tables as it is given.
  private func makeSchema(tables: Int = 0) async throws {
    let owner = try await TestDatabase.current.login("forum owner")
    try await connected { connection in
      try await connection.executeScript(
        """
        CREATE SCHEMA forum AUTHORIZATION "\(owner)";
        SET ROLE "\(owner)";
        CREATE TABLE forum.users(id int PRIMARY KEY, login text NOT NULL, email text,
          password text, recovery text, banned boolean NOT NULL DEFAULT FALSE,
          suspended_at timestamptz);
        CREATE TABLE forum.posts(id int PRIMARY KEY, title text NOT NULL, body text,
          user_id int NOT NULL REFERENCES forum.users, hidden_at timestamptz);
        CREATE TABLE forum.reports(id int PRIMARY KEY, words text,
          user_id int REFERENCES forum.users);
        INSERT INTO forum.users SELECT i, 'user' || i, i || '@example.org', 'x', md5(i::text)
        FROM generate_series(1, 30) i;
        INSERT INTO forum.posts SELECT i, 'Post ' || i, 'Words', i FROM generate_series(1, 30) i;
        DO $$
        BEGIN
          FOR i IN 1 .. \(tables) LOOP
            EXECUTE format('CREATE TABLE forum.%I(id int PRIMARY KEY, name text, email text,
              user_id int REFERENCES forum.users, is_hidden boolean)', 'module_' || i);
          END LOOP;
        END
        $$;
        """
      )
    }
  }

  /// Adopts into a file, as the program does.
  private func adopt(
    _ file: String?,
    enforcement: String? = nil,
    ask: AdoptionAsk? = nil
  ) async throws -> Adoption.Result {
    let installer = Installer(
      server: .conninfo(try TestDatabase.current.conninfo()),
      share: try Share.find(),
      report: { _ in }
    )
    return try await installer.adopt(
      AdoptionRequest(
        schema: "forum",
        app: "forum",
        enforcement: enforcement,
        file: file,
        replaces: false,
        tries: false
      ),
      ask: ask
    )
  }

  @Test func `answers that name nothing, or ask for a secret, are told and change nothing`()
    async throws
  {
    try await makeSchema()
    let plain = try await adopt(nil)
    try await withScratch { folder in
      let file = "\(folder)/catalog.yaml"
      try Disk.write(
        """
        people: nobody
        hidden: {users: email, posts: hidden_at, gone: at}
        authors: {reports: [nobody_id], "x\\e[31m": [y]}
        shown: {users: [password, "evil\\u202Ecolumn"]}
        first: [users, gone]
        enforcement: [guard]
        nonsense: 1
        """,
        to: "\(file).answers",
        mode: 0o644
      )
      let result = try await adopt(file)
      for told in [
        "people: no table “nobody” can be adopted",
        "hidden: “gone” has no column “at” that can hide its rows",
        "hidden: “users” has no column “email” that can hide its rows",
        "authors: there is no column “nobody_id” in a table “reports”",
        "shown: “password” of “users” is a secret", "first: no table “gone” can be adopted",
        "catalog.yaml.answers:6:14: ", "catalog.yaml.answers:7:1: ",
      ] {
        #expect(
          result.notes.contains { $0.hasPrefix("ignored: ") && $0.contains(told) },
          "\(told): \(result.notes)"
        )
      }
      let said = result.text.replacing(
        "# As the answers have it;",
        with: "# Guessed by name and type;"
      )
      for line in ["visible: banned", "Not shown, as secret by its name or values: \"password\""] {
        #expect(said.contains(line), "\(said)")
      }
      #expect(!said.contains("evil"))
      #expect(plain.text.contains("visible: banned"))
    }
  }

  @Test func `what was said survives another adoption, and what was not is guessed`() async throws {
    try await makeSchema()
    try await withScratch { folder in
      let file = "\(folder)/catalog.yaml"
      let asked = Mutex<[String]>([])
      let first = try await adopt(file) { question in
        asked.withLock { $0.append(question.title) }
        switch question.title {
        case let title where title.contains("banned?"):
          return [question.choices.firstIndex { $0.name == "suspended_at" } ?? -1]
        case "What makes a ban hold?":
          return [question.choices.firstIndex { $0.name.hasPrefix("Triggers") } ?? -1]
        default: return question.proposed
        }
      }
      let titles = asked.withLock(\.self)
      #expect(titles.count == 4, "\(titles)")
      for line in [
        "visible: suspended_at", "hidden: \"$at\"", "enforcement: guard",
        "{table: posts, actor: [user_id], writes: [insert]}",
      ] { #expect(first.text.contains(line), "\(line)\n\(first.text)") }
      #expect(!first.text.contains("{table: reports,") && !first.text.contains("Or is it visible"))
      let again = try await adopt(file)
      #expect(again.text == first.text)
      try await connected { try await $0.execute("ALTER TABLE forum.users DROP suspended_at") }
      let refused = await failure { _ = try await adopt(file) }
      #expect(refused?.exit == .refused)
      #expect(refused?.details.first?.contains("`hidden: {users: COLUMN}`") == true)
      #expect(try Disk.text(file) == first.text, "nothing was written")
      let said = try #require(try Disk.text("\(file).answers"))
      try Disk.write(
        said.replacing("users: suspended_at", with: "users: banned"),
        to: "\(file).answers",
        mode: 0o644
      )
      let stale = try await adopt(file)
      #expect(stale.text.contains("visible: banned") && stale.text.contains("enforcement: guard"))
    }
  }

  @Test func `another adoption keeps the column in force, whatever it would guess by now`()
    async throws
  {
    try await makeSchema()
    try await connected {
      try await $0.executeScript(
        "ALTER TABLE forum.users DROP suspended_at; ALTER TABLE forum.users RENAME banned TO disabled"
      )
    }
    try await withScratch { folder in
      let file = "\(folder)/catalog.yaml"
      let first = try await adopt(file, ask: { $0.proposed })
      #expect(first.text.contains("visible: disabled"), "\(first.text)")
      try await connected {
        try await $0.execute("ALTER TABLE forum.users ADD banned_at timestamptz")
      }
      let again = try await adopt(file, ask: { $0.proposed })
      #expect(again.text.contains("visible: disabled\n") && !again.text.contains("As you said"))
      #expect(again.notes.contains { $0.contains("Or is it visible: banned_at") }, "\(again.notes)")
      let answers = try Disk.text("\(file).answers") ?? ""
      #expect(!answers.contains("disabled"), "nobody said it: \(answers)")
      try await connected { try await $0.execute("ALTER TABLE forum.users DROP disabled") }
      let asked = Mutex<[String]>([])
      let moved = try await adopt(file) { question in
        asked.withLock { $0.append(question.title) }
        return question.proposed
      }
      let titles = asked.withLock(\.self)
      #expect(titles.contains { $0.contains("banned?") }, "\(titles)")
      #expect(moved.text.contains("visible: banned_at"))
    }
  }

  @Test func `of many tables those that matter come first, and the rest have a line each`()
    async throws
  {
    try await makeSchema(tables: 60)
    try await connected { try await $0.execute("ANALYZE forum.users, forum.posts") }
    try await withScratch { folder in
      let file = "\(folder)/catalog.yaml"
      let first = try await adopt(file)
      #expect(first.isSound, "\(first.notes)")
      let lines = first.text.split(separator: "\n").map(String.init)
      let names = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0.hasSuffix(":") }
      #expect(names.prefix(2) == ["  user:", "  post:"], "\(names)")
      let single = lines.filter { $0.hasPrefix("  module_") && $0.contains(": {table: module_") }
      let full = lines.filter { $0.hasPrefix("    table: ") }
      #expect(full.count == AdoptionDraft.limitFull && single.count + full.count >= 62)
      for key in ["personal: [email]", "visible: is_hidden", "parents: {user:", "erase: {set: {"] {
        #expect(single.allSatisfy { $0.contains(key) }, "\(key): \(single.first ?? "")")
      }
      // What matters is kept to, however many rows the other tables get.
      try await connected { connection in
        try await connection.execute(
          "INSERT INTO forum.module_60 SELECT i, 'n', 'e', 1 FROM generate_series(1, 20000) i"
        )
        try await connection.execute("ANALYZE forum.module_60")
      }
      #expect(try await adopt(file).text == first.text)
      let whole = try Adoption.manifest(first.text)
      try await connected { connection in
        try await connection.withTransaction { transaction in
          _ = try await CatalogLoader(session: transaction).apply(whole)
        }
      }
      let live = "SELECT count(*) FROM reeve.collection WHERE app = 'forum' AND is_live"
      #expect(try await value(live) == 63)
    }
  }
}

/// A database in which nothing of Reeve is.
@Suite(.emptyDatabase)
struct FirstUseTests {
  @Test func `one command leads from a database of one's own to a ban that is undone`() async throws
  {
    let owner = try await TestDatabase.current.login("owner")
    let admin = try await TestDatabase.current.login("admin")
    try await connected { connection in
      try await connection.executeScript(
        """
        GRANT CREATE ON SCHEMA public TO "\(owner)";
        SET ROLE "\(owner)";
        CREATE TABLE public.members(id int PRIMARY KEY, name text NOT NULL, email text,
          "Time Zone" text);
        CREATE TABLE public.posts(id int PRIMARY KEY, title text NOT NULL,
          author_id int NOT NULL REFERENCES public.members);
        INSERT INTO public.members VALUES (1, 'Ann <b>', 'ann@example.org');
        INSERT INTO public.posts VALUES (7, 'A lamp', 1);
        """
      )
    }
    try await withScratch { folder in
      func reeve(_ arguments: String..., as user: String? = nil) async throws
        -> ChildProcess.Outcome
      {
        try await ChildProcess(
          arguments: [Share.programDirectory + "/reeve"] + arguments
            + ["--dsn", TestDatabase.current.conninfo(user: user)]
        ).run()
      }
      let nowhere = try await reeve("adopt", "--schema", "nowhere", "--yes")
      #expect(nowhere.status == 5, "\(nowhere.output)")
      #expect(try await value("SELECT to_regnamespace('reeve') IS NULL"))
      func adopt(_ more: String...) async throws -> ChildProcess.Outcome {
        let words = [
          "adopt", "--schema", "public", "--app", "club", "--write", "\(folder)/catalog.yaml",
          "--first-admin", admin, "--yes",
        ]
        return try await ChildProcess(
          arguments: [Share.programDirectory + "/reeve"] + words + more
            + ["--dsn", TestDatabase.current.conninfo(user: nil)]
        ).run()
      }
      // Nobody asked for triggers: a ban is only recorded, and says so.
      let plain = try await adopt()
      #expect(plain.status == 0, "\(plain.output)")
      #expect(plain.output.contains("recorded, NOT enforced; --enforce guard"), "\(plain.output)")
      #expect(
        try await value("SELECT count(*) = 0 FROM pg_trigger WHERE tgname ~ 'guard'")
      )
      let recorded = try await reeve("-c", "ban member:1 --policy terms --for 7d --yes", as: admin)
      #expect(recorded.status == 4 && recorded.output.contains("NOT enforced"), "\(recorded)")

      let run = try await adopt("--enforce", "guard")
      #expect(run.status == 0, "\(run.output)")
      for told in [
        "enforced by guard", "three commands to try:", "find member Ann", "show member:1",
        "user=\(admin)", "ban member:1 --policy terms",
      ] { #expect(run.output.contains(told), "\(told): \(run.output)") }
      // The DSN of this run names a login of its own, whose place the admin takes.
      for line in run.output.split(separator: "\n") where line.contains("  reeve --dsn") {
        #expect(line.split(separator: "user=").count == 2, "\(line)")
      }
      let found = try await reeve("-c", "search lamp --output tsv", as: admin)
      #expect(found.output.contains("post:7"), "\(found.output)")
      let catalog = try #require(try Disk.text("\(folder)/catalog.yaml"))
      let zone = "zone: \"coalesce(nullif(t.\\\"Time Zone\\\", ''), 'UTC')\"}"
      #expect(catalog.contains("recipient: {locale: \"'en'\", \(zone)"), "\(catalog)")
      _ = try await reeve(
        "-c",
        "hide post:7 --policy terms --record-only --yes",
        as: admin
      )
      let strikes = try await reeve("-c", "strikes member:1", as: admin)
      #expect(strikes.output.contains("post:7"), "strikes count: \(strikes.output)")
      let export = "export person member:1 \(folder)/data.ndjson --why asked"
      #expect(try await reeve("-c", export, as: admin).status == 0)
      let data = try #require(try Disk.text("\(folder)/data.ndjson"))
      #expect(data.contains("ann@example.org") && data.contains("A lamp"), "\(data)")
      let ban = try await reeve("-c", "ban member:1 --policy terms --for 7d --yes", as: admin)
      #expect(ban.status == 0, "\(ban.output)")
      let insert = "INSERT INTO public.posts VALUES (8, 'Another', 1)"
      let refused = await failure {
        _ = try await connected(user: owner) { try await $0.execute(insert) }
      }
      #expect(refused?.exit == .refused)
      let undo = try await reeve("-c", "undo A2 --yes", as: admin)
      #expect(undo.status == 0, "\(undo.output)")
      _ = try await connected(user: owner) { try await $0.execute(insert) }
    }
  }

  @Test func `an undo after another adoption gives back what the ban wrote`() async throws {
    let owner = try await TestDatabase.current.login("owner")
    let admin = try await TestDatabase.current.login("admin")
    try await connected { connection in
      try await connection.executeScript(
        """
        GRANT CREATE ON SCHEMA public TO "\(owner)";
        SET ROLE "\(owner)";
        CREATE TABLE public.users(id int PRIMARY KEY, name text NOT NULL, email text,
          disabled boolean NOT NULL DEFAULT FALSE);
        INSERT INTO public.users VALUES (1, 'Ann', 'ann@example.org'), (2, 'Bob', 'b@example.org');
        """
      )
    }
    try await withScratch { folder in
      func reeve(_ arguments: String..., as user: String? = nil) async throws -> String {
        let run = try await ChildProcess(
          arguments: [Share.programDirectory + "/reeve"] + arguments
            + ["--dsn", TestDatabase.current.conninfo(user: user)]
        ).run()
        #expect(run.status == 0, "\(arguments): \(run.output)")
        return run.output
      }
      func adopt() async throws -> String {
        try await reeve(
          "adopt",
          "--schema",
          "public",
          "--app",
          "club",
          "--write",
          "\(folder)/catalog.yaml",
          "--first-admin",
          admin,
          "--yes"
        )
      }
      _ = try await adopt()
      _ = try await reeve("-c", "ban user:1 --policy terms --for 7d --yes", as: admin)
      #expect(try await value("SELECT disabled FROM public.users WHERE id = 1"))
      try await connected {
        try await $0.execute("ALTER TABLE public.users ADD banned_at timestamptz")
      }
      let second = try await adopt()
      #expect(!second.contains("+     visible: banned_at"), "\(second)")
      let undone = try await reeve("-c", "undo A1 --yes", as: admin)
      #expect(undone.contains("undid A1"), "\(undone)")
      #expect(
        try await value("SELECT NOT disabled AND banned_at IS NULL FROM public.users WHERE id = 1")
      )
      let shown = try await reeve("-c", "show user:1", as: admin)
      #expect(shown.contains("no restriction in force") || !shown.contains("banned until"))
    }
  }
}
