import Glibc
import Testing

/// Where `reeve` lies: beside the bundle of tests.
func reevePath() throws -> String {
  let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
  return "/" + bundle.split(separator: "/").dropLast().joined(separator: "/") + "/reeve"
}

/// Starts a program, `reeve` unless another is named.
func spawn(_ arguments: [String], program: String? = nil) throws -> pid_t {
  let program = try program ?? reevePath()
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
  defer { for word in words { free(word) } }
  words.append(nil)
  var pid: pid_t = 0
  try #require(posix_spawn(&pid, program, nil, nil, words, environ) == 0)
  return pid
}

/// Waits for a program's end; returns its wait status.
func wait(_ pid: pid_t) -> Int32 {
  var status: Int32 = 0
  while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
  return status
}
