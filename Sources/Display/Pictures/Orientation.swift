/// How the camera was held, from a JPEG file's Exif tag 0x0112.
///
/// Decoders give the points as they are stored. The bytes are a stranger's: anything that does not
/// follow the format counts as no orientation.
struct Orientation: Sendable, Hashable {
  /// Whether rows are columns.
  let isTurned: Bool
  /// Whether left and right are exchanged, as stored.
  let isMirrored: Bool
  /// Whether above and below are exchanged, as stored.
  let isUpsideDown: Bool

  /// Takes the number that Exif has for it; nil for one that it has not, and for the usual one.
  init?(exif number: Int) {
    guard (2...8).contains(number) else { return nil }
    isTurned = number >= 5
    isMirrored = [2, 3, 7, 8].contains(number)
    isUpsideDown = [3, 4, 6, 7].contains(number)
  }

  /// Looks for it in a file; nil where nothing is said, or the usual.
  init?(jpeg bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var place = 2
    // Segments until the picture itself: each has a marker, and a length that counts itself.
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let body = bytes[(place + 4)..<max(end, place + 4)]
      if bytes[place + 1] == 0xE1, body.starts(with: Array("Exif".utf8) + [0, 0]) {
        guard let number = Self.number(Array(body.dropFirst(6))) else { return nil }
        self.init(exif: number)
        return
      }
      place = end
    }
    return nil
  }

  /// The number in the first directory of a TIFF file.
  private static func number(_ tiff: [UInt8]) -> Int? {
    let isLittle = tiff.starts(with: Array("II".utf8))
    guard isLittle || tiff.starts(with: Array("MM".utf8)) else { return nil }
    func value(_ place: Int, _ size: Int) -> Int? {
      guard place >= 0, place + size <= tiff.count else { return nil }
      let part = tiff[place..<place + size]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let start = value(4, 4), let count = value(start, 2) else { return nil }
    for entry in 0..<min(count, 1000) {
      let place = start + 2 + entry * 12
      if value(place, 2) == 0x0112 { return value(place + 8, 2) }
    }
    return nil
  }
}

extension Raster {
  /// The picture as it was seen.
  func turned(_ orientation: Orientation?) -> Raster {
    guard let orientation else { return self }
    let size = orientation.isTurned ? (height, width) : (width, height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(self.bytes.count)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let (column, row) = orientation.isTurned ? (y, x) : (x, y)
        let point = point(
          orientation.isMirrored ? width - 1 - column : column,
          orientation.isUpsideDown ? height - 1 - row : row
        )
        bytes += [point.red, point.green, point.blue]
      }
    }
    return Raster(width: size.0, height: size.1, bytes: bytes)
  }
}
