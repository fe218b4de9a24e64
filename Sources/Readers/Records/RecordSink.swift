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

  /// Takes a record of CSV; stays as it was where the record has a fault.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain it.
  ///   - range: Where.
  ///   - delimiter: The separator between its fields.
  ///   - number: The record's number.
  /// - Throws: `Fault`.
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

  /// Returns the sink's plan for fields with these names, in order.
  ///
  /// - Parameters:
  ///   - signature: The names, as `FieldSignature` writes them.
  ///   - names: The same, without the parts of the record's path.
  /// - Returns: nil where records of these fields are to be taken whole.
  mutating func order(_ signature: [UInt8], _ names: () -> [[UInt8]]) -> Order?
  /// Lends an array without fields, which keeps its memory from record to record.
  mutating func takeFields() -> [Field]
  /// Takes such an array back.
  mutating func giveBack(_ fields: inout [Field])
  /// Adds the parts of a record's path, which come before its fields.
  func appendNames(of path: DocumentPath?, to fields: inout [Field])
  /// Takes a record by its fields.
  ///
  /// - Parameters:
  ///   - fields: The fields from the record's path, then its own.
  ///   - order: Their field list.
  ///   - bytes: The bytes that contain them.
  ///   - number: The record's number.
  /// - Returns: Whether it was all plain; else the sink is as it was.
  mutating func append(
    _ fields: [Field],
    in order: Order,
    of bytes: [UInt8],
    number: Int
  ) -> Bool
}
