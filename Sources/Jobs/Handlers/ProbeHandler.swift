package import Catalog
import Glibc

/// Does nothing: the runner itself is measured and tested by it.
///
/// With the arguments `{"stamp": true}` it is cancelled, its reason the moment at which it started,
/// in µs since 1970 by the clock of the worker's machine.
package struct ProbeHandler: JobHandler {
  /// Does nothing.
  package init() {}

  /// The kind `worker.probe`.
  package var kind: String { "worker.probe" }

  /// Is done at once.
  package func run(_ job: Job) async throws -> JobOutcome {
    guard job.arguments == #"{"stamp": true}"# else { return .done }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return .cancel("\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
  }
}
