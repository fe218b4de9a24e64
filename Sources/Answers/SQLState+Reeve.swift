package import Postgres

extension SQLState {
  /// Reeve's own functions raised it (class `RV`).
  package var isReeve: Bool { errorClass == "RV" }

  /// RV001: a call to Reeve's functions that no correct client makes.
  package static let malformedCall = SQLState("RV001")
  /// RV002: the caller's rank or login does not permit it.
  package static let notPermitted = SQLState("RV002")
  /// RV003: an app or collection that the catalog does not have.
  package static let unknownCollection = SQLState("RV003")
  /// RV004: no such subject.
  package static let notFound = SQLState("RV004")
  /// RV005: the catalog is wrong.
  package static let catalogFault = SQLState("RV005")
  /// RV006: code or constraints of the app refused, suppressed or undid a write of Reeve's.
  package static let effectMismatch = SQLState("RV006")
  /// RV007: the program is older than the schema serves.
  package static let programTooOld = SQLState("RV007")
  /// RV008: an import is elsewhere than its file or its process believes.
  package static let importMismatch = SQLState("RV008")
  /// RV009: a live copy is not in a state for this.
  package static let copyMismatch = SQLState("RV009")
  /// RV010: this may be a copy of the database that its workers run in.
  package static let parked = SQLState("RV010")
  /// RV011: changes since a position in an app's feed are no longer kept.
  package static let feedExpired = SQLState("RV011")
  /// RV012: the login has searched, or downloaded, as often as it may.
  package static let searchLimited = SQLState("RV012")
}
