import Catalog

/// One thing that TAB can put in: what is typed, and what it means.
struct Candidate: Sendable, Hashable {
  let text: String
  var label = ""

  /// Whether it may stand in a line that is typed.
  ///
  /// Readline writes it to the terminal as it is, and a line feed would begin another command. What
  /// has an escape, a line end or a mark that reorders in it is named by its row of a listing.
  var canBeTyped: Bool { Untrusted(text).printed == text }
}

/// What TAB has to offer at a place in a line.
struct Completion: Sendable, Hashable {
  var candidates: [Candidate] = []
  /// What follows a candidate once it is the only one; nil for nothing.
  var append: Character? = " "
  /// Whether readline's own file names are wanted.
  var wantsFiles = false
}

/// What TAB asks the database for.
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
  /// The logins of the team.
  case logins
  /// The tags in use.
  case tags
  /// What waits for a second person.
  case approvals
  /// The most urgent cases.
  case cases
  /// The selections.
  case selections
  /// The latest batches.
  case batches
}
