package import Catalog

/// Does nothing: the runner itself is measured and tested with it, as the kind `worker.probe`.
package struct ProbeHandler: JobHandler {
  /// Does nothing.
  package init() {}

  /// Completes at once.
  package func run(_ job: Job) async throws -> JobOutcome { .completed }
}
