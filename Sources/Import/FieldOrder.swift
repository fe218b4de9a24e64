/// The columns for the fields of all records that have the same fields in the same order.
final class FieldOrder: Sendable {
  /// The values that a column accepts, as flags for a copy that checks nothing else.
  struct Column: Sendable {
    /// The position of the field; nil if it is none of them.
    let place: Int?
    /// Whether texts and numbers go there as they are.
    let isPlain: Bool
    let takesStrings: Bool
    let takesInts: Bool
    let takesDoubles: Bool
    let takesBools: Bool
    /// Whether some strings stand for NULL.
    let hasNulls: Bool
  }

  /// The names of the fields, as `FieldSignature` writes them.
  let signature: [UInt8]
  /// In the order of staging; nil where records must be looked at one by one.
  let columns: [Column]?
  /// Fields that go to the column for the rest, by name.
  let rest: [(key: [UInt8], place: Int)]

  init(signature: [UInt8], columns: [Column]?, rest: [(key: [UInt8], place: Int)] = []) {
    (self.signature, self.columns, self.rest) = (signature, columns, rest)
  }
}
