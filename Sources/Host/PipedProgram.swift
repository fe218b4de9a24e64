import FoundationEssentials

/// A program of this machine that is given something, or asked for something.
package enum PipedProgram {
  /// Runs a program, without a shell and with our environment except credentials, until it
  /// ends.
  ///
  /// - Parameters:
  ///   - argv: The program's whole path, and its arguments.
  ///   - input: Its standard input.
  ///   - timeout: After this time it is stopped, with its process group.
  /// - Returns: Why it failed, with the end of its standard error; nil for exit status
  ///   0.
  /// - Throws: The reason why it cannot be started.
  package static func feed(
    _ argv: [String],
    _ input: [UInt8],
    timeout: Duration
  ) async throws -> String? {
    try await run(
      Subprocess.Plan(
        argv: argv,
        environment: environment,
        directory: "/",
        input: input,
        timeout: timeout,
        isConfined: false
      )
    )
  }

  /// Runs a program, without a shell and with our environment except credentials, until it
  /// ends or has written enough.
  ///
  /// - Parameters: - argv: The program's whole path, and its arguments. - input: What it reads. -
  ///   timeout: After this time it is stopped, with its process group. - isConfined: Whether it can
  ///   gain no privilege. - output: Takes what it writes to standard output, as it comes, on a
  ///   thread of its own; false stops the program.
  /// - Returns: Why it failed, with the end of its standard error; nil for exit status
  ///   0, and where it was stopped because it had written enough.
  /// - Throws: The reason why it cannot be started.
  package static func read(
    _ argv: [String],
    _ input: [UInt8] = [],
    timeout: Duration,
    isConfined: Bool,
    output: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) async throws -> String? {
    try await run(
      Subprocess.Plan(
        argv: argv,
        environment: environment,
        input: input,
        timeout: timeout,
        isConfined: isConfined,
        grace: .zero,
        output: output
      )
    )
  }

  /// Our environment, except credentials.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !["PGPASSWORD", "DATABASE_URL"].contains($0.key) }
  }

  private static func run(_ plan: Subprocess.Plan) async throws -> String? {
    let outcome = try await Subprocess(plan).run()
    if outcome.status == 0 || outcome.hasSaidEnough, !outcome.hasTimedOut { return nil }
    let ending =
      outcome.hasTimedOut
      ? "it did not end within \(plan.timeout ?? .zero)"
      : outcome.status.map { "exit status \($0)" } ?? "signal \(outcome.signal)"
    let said = outcome.errorTail.split(separator: "\n").joined(separator: "; ")
    return said.isEmpty ? ending : "\(ending): \(said)"
  }
}
