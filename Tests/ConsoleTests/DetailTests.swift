import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// The tables that `show` prints under a row, whatever is in them.
@Suite(.freshDatabase, .blocking)
struct DetailTests {
  @Test func `rows under a row are shown with what could steer a terminal escaped`() async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        INSERT INTO randevoo.product_variants (product_id, size, colour, stock)
        VALUES (1, E'\\x1b[2J\\n\\t', U&'\\202Eder', 3), (1, 'NULL', '{a,"b\\c"}', 0), (1, '', '', 7);
        INSERT INTO randevoo.product_photos
        SELECT 1, i, 'https://photos.example/' || i FROM generate_series(1, 51) i;
        INSERT INTO randevoo.identities (provider, provider_id, user_id, verified_email)
        VALUES ('google', 'secret-id', 1, 'anna@mail.example');
        """
      )
      let console = try MemoryConsole(as: market.senior)
      let product = await console.run("show product:1").text
      #expect(!product.contains("\u{1B}") && !product.contains("\u{202E}"), "\(product)")
      for part in [
        "<U+001B>[2J<U+000A><U+0009>  <U+202E>der      3",
        #"NULL                         {a,"b\c"}"#,
        "      50  https://photos.example/50", "  the first 50", "no restriction in force",
      ] {
        #expect(product.contains(part), "\(part): \(product)")
      }
      #expect(!product.contains("photos.example/51"))
      let user = await console.run("show user:1").text
      #expect(user.contains("google    •••             –"), "\(user)")
      #expect(!user.contains("@mail") && !user.contains("secret-id"))
      try await console.close()
    }
  }

  @Test func `a table that the app has changed hides nothing but itself`() async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        "ALTER TABLE randevoo.product_photos RENAME url TO \"\u{1B}[31m\""
      )
      let run = try await market.enter(
        "hide product:1 --policy spam --for 1d --yes",
        "show product:1"
      )
      #expect(run.status == 0 && run.output.contains("`undo A1` lifts it"), "\(run)")
      #expect(run.errors.contains("no longer fits the app's tables: column t.url does not exist"))
    }
  }

  @Test func `a key that is typed otherwise than its row writes it is printed as the row's`()
    async throws
  {
    try await Market.run { market in
      let shown = try market.run("show user:01 --json subject", "show \"user: +1\" --json subject")
      #expect(shown.output == "{\"subject\":\"user:1\"}\n{\"subject\":\"user:1\"}\n", "\(shown)")
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("show user:001", ExitStatus.ok, "`list user:1 store`"),
        ("note user:1 user:01 \"seen\"", .ok, "note user:1 Anna Keller"),
        ("show user:099", .notFound, "there is no user:099"),
        ("show user:x", .notFound, "no user has the key x"),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
      // Both words are one subject, so there is one note.
      #expect(await console.run("show A2").code == .notFound)
      try await console.close()
    }
  }

  @Test func `an action on many rows has no subject, and says where they are listed`() async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try await market.book()
      let worked = try await market.work(
        ["collection.expire": #"{"collection": "reservation"}"#],
        sink: folder.path
      )
      #expect(worked.status == 0, "\(worked.errors)")
      let console = try MemoryConsole(as: market.senior)
      for line in ["show A1", "history A1", "note A1 \"late\"", "near A1", "list A1 message"] {
        let run = await console.run(line)
        #expect(run.code == .notFound, "\(line): \(run.text)")
        #expect(
          run.text.contains("A1 has no subject: it changed many rows of reservation"),
          "\(line): \(run.text)"
        )
        #expect(run.text.contains("`effects A1` lists them"), "\(line): \(run.text)")
      }
      #expect(await console.run("effects A1").text.contains("reservation:4"))
      try await console.close()
    }
  }

  @Test func `rows under a row fit a narrow screen`() async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        INSERT INTO randevoo.store_policies (store_id, title, body)
        VALUES (1, repeat('Rule ', 40), repeat('word ', 2000));
        """
      )
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(["-c", "show store:1"]),
        history: folder["history"],
        size: (40, 20)
      )
      #expect(terminal.wait() == 0)
      let lines = terminal.transcript.split { $0.isNewline }
      #expect(lines.contains { $0.contains("WEEKDAY  OPENS_AT  CLOSES_AT") }, "\(lines)")
      #expect(lines.contains { $0.contains("Rule Rule") && $0.contains("…") }, "\(lines)")
      #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines.filter { $0.count > 40 })")
    }
  }
}
