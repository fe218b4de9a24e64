import Glibc

/// Standard input, output and error, which whoever starts a program may have closed.
package enum StandardDescriptors {
  /// Opens the null device where one of them is missing, so that nothing else ever gets its number:
  /// a connection, or what signals are read from.
  ///
  /// A missing one is opened the wrong way round, as GNU's tools do, so that what cannot be read or
  /// delivered is an error to whoever tries. To be called before anything else opens a descriptor.
  package static func openMissing() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      let flags = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      guard open("/dev/null", flags) == descriptor else { _exit(1) }
    }
  }
}
