/// A kind of action, with what its actions have in common in every app: a row of
/// `reeve.action_kind`.
package struct ActionKind: Hashable, Sendable {
  /// Whether an action of the kind lasts, and who says how long.
  package enum Ending: String, Sendable {
    /// Nothing of it lasts.
    case never
    /// It lasts until it is undone.
    case always
    /// An end can be given.
    case may
    /// It has an end: the one that is given, or the policy's.
    case must
    /// Either an end or “forever” must be given.
    case say
  }

  /// The argument after the subject.
  package enum Argument: String, Sendable {
    /// Words, which are its reason.
    case text
    /// A tag.
    case tag
    /// A limit that the catalog declares for the collection.
    case limit
    /// Another account of the collection, which stays.
    case account
  }

  /// The kind; also the verb, where the catalog has no other.
  package let name: String
  /// It punishes a breach of a policy, which it has to name.
  package let needsPolicy: Bool
  /// It is refused without a reason.
  package let needsReason: Bool
  /// Whether it lasts.
  package let ends: Ending
  /// The argument after the subject; nil for none.
  package let argument: Argument?
  /// It hides its subject, so something in the app has to enforce it.
  package let hides: Bool
  /// Nothing of it can be undone.
  package let isFinal: Bool
  /// One line; `{verb}` stands for the verb of the catalog.
  package let help: String
}
