/// Names a row of an app, or a whole collection.
package struct SubjectKey: Hashable, Sendable {
  /// The app's name.
  package let app: String
  /// The collection's name.
  package let collection: String
  /// The key of the row as text, as Reeve stores it; nil for the collection.
  package let key: String?

  /// Makes one of its parts.
  package init(app: String, collection: String, key: String?) {
    (self.app, self.collection, self.key) = (app, collection, key)
  }
}
