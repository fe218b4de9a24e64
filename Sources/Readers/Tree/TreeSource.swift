/// The common part of sources that are one JSON tree.
protocol TreeSource: RecordSource {
  /// Reads the file; nil before the first record.
  var reader: TreeReader? { get set }
  /// Whether the file cannot be read on: it is at its end, or broken.
  var isOver: Bool { get set }
  /// Begins before the first record.
  func begin() throws -> TreeReader
  /// Returns the keys around a record that are no part of its path.
  func frames(of path: DocumentPath) -> [ArraySlice<UInt8>]
  /// How numbers are read where records are JSON and nothing else; nil where they are more.
  static var plainNumbers: JSONParser.Numbers? { get }
  /// Reads the text of a record's value.
  static func value(_ text: ArraySlice<UInt8>) throws(Fault) -> Value
}

extension TreeSource {
  static var plainNumbers: JSONParser.Numbers? { nil }

  static func path(of text: String) -> FieldPath {
    if text == "$value" { return FieldPath(TreeRecord.valueKey, isName: true) }
    let name = DocumentPath.name(ofSource: text)
    return FieldPath(name ?? text, isName: name != nil)
  }

  static func text(of field: String) -> String {
    field == TreeRecord.valueKey ? "$value" : escapedField(field)
  }

  // A tree is read from its beginning; its records wait in a temporary file.
  mutating func seek(offset: Int, line: Int) {}

  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    if isOver { return nil }
    do {
      if reader == nil { reader = try begin() }
      if let chunk = try reader?.next() { return chunk }
      // The source is kept to decode its records, which takes no reader.
      (reader, isOver) = (nil, true)
      return nil
    } catch let error as JSONStream.Broken {
      isOver = true
      try damaged(Damage(description: "\(file.place(error.offset)): \(error.reason)"))
      return nil
    }
  }

  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    let range = try chunk.range(index)
    let path = chunk.paths[index]
    guard !range.isEmpty else { throw Fault(code: "field", reason: "it belongs to no record") }
    var lead: [UInt8] = []
    let frames = frames(of: path)
    for frame in frames { TreeReader.append(frame, to: &lead) }
    let text = chunk.bytes[range].dropFirst(lead.count).dropLast(frames.count)
    return SourceRecord(path: path, fields: try TreeRecord.fields(Self.value(text)))
  }

  func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault) {
    let path = chunk.paths[index]
    if let numbers = Self.plainNumbers, path.segments.count > 0 {
      let range = try chunk.range(index)
      let text = Self.text(chunk.bytes, range, frames: path.segments.count)
      if sink.appendObject(chunk.bytes, text, numbers, path, number: number) {
        return
      }
    }
    let record = try decode(chunk, index)
    try sink.append(record, number: number)
  }

  /// Returns where the value of a record lies inside the objects that lead to it.
  private static func text(_ bytes: [UInt8], _ range: Range<Int>, frames: Int) -> Range<Int> {
    var at = range.lowerBound
    for _ in 0..<frames {
      at += 2
      while at < range.upperBound, bytes[at] != quote {
        at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
      }
      at += 2
    }
    let end = range.upperBound - frames
    return at <= end ? at..<end : range.upperBound..<range.upperBound
  }

  func position(offset: Int, line: Int) -> String { file.place(offset) }
}

/// The fields of a record that may be no object.
package enum TreeRecord {
  /// The name of the value of a record that is no object; mappings call it `$value`.
  package static let valueKey = "__$value__"

  /// Returns the members of an object, or the value under its name.
  ///
  /// - Throws: `Fault` where a field has the name of something else.
  package static func fields(_ value: Value) throws(Fault) -> [Value.Member] {
    guard case .map(let members) = value else {
      return [Value.Member(key: Array(valueKey.utf8)[...], value: value)]
    }
    for member in members where isTaken(member.key) {
      let name = String(decoding: member.key, as: UTF8.self)
      throw Fault(code: "field", reason: "“\(name)” is not a valid field name")
    }
    return members
  }

  private static func isTaken(_ key: ArraySlice<UInt8>) -> Bool {
    key.count > 4 && key.suffix(2).elementsEqual("__".utf8)
      && (key.starts(with: "__$".utf8) || key.starts(with: "__{".utf8))
  }
}
