/// A file of JSON objects, each of which is one record as it is.
package protocol ObjectSource: RecordSource {}

extension ObjectSource {
  package func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    try chunk.object(index)
  }

  package func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault) {
    let range = try chunk.range(index)
    if sink.appendObject(chunk.bytes, range, .digits, nil, number: number) {
      return
    }
    try sink.append(try chunk.object(index), number: number)
  }
}
