import Catalog
import Host
import Readers

extension Projection {
  /// A key, and where the texts of a column belong: `app/collection/column`.
  struct Cipher: Sendable {
    private let key: TextKey
    private let place: String

    /// Returns nil where the column takes its texts as they are.
    init?(of column: String, in table: Mapping.Table, _ app: String, _ key: TextKey?) {
      guard let key, let texts = table.encrypted[column] else { return nil }
      self.key = key
      place = "\(app)/\(texts)"
    }

    /// Encrypts a text, bound to no row, as the row's keys are not known yet.
    func sealed(_ value: Value, for column: String) throws(Fault) -> Value {
      guard case .string(let text) = value else {
        throw Fault(
          code: "type",
          reason: "column \(column) is encrypted and takes no \(value.kind)"
        )
      }
      return .string(Array(key.seal(text, at: place, isBound: false).utf8)[...])
    }
  }
}
