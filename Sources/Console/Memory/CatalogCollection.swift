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
  /// What kind of action each of them is.
  var kinds: [String] = []
  /// What the catalog says that each of its verbs does, empty where it says nothing.
  var helps: [String] = []
  /// Its fields that are personal.
  var personal: [String] = []
  /// What `limit` can deny it.
  var limits: [String] = []
  /// Whether its rows have URLs in the app.
  var isLinkable = false

  /// The fields with its latitude and longitude; none where it is nowhere.
  var place: [String] = []

  /// Whether the fields that say where it is are personal.
  var hasPersonalPlace: Bool { place.contains { personal.contains($0) } }

  /// `randevoo/user`.
  var path: String { "\(app)/\(name)" }
}
