import Prompt

/// The names that completion knows without asking the database: a snapshot that the session
/// updates.
struct ConsoleVocabulary: Sendable {
  var commands: CommandSet
  var collections: [CatalogCollection] = []
  var policies: [Candidate] = []
  /// The apps' saved replies, with their `@`.
  var replies: [Candidate] = []
  /// The rows of the last listing, newest listing first.
  var listed: [Candidate] = []
  /// Actions that were done or shown here, newest first.
  var actions: [Candidate] = []
  /// The settings, whose aliases and replies are offered, too.
  var settings = ConsoleSettings()

  /// How a collection is written: its name, with the app where two apps have one of that name.
  func name(of collection: CatalogCollection) -> String {
    let isUnique = collections.filter { $0.name == collection.name }.count <= 1
    return isUnique ? collection.name : collection.path
  }
}
