/// A collection of the catalog, as `reeve.console_catalog()` describes it.
struct CatalogCollection: Sendable, Hashable {
  let app: String
  let name: String
  /// The columns of its view, in order.
  var show: [String] = []
  /// Whether `find` can look for names in it.
  var isFindable = true
  /// Whether `search` covers it.
  var isSearchable = false
  /// The actions it can suffer.
  var verbs: [String] = []
  /// The kind of action of each verb, in the order of `verbs`.
  var kinds: [String] = []
  /// The catalog's description of each verb, in the order of `verbs`; empty where it has none.
  var helps: [String] = []
  /// Its fields that are personal.
  var personal: [String] = []
  /// The features that `limit` can deny to its subjects.
  var limits: [String] = []
  /// The kinds of what identifies the person of a row, such as `email`.
  var identifiers: [String] = []
  /// Whether its rows have URLs in the app.
  var isLinkable = false

  /// The fields with its latitude and longitude; none where it is nowhere.
  var place: [String] = []

  /// Whether the fields that say where it is are personal.
  var hasPersonalPlace: Bool { place.contains { personal.contains($0) } }

  /// `randevoo/user`.
  var path: String { "\(app)/\(name)" }
}
