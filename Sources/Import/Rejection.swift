import Bytes
import Catalog
import Readers

/// A record that was not taken, as it goes to quarantine.
struct Rejection: Sendable {
  let record: Int
  let line: Int
  let offset: Int
  let fault: Fault
  let original: ArraySlice<UInt8>

  /// Appends it as a JSON object for `reeve.import_close`.
  func appendJSON(to text: inout [UInt8]) {
    func string(_ name: String, _ value: ArraySlice<UInt8>) {
      text += Array(",\"\(name)\":".utf8)
      // A text that quotes the record may contain U+0000, which the database's texts cannot.
      JSON.append((value.map { $0 == 0 ? 0x20 : $0 }), to: &text)
    }
    text += Array(
      """
      {"record":\(record),"line":\(line),"byte_offset":\(offset),\
      "is_cut":\(original.count > Chunk.keptBytes)
      """.utf8
    )
    string("code", Array(fault.code.utf8)[...])
    string("reason", Array(fault.reason.utf8)[...])
    text += Array(",\"original\":\"".utf8)
    text.append(hexadecimal: original.prefix(Chunk.keptBytes))
    text += Array("\"}".utf8)
  }
}
