import FoundationEssentials

/// A program of this machine that takes something on its standard input.
package enum PipedProgram {
  /// Runs a program, without a shell and with our environment but for what logs us in, until it
  /// ends.
  ///
  /// - Parameters:
  ///   - argv: The program's whole path, and its arguments.
  ///   - input: What it reads.
  ///   - timeout: After this time it is stopped, with its process group.
  /// - Returns: Why it failed, with the end of what it wrote to standard error; nil for exit status
  ///   0.
  /// - Throws: What keeps it from being started.
  package static func feed(
    _ argv: [String],
    _ input: [UInt8],
    timeout: Duration
  ) async throws -> String? {
    let secrets = ["PGPASSWORD", "DATABASE_URL"]
    let outcome = try await Subprocess(
      Subprocess.Plan(
        argv: argv,
        environment: ProcessInfo.processInfo.environment.filter { !secrets.contains($0.key) },
        directory: "/",
        input: input,
        timeout: timeout,
        isConfined: false
      )
    ).run()
    if outcome.status == 0, !outcome.hasTimedOut { return nil }
    let ending =
      outcome.hasTimedOut
      ? "it did not end within \(timeout)"
      : outcome.status.map { "exit status \($0)" } ?? "signal \(outcome.signal)"
    return outcome.errorTail.isEmpty ? ending : "\(ending): \(outcome.errorTail)"
  }
}
