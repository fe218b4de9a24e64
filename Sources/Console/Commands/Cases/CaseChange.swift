import Postgres

/// What a change of a case came to.
struct CaseChange: Decodable {
  /// Of a theft: whose the case was.
  let holder: String?
  /// What came out, or had come out.
  let outcome: String?
  /// How many notices wait, or were withdrawn.
  let notices: Int?
  /// For how many seconds the case is the caller's.
  let lease: Int?
}

extension CommandContext {
  /// Does something about a case.
  ///
  /// - Returns: What it came to.
  /// - Throws: ``Failure`` with what the server said against it.
  @discardableResult
  func changeCase(
    _ number: Int64,
    _ verb: String,
    _ arguments: [(String, String?)] = []
  ) async throws -> CaseChange {
    let outcome = try await done(
      ConsoleFunctions.casePerform(
        verb: verb,
        caseID: number,
        args: JSONB(JSONRenderer.object(arguments))
      )
    )
    let change = try outcome.detail(as: CaseChange.self)
    note(case: number, seconds: change.lease)
    return change
  }

  /// Notes for how many seconds a case is the caller's; nil where it is not.
  func note(case number: Int64, seconds: Int?) {
    session.state.update { state in
      if let seconds {
        state.claims.hold(number, seconds: seconds)
      } else {
        state.claims.drop(number)
      }
    }
  }
}
