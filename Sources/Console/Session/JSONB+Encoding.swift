import FoundationEssentials
import Postgres

extension JSONB {
  /// Writes a value as JSON, without members that are nil.
  init(encoding value: some Encodable) throws {
    self.init(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }
}
