/// How a program or a command ended, as the shell sees it.
///
/// These numbers are stable.
package enum ExitStatus: Int32, Sendable {
  /// Done.
  case ok = 0
  /// Failed, or somebody else was faster.
  case failed = 1
  /// Not a command, or not with these arguments.
  case usage = 2
  /// The database cannot be reached, or was lost.
  case connection = 3
  /// Needs `--yes`, a right, or an approval.
  case refused = 4
  /// The named object does not exist.
  case notFound = 5
  /// Interrupted by Ctrl-C.
  case interrupted = 130
  /// The reader of the output went away.
  case brokenPipe = 141
}
