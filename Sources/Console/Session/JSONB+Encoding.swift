import FoundationEssentials
import Postgres

extension JSONB {
  /// Writes a value as JSON, without what is nil.
  init(encoding value: some Encodable) throws {
    self.init(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }
}
