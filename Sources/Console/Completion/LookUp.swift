/// A question that TAB asks the database.
enum LookUp: Sendable, Hashable {
  /// Rows whose key is a text, or whose name begins with it.
  case rows(CatalogCollection, String)
  /// The fields of a collection that lists can be filtered by; of one of them its values.
  case fields(CatalogCollection, valuesOf: String?)
  /// The latest actions.
  case actions
  /// The latest jobs.
  case jobs
  /// The queues.
  case queues
  /// The rules of the catalogs.
  case rules
  /// The logins of the team.
  case logins
  /// The tags in use.
  case tags
  /// The proposals that wait for a second person.
  case approvals
  /// The most urgent cases.
  case cases
  /// The selections.
  case selections
  /// The latest batches.
  case batches
}
