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

/// What a record holds.
enum Record {
  /// The fields of a CSV record, as many as the header has.
  case fields([Value])
  /// The members of a JSON object; of a document its fields, before them what its path says.
  case members([Value.Member])

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: The record's own bytes.
  ///   - mapping: The mapping of its file, or of its collection.
  ///   - header: Number of fields that a CSV record must have; 0 reads the header itself.
  /// - Throws: `Fault`.
  init(_ bytes: ArraySlice<UInt8>, mapping: Mapping, header: Int) throws(Fault) {
    if let match = mapping.match {
      let document = try Document(bytes)
      self = .members(document.names(match, for: mapping.sources.values) + document.fields)
      return
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let place = Self.place(of: error)
      throw Fault(code: "encoding", reason: "not UTF-8 (byte \(place + 1) of the record)")
    }
    if mapping.format == .csv {
      let fields = Self.fields(bytes, delimiter: mapping.delimiter)
      guard header == 0 || fields.count == header else {
        throw Fault(
          code: "syntax",
          reason: "\(fields.count) fields where the header has \(header)"
        )
      }
      self = .fields(fields)
      return
    }
    let value = try JSONParser.parse(bytes)
    guard case .map(let members) = value else {
      throw Fault(code: "type", reason: "a record must be an object, not \(value.kind)")
    }
    self = .members(members)
  }

  private static func place(of error: UTF8.ValidationError) -> Int { error.byteOffsets.lowerBound }

  /// Splits a CSV record that was framed without a fault.
  private static func fields(_ bytes: ArraySlice<UInt8>, delimiter: UInt8) -> [Value] {
    var fields: [Value] = []
    var at = bytes.startIndex
    while true {
      if at < bytes.endIndex, bytes[at] == quote {
        var start = at + 1
        var text: [UInt8] = []
        at += 1
        while true {
          while bytes[at] != quote { at += 1 }
          at += 1
          guard at < bytes.endIndex, bytes[at] == quote else { break }
          // A doubled quote stands for one.
          text += bytes[start..<at]
          at += 1
          start = at
        }
        let rest = bytes[start..<(at - 1)]
        fields.append(.string(text.isEmpty ? rest : (text + rest)[...]))
      } else {
        let start = at
        while at < bytes.endIndex, bytes[at] != delimiter { at += 1 }
        fields.append(.string(bytes[start..<at]))
      }
      if at == bytes.endIndex { return fields }
      at += 1
    }
  }
}
