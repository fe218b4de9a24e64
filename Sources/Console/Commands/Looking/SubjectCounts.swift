import Display
import Postgres
import Prompt

/// The numbers that the catalog derives for a subject.
extension CommandContext {
  /// Asks for the counts of a subject, counted now; none if the app has changed the tables that
  /// they are counted from.
  func counts(of subject: Subject) async throws -> [ConsoleFunctions.SubjectCountsRow] {
    do {
      return try await call(ConsoleFunctions.subjectCounts(subject: subject.id))
    } catch PostgresError.server(let error) {
      let reason: SafeText = "its counts cannot be read: \(error.message)"
      io.note("  \(reason, .yellow)")
      return []
    }
  }

  /// Prints counts in one line, `buckets 3 · completed 12`, and where the app stores another
  /// number.
  func emit(counts: [ConsoleFunctions.SubjectCountsRow]) async throws {
    guard !counts.isEmpty else { return }
    try await emitText("")
    let texts = counts.map { count -> SafeText in
      let name = String(count.name.map { $0 == "_" ? " " : $0 })
      let text: SafeText = "\(name) \("\(count.counted.map { "\($0)" } ?? "–")", .bold)"
      guard let stored = count.stored, stored != count.counted else { return text }
      return text + " \("(\(stored) stored)", .yellow)"
    }
    try await emitText("  \(texts.joined(" · "))")
  }
}
