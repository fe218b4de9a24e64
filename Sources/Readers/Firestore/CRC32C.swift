/// The checksum of LevelDB's logs: CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes a step.
package enum CRC32C {
  /// Returns the checksum of one byte followed by others, as LevelDB stores it (`log_format.md`).
  package static func masked(_ first: UInt8, _ rest: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let sum = withUnsafePointer(to: first) { byte in
      update(~0, UnsafeBufferPointer(start: byte, count: 1))
    }
    let whole = ~update(sum, rest)
    return (whole >> 15 | whole << 17) &+ 0xA282_EAD8
  }

  /// Returns the checksum of bytes.
  static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 { ~update(~0, bytes) }

  private static func update(_ start: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { table in
      var crc = start
      var at = 0
      let raw = UnsafeRawBufferPointer(bytes)
      while raw.count - at >= 8 {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        let low = UInt32(truncatingIfNeeded: word) ^ crc
        let high = UInt32(truncatingIfNeeded: word >> 32)
        crc =
          table[7 * 256 + Int(low & 255)] ^ table[6 * 256 + Int(low >> 8 & 255)]
          ^ table[5 * 256 + Int(low >> 16 & 255)] ^ table[4 * 256 + Int(low >> 24)]
          ^ table[3 * 256 + Int(high & 255)] ^ table[2 * 256 + Int(high >> 8 & 255)]
          ^ table[256 + Int(high >> 16 & 255)] ^ table[Int(high >> 24)]
        at += 8
      }
      while at < raw.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(raw[at])) & 255)]
        at += 1
      }
      return crc
    }
  }

  /// Table n is a byte's effect n bytes further on; from the reflected polynomial 0x82F63B78.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
      tables[byte] = crc
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 255)]
    }
    return tables
  }()
}
