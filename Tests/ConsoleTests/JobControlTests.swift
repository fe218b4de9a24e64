import Postgres
import TestSupport
import Testing

@testable import Console

/// The console as a job of a shell, which stops it and continues it.
@Suite(.freshDatabase, .blocking)
struct JobControlTests {
  private static let prompt = " ▸ "

  /// Starts a shell whose `$REEVE` is the console, and which says at once when a job stops.
  private func shell(_ market: Market, _ folder: TemporaryFolder) throws -> PseudoTerminal {
    let conninfo = try TestDatabase.current.conninfo(user: market.senior)
    let shell = try PseudoTerminal(
      ["--norc", "--noprofile", "-i"],
      history: folder["history"],
      variables: [
        "INPUTRC=/dev/null", "HISTFILE=", "PS1=shell: ", "DATABASE_URL=\(conninfo)",
        "REEVE=\(PseudoTerminal.binary)",
      ],
      program: "/bin/bash"
    )
    try shell.expect("shell: ")
    shell.send("set -b\r")
    try shell.expect("shell: ")
    return shell
  }

  @Test func `a prompt that was sent to the background is whole when it comes back`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let shell = try shell(market, folder)
      shell.send("$REEVE\r")
      try shell.expect(Self.prompt)
      shell.send("who")
      // Ctrl-Z drops what the terminal has not handed out yet.
      try shell.expect("who")
      shell.send("\u{1A}")
      try shell.expect("Stopped")
      shell.send("bg\r")
      try shell.expect("Stopped")
      shell.send("fg\r")
      try shell.expect("\(Self.prompt)who")
      shell.send("ami\r")
      try shell.expect("ami")
      try shell.expect("rank            senior")
      try shell.expect(Self.prompt)
      shell.send("quit\r")
      try shell.expect("shell: ")
      shell.send("exit\r")
      #expect(shell.wait() == 0)
    }
  }

  @Test func `a command that ends in the background shows its prompt in the foreground`()
    async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let shell = try shell(market, folder)
      shell.send("$REEVE\r")
      try shell.expect(Self.prompt)
      try await market.outside.withTransaction { transaction in
        try await transaction.execute("LOCK TABLE reeve.command")
        shell.send("audit\r")
        let looker = try await TestDatabase.current.connect()
        try await looker.wait(
          until: """
            SELECT EXISTS (SELECT FROM pg_stat_activity
              WHERE usename = $1 AND wait_event_type = 'Lock')
            """,
          [market.senior]
        )
        await looker.close()
        shell.send("\u{1A}")
        try shell.expect("Stopped")
        shell.send("bg\r")
        try shell.expect("&")
      }
      try shell.expect("Stopped")
      shell.send("fg\r")
      try shell.expect(Self.prompt)
      shell.send("whoami\r")
      try shell.expect("whoami")
      try shell.expect("rank            senior")
      try shell.expect(Self.prompt)
      shell.send("quit\r")
      try shell.expect("shell: ")
      shell.send("exit\r")
      #expect(shell.wait() == 0)
    }
  }

  @Test func `a question is asked again when a job whose output is piped comes back`() async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let shell = try shell(market, folder)
      shell.send("$REEVE -c 'ban user:2 --policy fraud --for 7d' | cat\r")
      try shell.expect("Go ahead? [y/N] ")
      shell.send("\u{1A}")
      try shell.expect("Stopped")
      shell.send("fg\r")
      try shell.expect("Go ahead? [y/N] ")
      shell.send("n\r")
      try shell.expect("nothing was changed")
      try shell.expect("shell: ")
      shell.send("exit\r")
      #expect(shell.wait() == 0)
    }
  }
}
