/// How far the build of an index has come.
package struct BuildProgress: Hashable, Sendable {
  /// A phase of the build.
  package enum Phase: String, Sendable {
    case loading
    case indexing
    case catchingUp = "catching up"
    case verifying
    case swapped
  }

  /// App and collection, as `app/collection`.
  package let subject: String
  /// The present phase.
  package let phase: Phase
  /// Rows loaded, or changes applied; 0 for the other phases.
  package let done: Int
  /// Rows when the build was begun.
  package let total: Int
  /// Rows that this run found loaded already.
  package let before: Int
}
