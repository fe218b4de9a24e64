/// Whether the server would accept the undo of what it has just done, asked for by the same login.
package struct UndoOffer: Decodable, Sendable, Hashable {
  /// Whether it would.
  package let accepted: Bool
  /// Why it would not, in the server's words.
  package let message: String?
}
