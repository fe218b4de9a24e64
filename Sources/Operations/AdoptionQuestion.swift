internal import Catalog

/// A question that a database does not answer by itself, with its evidence.
package struct AdoptionQuestion: Sendable {
  /// One possible answer.
  package struct Choice: Sendable {
    /// The answer as it is shown; may quote names from outside.
    package let name: String
    /// The evidence for it in the data; may be empty.
    package var evidence = ""
  }

  /// The question, with its question mark.
  package let title: String
  /// The consequences of the choice, in sentences for somebody who does not know them.
  package let help: String
  /// The answers to choose from.
  package let choices: [Choice]
  /// The indexes of the answers for which there is evidence, from 0.
  package let proposed: [Int]
  /// Whether several answers, or none, can be right.
  package let isMany: Bool
  /// Writes the answer down.
  let note: @Sendable (inout AdoptionAnswers, [Int]) -> Void

  /// Asks for one of several answers: each is what is written down, and the choice that stands for
  /// it; what is proposed is one of the former.
  static func one<Value: Equatable & Sendable>(
    _ title: String,
    help: String,
    among choices: [(value: Value, choice: Choice)],
    proposed: Value,
    note: @escaping @Sendable (inout AdoptionAnswers, Value) -> Void
  ) -> AdoptionQuestion {
    let values = choices.map(\.value)
    return AdoptionQuestion(
      title: title,
      help: help,
      choices: choices.map(\.choice),
      proposed: [values.firstIndex(of: proposed) ?? 0],
      isMany: false,
      note: { answers, chosen in if let first = chosen.first { note(&answers, values[first]) } }
    )
  }

  /// Asks which columns are so; what is not chosen is not.
  static func many(
    _ title: String,
    help: String,
    among columns: [(table: String, column: String, evidence: String)],
    note:
      @escaping @Sendable (inout AdoptionAnswers, _ column: (table: String, name: String), Bool)
      -> Void
  ) -> AdoptionQuestion {
    let places = columns.map { (table: $0.table, name: $0.column) }
    return AdoptionQuestion(
      title: title,
      help: help,
      choices: columns.map { Choice(name: "\($0.table).\($0.column)", evidence: $0.evidence) },
      proposed: [],
      isMany: true,
      note: { answers, chosen in
        for (place, column) in places.enumerated() {
          note(&answers, column, chosen.contains(place))
        }
      }
    )
  }
}

/// Asks somebody, and returns the indexes of the choices; throws to give up.
package typealias AdoptionAsk = @Sendable (AdoptionQuestion) throws -> [Int]
