import Testing

@testable import Postgres

@Suite
struct ErrorTests {
  @Test
  func `a code knows its class`() {
    #expect(SQLState.uniqueViolation.isIntegrityViolation)
    #expect(SQLState.queryCanceled.isOperatorIntervention)
    #expect(SQLState.undefinedColumn.isSyntaxOrAccessViolation)
    #expect(SQLState.invalidTextRepresentation.isDataException)
    #expect(SQLState.tooManyConnections.isInsufficientResources)
    #expect(SQLState("08006").isConnectionException)
  }

  @Test(arguments: [("40001", true), ("40P01", true), ("40003", false), ("55P03", false)])
  func `serialization failures and deadlocks may be run again`(code: String, isRetryable: Bool) {
    #expect(SQLState(code).isRetryable == isRetryable)
  }

  @Test
  func `bound values are replaced by their numbers`() throws {
    let statement = try Statement("SELECT", ["geheim", nil, "7", "hunter2-hunter2", ""])
    #expect(
      statement.hidingParameters(in: #"invalid input: "geheim", "7", 7 of hunter2-hunter2"#)
        == #"invalid input: "$1", "$3", 7 of $4"#
    )
  }

  @Test
  func `text with NUL is refused rather than cut`() {
    #expect(throws: PostgresError.unsendable(parameter: 2, reason: "it contains a NUL character")) {
      try Statement("SELECT $1, $2", ["a", "b\0c"])
    }
    #expect(throws: PostgresError.unsendable(parameter: nil, reason: "it contains a NUL character"))
    {
      try Statement("SELECT 1\0; DROP TABLE x")
    }
  }

  @Test
  func `more values than the protocol can count are refused`() throws {
    let most = [(any PostgresEncodable)?](repeating: 1, count: Statement.maximumParameters)
    #expect(try Statement("SELECT", most).parameterCount == 65_535)
    #expect(throws: PostgresError.self) { try Statement("SELECT", most + [1]) }
  }

  @Test(arguments: [
    "host=x password=top secret", "postgres://me:secret@[::1",
    "postgresql://me:secret@h/d?nope=secret",
    "password='secret",
  ])
  func `a connection string that is wrong is not repeated`(conninfo: String) {
    let error = #expect(throws: PostgresError.self) { try ConnectionInfo.check(conninfo) }
    #expect(error?.isConnectionFailure == true)
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.contains("\n") == false)
  }

  @Test
  func `settings of a connection string are replaced and quoted`() throws {
    let replaced = try ConnectionInfo.replacing(
      "postgres://me@h/d",
      with: [("dbname", #"it's \ one"#), ("port", "1")]
    )
    #expect(replaced == #"user=me host=h dbname='it\'s \\ one' port=1"#)
  }

  @Test(arguments: [
    ("", [], "target_session_attrs=rw"),
    ("postgres://h", ["PGHOST"], "host=h target_session_attrs=rw"),
    ("host=h target_session_attrs=any", [], "host=h target_session_attrs=any"),
    ("host=h", ["PGTARGETSESSIONATTRS"], "host=h"), ("service=s", [], "service=s"),
    ("host=h", ["PGSERVICE"], "host=h"),
  ])
  func `a setting is supplied where nobody else says it`(
    conninfo: String,
    variables: [String],
    expected: String
  ) throws {
    let completed = try ConnectionInfo.completing(
      conninfo,
      with: [("target_session_attrs", "PGTARGETSESSIONATTRS", "rw")],
      isSet: variables.contains
    )
    #expect(completed == expected)
  }

  @Test
  func `the pause before another run doubles`() {
    let retry = TransactionRetry(attempts: 5, pause: .milliseconds(10))
    #expect(retry.delay(after: 1, jitter: 1) == .milliseconds(10))
    #expect(retry.delay(after: 3, jitter: 1) == .milliseconds(40))
    #expect(retry.delay(after: 3, jitter: 0.5) == .milliseconds(20))
  }
}
