import Catalog
import Display

/// One row that can be looked at or acted on.
struct Subject: Sendable, Hashable {
  let collection: CatalogCollection
  /// The key as Reeve stores it: text.
  let key: String
  /// Its label; empty where that is not known.
  var label = ""
  /// Where it was when it was listed by that.
  var position: EarthPosition?
  /// The case or the policy with which the screen shows it; nil without one.
  var matter: Matter?

  /// Which row it is.
  var id: SubjectKey { SubjectKey(app: collection.app, collection: collection.name, key: key) }
}

/// The context in which the screen shows a subject, for an act on that subject.
struct Matter: Sendable, Hashable {
  /// The case that was shown.
  var caseNumber: Int64?
  /// The policy of the case, or of the action that left the subject to decide.
  var policy: String?
}

/// The login at the console and its database, from `reeve.session_info()`.
struct SessionInfo: Sendable {
  let actor: String
  let rank: String?
  let database: String
  let apps: [String]
  let version: Int
  let chainSequence: Int64
  let chainHash: String
  /// `copy` or `parked`; nil where this is the live database as far as is known.
  let standing: String?
}

/// A saved public reason of an app, in one of its languages.
struct SavedReply: Sendable {
  /// The name, without `@`.
  let name: String
  /// The policy that an action has to cite to give it.
  let policy: String
  /// The text, with its placeholders.
  let text: String
}

/// A clause that an action cites.
struct Policy: Sendable {
  let name: String
  let title: String
  let clause: String
  /// How grave a breach is, where the action does not say.
  let severity: String
  /// The number of strikes that a breach adds to its author's.
  let strikes: Int
  /// How long a suspension for it lasts, where the action does not say.
  let duration: String?
}

/// A view that an app brings along: a function that returns rows about one subject, or about all.
struct AppView: Sendable {
  let app: String
  let name: String
  /// The collection of its subject; nil for a view about the whole app.
  let collection: String?
  let arguments: [String]
  let columns: [String]
  /// The type of each column, as the catalog or `format_type` names it.
  let types: [String]
  let help: String
}
