/// A file of JSON objects, each of which is one record as it is.
protocol ObjectSource: ImportSource {}

extension ObjectSource {
  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    try chunk.object(index)
  }

  func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    by projection: inout Projection,
    to rows: inout [[UInt8]]
  ) throws(Fault) {
    let range = try chunk.range(index)
    if projection.appendObject(chunk.bytes, range, .digits, nil, number: number, to: &rows) {
      return
    }
    try projection.append(try chunk.object(index), number: number, to: &rows)
  }
}
