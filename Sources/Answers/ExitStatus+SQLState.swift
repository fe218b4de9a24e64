package import Outcome
package import Postgres

extension ExitStatus {
  /// Returns the status for an error of the server: the one table for every program.
  package init(_ state: SQLState) {
    self =
      switch state {
      case .malformedCall: .usage
      case .notPermitted, .insufficientPrivilege, .readOnlyTransaction, .parked: .refused
      case .unknownCollection, .notFound: .notFound
      default: .failed
      }
  }
}
