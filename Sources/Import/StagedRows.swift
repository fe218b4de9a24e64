import Readers

/// Rows of the staging tables, which a projection makes of the records of a source.
struct StagedRows: RecordSink {
  var projection: Projection
  /// In the text format of COPY, the target's first.
  var rows: [[UInt8]] = []

  var takesPath: Bool { projection.takesPath }

  mutating func append(_ record: SourceRecord, number: Int) throws(Fault) {
    try projection.append(record, number: number, to: &rows)
  }

  mutating func append(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    delimiter: UInt8,
    number: Int
  ) throws(Fault) {
    try projection.append(bytes, range, delimiter: delimiter, number: number, to: &rows)
  }

  mutating func appendObject(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ numbers: JSONParser.Numbers,
    _ path: DocumentPath?,
    number: Int
  ) -> Bool {
    var reader = JSONFields()
    swap(&reader, &projection.json)
    defer { swap(&reader, &projection.json) }
    return reader.append(bytes, range, numbers, path: path, number: number, to: &self)
  }

  mutating func order(_ signature: [UInt8], _ names: () -> [[UInt8]]) -> FieldOrder? {
    guard let order = projection.order(signature, names), order.columns != nil else { return nil }
    return order
  }

  mutating func takeFields() -> [Field] { projection.takeFields() }

  mutating func giveBack(_ fields: inout [Field]) { projection.giveBack(&fields) }

  func appendNames(of path: DocumentPath?, to fields: inout [Field]) {
    projection.appendNames(of: path, to: &fields)
  }

  mutating func append(
    _ fields: [Field],
    in order: FieldOrder,
    of bytes: [UInt8],
    number: Int
  ) -> Bool {
    projection.append(fields, in: order, of: bytes, number: number, to: &rows)
  }
}
