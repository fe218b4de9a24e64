import Glibc

/// The place of this program among the jobs of the shell that started it.
///
/// `JobControlTests` hold this.
enum JobControl {
  /// Stops until the shell gives us the terminal.
  ///
  /// In the background, readline would take the shell's modes for ours: it would echo nothing and
  /// show no prompt for the rest of the session.
  ///
  /// - Returns: False, in the background, where a signal waits that ends the program.
  static func waitForForeground() -> Bool {
    while isInBackground {
      if isToEnd { return false }
      kill(getpid(), SIGSTOP)
    }
    return true
  }

  /// Whether another job has the terminal at standard input, and a shell will give it to us.
  private static var isInBackground: Bool {
    // 0 is a group of another namespace.
    let group = tcgetpgrp(0)
    return group > 0 && group != getpgrp() && getsid(getppid()) == getsid(0)
  }

  /// Whether a signal that ends the program waits in the terminal's descriptor.
  private static var isToEnd: Bool {
    var waiting = sigset_t()
    guard sigpending(&waiting) == 0 else { return true }
    return [SIGTERM, SIGHUP, SIGQUIT].contains { sigismember(&waiting, $0) == 1 }
  }
}
