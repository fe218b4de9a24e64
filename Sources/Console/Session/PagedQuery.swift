import Postgres

/// A list that `more` can go on with.
protocol PagedQuery: Sendable {
  /// How many rows are shown at a time; nil for all.
  var limit: Int? { get set }
  /// The position of the last row that was shown; nil for the first page.
  var place: JSONB? { get set }
  /// Lists rows, and keeps where `more` goes on.
  func list(_ context: CommandContext) async throws
}
