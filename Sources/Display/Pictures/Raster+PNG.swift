extension Raster {
  /// The picture as a PNG file, not compressed.
  var png: [UInt8] {
    var points: [UInt8] = []
    let line = width * 3
    points.reserveCapacity(height * (line + 1))
    for start in stride(from: 0, to: height * line, by: line) {
      points.append(0)
      points += bytes[start..<(start + line)]
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0] as [UInt8])
    file += chunk("IDAT", Self.stored(points))
    file += chunk("IEND", [])
    return file
  }

  /// Bytes in the format of zlib, stored as they are: RFC 1950.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(65535)
      rest = rest.dropFirst(65535)
      let size = UInt16(piece.count)
      out.append(rest.isEmpty ? 1 : 0)
      for part in [size, ~size] { out += [UInt8(part & 0xFF), UInt8(part >> 8)] }
      out += piece
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return out + big(b << 16 | a)
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return big(UInt32(data.count)) + named + big(Self.checksum(named))
  }

  /// CRC-32 of ISO 3309.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}

/// A number as four bytes, the greatest first.
private func big(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// Bytes as Base64.
func base64(_ bytes: [UInt8]) -> [UInt8] {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var out: [UInt8] = []
  out.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let count = min(3, bytes.count - start)
    var group = 0
    for index in 0..<3 { group = group << 8 | (index < count ? Int(bytes[start + index]) : 0) }
    for index in 0..<4 {
      out.append(
        index <= count ? letters[group >> (18 - 6 * index) & 63] : UInt8(ascii: "=")
      )
    }
  }
  return out
}
