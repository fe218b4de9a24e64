import Display
import Postgres

/// The parents of a subject, and the collections that belong to it.
extension CommandContext {
  /// Asks for the relations of a subject.
  func relations(
    of subject: Subject
  ) async throws -> [ConsoleFunctions.SubjectRelationsRow] {
    try await call(relationsCall(of: subject))
  }

  /// The call that returns the relations of a subject.
  func relationsCall(
    of subject: Subject
  ) -> FunctionCall<ConsoleFunctions.SubjectRelationsRow> {
    ConsoleFunctions.subjectRelations(subject: subject.id)
  }

  /// Prints relations, each with the command that goes there; collections without rows are left
  /// out.
  func emit(
    relations: [ConsoleFunctions.SubjectRelationsRow],
    of subject: Subject
  ) async throws {
    let shown = relations.filter { $0.isParent || $0.rows != 0 }
    guard !shown.isEmpty else { return }
    try await emitText("")
    let collections = try await catalog().filter { $0.app == subject.collection.app }
    for relation in shown {
      guard let other = collections.first(where: { $0.name == relation.related }) else { continue }
      let name = name(of: other)
      if let key = relation.relatedKey {
        try await emitText(
          "  \("\(relation.name)", .dim)  \("\(name):\(key)", .bold) \(relation.label ?? "")"
        )
      } else {
        let rows = relation.rows.map { $0 > 10_000 ? "over 10000" : "\($0)" } ?? "?"
        let isOnly = relations.count { !$0.isParent && $0.related == relation.related } == 1
        let via: SafeText = isOnly ? "" : " --via \(relation.name)"
        let command: SafeText = "list \(self.name(of: subject)) \(name)\(via)"
        try await emitText("  \("\(rows)", .bold) × \(name)  \("`\(command)`", .dim)")
      }
    }
  }
}
