/// A five-character error code of the server, as the SQL standard and PostgreSQL define it.
///
/// Codes and their names: appendix A of the PostgreSQL 15 manual.
package struct SQLState: Hashable, Sendable, CustomStringConvertible {
  /// The five characters.
  package let code: String

  /// Takes a code as the server sent it.
  package init(_ code: String) { self.code = code }

  /// The first two characters, which name the class.
  package var errorClass: String { String(code.prefix(2)) }

  /// The five characters.
  package var description: String { code }
}

extension SQLState {
  /// The server refused the statement because of the connection (class 08).
  package var isConnectionException: Bool { errorClass == "08" }

  /// A value did not fit its type or an operation failed on it (class 22).
  package var isDataException: Bool { errorClass == "22" }

  /// A constraint refused the row (class 23).
  package var isIntegrityViolation: Bool { errorClass == "23" }

  /// The statement is wrong, names what is not there, or is not permitted (class 42).
  package var isSyntaxOrAccessViolation: Bool { errorClass == "42" }

  /// The server ran out of memory, disk or connections (class 53).
  package var isInsufficientResources: Bool { errorClass == "53" }

  /// Somebody stepped in: a cancel, a shutdown, a dropped database (class 57).
  package var isOperatorIntervention: Bool { errorClass == "57" }

  /// The transaction may succeed when it is run again from its start.
  package var isRetryable: Bool { self == .serializationFailure || self == .deadlockDetected }
}

extension SQLState {
  /// 23502: NULL where the column refuses it.
  package static let notNullViolation = SQLState("23502")
  /// 23503: a foreign key has no target, or a target still has references.
  package static let foreignKeyViolation = SQLState("23503")
  /// 23505: the key is taken.
  package static let uniqueViolation = SQLState("23505")
  /// 23514: a CHECK refused the row.
  package static let checkViolation = SQLState("23514")
  /// 23P01: an exclusion constraint refused the row.
  package static let exclusionViolation = SQLState("23P01")
  /// 25006: a write on a standby, or in a transaction that only reads.
  package static let readOnlyTransaction = SQLState("25006")
  /// 25P02: an earlier statement failed, and the transaction takes no more.
  package static let inFailedTransaction = SQLState("25P02")
  /// 28000: the login is not accepted.
  package static let invalidAuthorization = SQLState("28000")
  /// 28P01: the password is wrong.
  package static let invalidPassword = SQLState("28P01")
  /// 22P02: a text is not of its type's form.
  package static let invalidTextRepresentation = SQLState("22P02")
  /// 3D000: no such database.
  package static let invalidCatalogName = SQLState("3D000")
  /// 3F000: no such schema.
  package static let invalidSchemaName = SQLState("3F000")
  /// 40001: the transaction could not be serialized.
  package static let serializationFailure = SQLState("40001")
  /// 40P01: the transaction was chosen to break a deadlock.
  package static let deadlockDetected = SQLState("40P01")
  /// 42501: no right to do that.
  package static let insufficientPrivilege = SQLState("42501")
  /// 42601: not SQL.
  package static let syntaxError = SQLState("42601")
  /// 42703: no such column.
  package static let undefinedColumn = SQLState("42703")
  /// 42704: no such object.
  package static let undefinedObject = SQLState("42704")
  /// 42710: the object is there already.
  package static let duplicateObject = SQLState("42710")
  /// 42883: no such function.
  package static let undefinedFunction = SQLState("42883")
  /// 42P01: no such table.
  package static let undefinedTable = SQLState("42P01")
  /// 53100: the server's disk is full.
  package static let diskFull = SQLState("53100")
  /// 53300: the server has no free connection.
  package static let tooManyConnections = SQLState("53300")
  /// 55000: something else has to be done first.
  package static let notInPrerequisiteState = SQLState("55000")
  /// 55006: the object is in use.
  package static let objectInUse = SQLState("55006")
  /// 55P03: a lock was not to be had in time.
  package static let lockNotAvailable = SQLState("55P03")
  /// 57014: the statement was cancelled, or ran over its time limit.
  package static let queryCanceled = SQLState("57014")
  /// 57P01: an administrator ended the connection.
  package static let adminShutdown = SQLState("57P01")
  /// 57P02: another server process crashed.
  package static let crashShutdown = SQLState("57P02")
  /// 57P03: the server is starting or stopping.
  package static let cannotConnectNow = SQLState("57P03")
  /// P0001: `RAISE` without a code of its own.
  package static let raiseException = SQLState("P0001")
}
