package import Outcome
package import Postgres

/// How a writer function of the database ended: the composite type `reeve.outcome`.
package struct Outcome: Sendable, Hashable {
  /// The kind of a command's result.
  package enum Kind: String, Sendable {
    /// It was done.
    case done
    /// It waits for a second person.
    case proposed
    /// It was refused, and the refusal is on record.
    case refused
  }

  /// The kind of the result.
  package let kind: Kind
  /// Why it was not done; nil if it was.
  package let code: RefusalCode?
  /// A sentence for people, who alone read it; it may hold words of users.
  package let message: String
  /// Details for programs: a JSON object, whose keys the function's comment names.
  package let detail: JSONB

  /// Reads the four columns of the composite type, in their order.
  ///
  /// - Throws: `PostgresError` for an unknown kind, a missing column, or a refusal without a code.
  package init(_ row: Row) throws(PostgresError) {
    let name: String = try row.get(0)
    guard let kind = Kind(rawValue: name) else {
      throw .undecodable(
        column: "outcome",
        type: "Outcome",
        reason: "it is neither done, proposed nor refused"
      )
    }
    let code = try row.get(1, as: String?.self)
    guard (kind == .done) == (code == nil) else {
      throw .undecodable(column: "code", type: "RefusalCode", reason: "it does not fit the outcome")
    }
    self.kind = kind
    self.code = code.map { RefusalCode($0) }
    message = try row.get(2)
    detail = try row.get(3)
  }

  /// Decodes the detail.
  ///
  /// - Throws: `DecodingError` for a key that is missing or has another type.
  package func detail<Detail: Decodable>(as type: Detail.Type = Detail.self) throws -> Detail {
    try detail.decode()
  }
}
