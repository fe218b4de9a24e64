/// A program of this host, chosen by Reeve itself, that is run to its end; its output is kept for
/// an error message.
package struct ChildProcess: Sendable {
  /// The output and exit status of a program that has ended.
  package struct Outcome: Sendable {
    /// The exit status; 128 and the signal's number where a signal ended it.
    package let status: Int32
    /// Standard output, and the end of standard error.
    package let output: String

    /// The last lines of the output.
    package var lastLines: [String] {
      output.split(separator: "\n").suffix(8).map(String.init)
    }
  }

  /// The program's path and its arguments.
  package let arguments: [String]
  /// The user that it runs as; nil for the caller.
  package var user: ProgramUser?

  /// Makes a description of a program to run.
  package init(arguments: [String], user: ProgramUser? = nil) {
    self.arguments = arguments
    self.user = user
  }

  /// Runs the program in `/`, with an environment of its own.
  ///
  /// - Returns: How it ended.
  /// - Throws: `SubprocessError` where it cannot be started.
  package func run() async throws -> Outcome {
    let process = Subprocess(
      Subprocess.Plan(
        argv: arguments,
        environment: [
          "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C",
        ],
        user: user,
        isConfined: user != nil,
        isTrusted: false
      )
    )
    async let end = process.run()
    var lines: [String] = []
    for await _ in process.news { lines += process.takeSpeech().lines }
    let outcome = try await end
    lines += process.takeSpeech().lines
    if !outcome.errorTail.isEmpty { lines.append(outcome.errorTail) }
    return Outcome(
      status: outcome.status ?? 128 + outcome.signal,
      output: lines.joined(separator: "\n")
    )
  }
}
