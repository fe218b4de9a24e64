import Glibc
import TestSupport
import Testing

/// Writes exports of Firestore as Google's tools do; shares no code with the reader.
struct ExportWriter {
  /// A field's value.
  indirect enum Field {
    case null, bool(Bool), int(Int64), double(Double), string(String), bytes([UInt8]), timestamp(
      Int64
    )
    case point(Double, Double)
    case reference(project: String, database: String, path: [String])
    case map([(String, Field)]), vector([Double]), array([Field]), raw(meaning: UInt64, [UInt8])
  }

  /// Values of protocol buffers.
  enum Wire {
    static func varint(_ value: UInt64) -> [UInt8] {
      var value = value
      var bytes: [UInt8] = []
      while value > 127 {
        bytes.append(UInt8(value & 127 | 128))
        value >>= 7
      }
      return bytes + [UInt8(value)]
    }
    static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
      varint(field << 3) + varint(value)
    }
    static func bytes(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
      varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }
    static func text(_ field: UInt64, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }
    static func fixed(_ field: UInt64, _ value: Double) -> [UInt8] {
      varint(field << 3 | 1)
        + (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
    }
    static func group(_ field: UInt64, _ content: [UInt8]) -> [UInt8] {
      varint(field << 3 | 3) + content + varint(field << 3 | 4)
    }
  }

  /// A document; an id that is a number is written as one.
  static func document(
    _ path: [String],
    _ fields: [(String, Field)],
    project: String = "dev~demo",
    field: UInt64 = 15
  ) -> [UInt8] {
    var elements: [UInt8] = []
    for index in stride(from: 0, to: path.count, by: 2) {
      let id = Int64(path[index + 1]).map { Wire.number(3, UInt64(bitPattern: $0)) }
      elements += Wire.group(1, Wire.text(2, path[index]) + (id ?? Wire.text(4, path[index + 1])))
    }
    let key = Wire.text(13, project) + Wire.bytes(14, elements)
    return Wire.bytes(13, key) + properties(fields, field) + Wire.bytes(16, [])
  }

  private static func properties(_ fields: [(String, Field)], _ number: UInt64) -> [UInt8] {
    fields.flatMap { name, field -> [UInt8] in
      switch field {
      case .array(let items) where items.isEmpty: property(name, .raw(meaning: 24, []), 14, false)
      case .array(let items): items.flatMap { property(name, $0, number, true) }
      default: property(name, field, number, false)
      }
    }
  }

  private static func property(
    _ name: String,
    _ field: Field,
    _ number: UInt64,
    _ isElement: Bool
  ) -> [UInt8] {
    let (meaning, value) = value(field)
    return Wire.bytes(
      number,
      (meaning == 0 ? [] : Wire.number(1, meaning)) + Wire.text(3, name)
        + Wire.number(4, isElement ? 1 : 0) + Wire.bytes(5, value)
    )
  }

  private static func value(_ field: Field) -> (UInt64, [UInt8]) {
    switch field {
    case .null: (0, [])
    case .bool(let value): (0, Wire.number(2, value ? 1 : 0))
    case .int(let value): (0, Wire.number(1, UInt64(bitPattern: value)))
    case .double(let value): (0, Wire.fixed(4, value))
    case .string(let text): (0, Wire.text(3, text))
    case .bytes(let bytes): (14, Wire.bytes(3, bytes))
    case .timestamp(let value): (7, Wire.number(1, UInt64(bitPattern: value)))
    case .point(let latitude, let longitude):
      (9, Wire.group(5, Wire.fixed(6, latitude) + Wire.fixed(7, longitude)))
    case .reference(let project, let database, let path):
      (
        0,
        Wire.group(
          12,
          Wire.text(13, project)
            + stride(from: 0, to: path.count, by: 2).flatMap { index in
              Wire.group(14, Wire.text(15, path[index]) + Wire.text(17, path[index + 1]))
            } + (database.isEmpty ? [] : Wire.text(23, database))
        )
      )
    case .map(let fields): (19, Wire.bytes(3, entity(properties(fields, 15))))
    case .vector(let numbers):
      (
        19,
        Wire.bytes(
          3,
          entity(numbers.flatMap { property("__vector__", .double($0), 15, true) })
        )
      )
    case .array: (0, [])
    case .raw(let meaning, let bytes): (meaning, bytes)
    }
  }

  private static func entity(_ properties: [UInt8]) -> [UInt8] {
    Wire.bytes(13, Wire.bytes(13, []) + Wire.bytes(14, [])) + properties + Wire.bytes(16, [])
  }

  /// A log of records, bit by bit by the book: no table of the reader's is used.
  static func log(_ records: [[UInt8]], padded: Bool = false) -> [UInt8] {
    var log: [UInt8] = []
    for record in records {
      var rest = record[...]
      var isFirst = true
      repeat {
        var left = 32_768 - log.count % 32_768
        if left < 7 {
          log += [UInt8](repeating: 0, count: left)
          left = 32_768
        }
        let part = rest.prefix(left - 7)
        rest = rest.dropFirst(part.count)
        let type: UInt8 = isFirst ? (rest.isEmpty ? 1 : 2) : (rest.isEmpty ? 4 : 3)
        let sum = checksum([type] + part)
        let masked = (sum >> 15 | sum << 17) &+ 0xA282_EAD8
        log += (0..<4).map { UInt8(truncatingIfNeeded: masked >> (8 * $0)) }
        log += [UInt8(part.count & 255), UInt8(part.count >> 8), type]
        log += part
        isFirst = false
      } while !rest.isEmpty
    }
    if padded, !log.count.isMultiple(of: 32_768) {
      log += [UInt8](repeating: 0, count: 32_768 - log.count % 32_768)
    }
    return log
  }

  /// The polynomial's table, a byte a step.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes { crc = crc >> 8 ^ table[Int((crc ^ UInt32(byte)) & 255)] }
    return ~crc
  }

  /// Writes a whole export, whose files declare `count` records, into a directory of its own.
  static func write(
    _ outputs: [[UInt8]],
    count: Int,
    backslashes: Bool = false
  ) throws -> String {
    var template = Array("/tmp/reeve-export-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    let kind = "all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata"
    mkdir("\(folder)/all_namespaces", 0o700)
    mkdir("\(folder)/all_namespaces/all_kinds", 0o700)
    for (index, output) in outputs.enumerated() {
      try write(output, to: "\(folder)/all_namespaces/all_kinds/output-\(index)")
    }
    let names = outputs.indices.flatMap { Wire.text(2, "output-\($0)") }
    try write(
      Wire.bytes(1, Wire.text(1, "firestore_export") + Wire.number(2, 1) + Wire.number(3, 2))
        + Wire.bytes(2, Wire.text(1, "") + names + Wire.bytes(3, Wire.text(1, "__all__"))),
      to: "\(folder)/\(kind)"
    )
    let bytes = outputs.reduce(0) { $0 + $1.count }
    let overall = Wire.bytes(
      1,
      Wire.bytes(1, Wire.number(1, 2) + Wire.number(3, 3))
        + Wire.text(2, backslashes ? kind.replacing("/", with: "\\") : kind)
        + Wire.number(3, UInt64(count)) + Wire.number(4, UInt64(bytes))
    )
    try write(log([[51], overall]), to: "\(folder)/x.overall_export_metadata")
    return folder
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let stream = try #require(fopen(path, "w"))
    defer { fclose(stream) }
    try #require(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
  }

  /// Where the outputs of an export lie.
  static func outputs(_ folder: String) -> String { "\(folder)/all_namespaces/all_kinds" }

  /// The files of an export with two outputs.
  static func files(_ folder: String) -> [String] {
    let kinds = outputs(folder)
    return [
      "\(folder)/x.overall_export_metadata", "\(kinds)/output-0", "\(kinds)/output-1",
      "\(kinds)/all_namespaces_all_kinds.export_metadata",
    ]
  }

  /// Removes what `write` made.
  static func remove(_ folder: String) {
    let kinds = outputs(folder)
    for index in 0..<64 { unlink("\(kinds)/output-\(index)") }
    unlink("\(kinds)/all_namespaces_all_kinds.export_metadata")
    rmdir(kinds)
    rmdir("\(folder)/all_namespaces")
    unlink("\(folder)/x.overall_export_metadata")
    rmdir(folder)
  }
}
