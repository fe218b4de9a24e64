/// Takes the records of a source, each in the form that costs the source least.
///
/// Only the sink knows the form and the destination of the rows that it makes of them.
package protocol RecordSink {
  /// The sink's plan for fields that come in a fixed order.
  associatedtype Order

  /// Whether the paths of records are wanted.
  var takesPath: Bool { get }
  /// Takes a record; stays as it was where the record has a fault.
  mutating func append(_ record: SourceRecord, number: Int) throws(Fault)

  /// Takes a record of CSV at `range` of `bytes`; stays as it was where the record has a fault.
  mutating func append(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    delimiter: UInt8,
    number: Int
  ) throws(Fault)

  /// Takes a record that is an object of JSON, by a `JSONFields` of its own.
  ///
  /// - Returns: Whether it was understood and plain; else the sink is as it was.
  mutating func appendObject(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ numbers: JSONParser.Numbers,
    _ path: DocumentPath?,
    number: Int
  ) -> Bool

  /// Returns the sink's plan for fields with these names, in order, as `FieldSignature` writes them
  /// and without the parts of the record's path; nil where records of these fields are to be taken
  /// whole.
  mutating func order(_ signature: [UInt8], _ names: () -> [[UInt8]]) -> Order?
  /// Lends an array without fields, which keeps its memory from record to record.
  mutating func takeFields() -> [Field]
  /// Takes such an array back.
  mutating func giveBack(_ fields: inout [Field])
  /// Adds the parts of a record's path, which come before its fields.
  func appendNames(of path: DocumentPath?, to fields: inout [Field])
  /// Takes a record by the fields of its path, then its own, in `bytes`; false if not all was
  /// plain, and then the sink is as it was.
  mutating func append(
    _ fields: [Field],
    in order: Order,
    of bytes: [UInt8],
    number: Int
  ) -> Bool
}
