package import Catalog

/// Does nothing: the runner itself is measured and tested by it.
package struct ProbeHandler: JobHandler {
  /// Does nothing.
  package init() {}

  /// The kind `worker.probe`.
  package var kind: String { "worker.probe" }

  /// Is done at once.
  package func run(_ job: Job) async throws -> JobOutcome { .done }
}
