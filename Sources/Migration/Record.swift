import Catalog

/// A record that was not taken, as it goes to quarantine.
struct Rejection: Sendable {
  /// The most of the original that is kept.
  static let limitBytes = 1 << 16

  let record: Int
  let line: Int
  let offset: Int
  let fault: Fault
  let original: ArraySlice<UInt8>

  /// Appends it as a JSON object for `reeve.import_close`.
  func appendJSON(to text: inout [UInt8]) {
    func string(_ name: String, _ value: ArraySlice<UInt8>) {
      text += Array(",\"\(name)\":".utf8)
      // What quotes the record may hold what the database's texts cannot.
      Value.appendJSON(ArraySlice(value.map { $0 == 0 ? 0x20 : $0 }), to: &text)
    }
    text += Array(
      """
      {"record":\(record),"line":\(line),"byte_offset":\(offset),\
      "is_cut":\(original.count > Self.limitBytes)
      """.utf8
    )
    string("code", Array(fault.code.utf8)[...])
    string("reason", Array(fault.reason.utf8)[...])
    text += Array(",\"original\":\"".utf8)
    appendHex(original.prefix(Self.limitBytes), to: &text)
    text += Array("\"}".utf8)
  }
}

extension Chunk {
  /// Refuses a record that is not UTF-8.
  func requireUTF8(_ frame: Frame) throws(Fault) {
    let record = bytes[frame.range]
    do {
      _ = try UTF8Span(validating: record.span)
    } catch {
      let place = Self.place(of: error)
      throw Fault(code: "encoding", reason: "not UTF-8 (byte \(place + 1) of the record)")
    }
  }

  private static func place(of error: UTF8.ValidationError) -> Int { error.byteOffsets.lowerBound }

  /// Reads a record that is not of CSV; JSON must be UTF-8.
  ///
  /// - Returns: The members of its object; of a document its fields, before them what its path says.
  func members(_ frame: Frame, mapping: Mapping) throws(Fault) -> [Value.Member] {
    if let match = mapping.match {
      let document = try Document(bytes[frame.range])
      return document.names(match, for: mapping.sources.values) + document.fields
    }
    return try object(frame)
  }

  /// Reads a record of JSON, which must be UTF-8.
  ///
  /// - Returns: The members of its object.
  func object(_ frame: Frame) throws(Fault) -> [Value.Member] {
    let value = try JSONParser.parse(bytes[frame.range])
    guard case .map(let members) = value else {
      throw Fault(code: "type", reason: "a record must be an object, not \(value.kind)")
    }
    return members
  }
}
