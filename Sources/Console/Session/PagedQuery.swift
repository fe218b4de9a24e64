/// A list that `more` can go on with.
protocol PagedQuery: Sendable {
  /// How many rows are shown at a time; nil for all.
  var limit: Int? { get set }
  /// Lists rows, and keeps where `more` goes on.
  func list(_ context: CommandContext) async throws
}
