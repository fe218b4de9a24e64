/// What an error of the server means to whoever asked: the one list that exit statuses go by.
extension SQLState {
  /// Whose part it is that nothing was done.
  package enum Standing: Hashable, Sendable {
    /// The question has no meaning: exit status 2.
    case malformed
    /// It is not permitted, or not here: exit status 4.
    case refused
    /// What it is about does not exist: exit status 5.
    case missing
    /// It was tried, and failed: exit status 1.
    case failed
  }

  /// What this code means.
  package var standing: Standing {
    switch self {
    case .malformedCall: .malformed
    case .notPermitted, .insufficientPrivilege, .readOnlyTransaction, .parked: .refused
    case .unknownCollection, .notFound: .missing
    default: .failed
    }
  }
}
