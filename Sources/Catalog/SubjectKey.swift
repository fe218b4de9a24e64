/// Which row of an app is meant, or which collection.
package struct SubjectKey: Hashable, Sendable {
  /// The app's name.
  package let app: String
  /// The collection's name.
  package let collection: String
  /// The key as Reeve stores it: text; nil for the collection.
  package let key: String?

  /// Takes all three.
  package init(app: String, collection: String, key: String?) {
    (self.app, self.collection, self.key) = (app, collection, key)
  }
}
