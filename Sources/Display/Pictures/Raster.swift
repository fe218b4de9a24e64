/// A picture's points, three bytes each: red, green, blue.
package struct Raster: Sendable, Hashable {
  /// Points in a row.
  let width: Int
  /// Rows.
  let height: Int
  /// The points, row by row.
  let bytes: [UInt8]

  /// The largest size of a picture's shape that a frame has room for, never larger than the
  /// picture.
  static func size(
    _ width: Int,
    _ height: Int,
    within frame: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    let scale = min(1, Double(frame.width) / Double(width), Double(frame.height) / Double(height))
    return (
      max(1, Int((Double(width) * scale).rounded(.down))),
      max(1, Int((Double(height) * scale).rounded(.down)))
    )
  }

  /// The point at a position within the picture.
  func point(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let start = (y * width + x) * 3
    return (bytes[start], bytes[start + 1], bytes[start + 2])
  }

  /// The picture in another size, of the points that are there.
  func resized(to width: Int, _ height: Int) -> Raster {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let point = point(x * self.width / width, y * self.height / height)
        bytes += [point.red, point.green, point.blue]
      }
    }
    return Raster(width: width, height: height, bytes: bytes)
  }

  /// The picture so coarse that it cannot be recognized: each colour is the mean of an eighth of
  /// the longer side.
  package var veiled: Raster {
    var reducer = RasterReducer(width, height, within: (8, 8))
    for row in 0..<height {
      reducer.add(row: bytes[(row * width * 3)..<((row + 1) * width * 3)])
    }
    return reducer.raster.resized(to: width, height)
  }
}

/// Makes a picture smaller while its rows come, in the memory of the smaller one: each point is the
/// mean of those that it stands for.
struct RasterReducer: Sendable {
  private let source: (width: Int, height: Int)
  private let size: (width: Int, height: Int)
  /// For each point of a source row the first byte of its sum.
  private let places: [Int]
  private var sums: [UInt]
  private var counts: [UInt]
  private var row = 0
  private var bytes: [UInt8] = []

  /// Begins a picture of a size, to be made to fit a frame.
  init(_ width: Int, _ height: Int, within frame: (width: Int, height: Int)) {
    source = (width, height)
    let size = Raster.size(width, height, within: frame)
    self.size = size
    places = (0..<width).map { $0 * size.width / width * 3 }
    sums = Array(repeating: 0, count: size.width * 3)
    counts = Array(repeating: 0, count: size.width)
    bytes.reserveCapacity(size.width * size.height * 3)
  }

  /// Whether all rows have come.
  var isWhole: Bool { row == source.height }

  /// The smaller picture, once all rows have come.
  var raster: Raster { Raster(width: size.width, height: size.height, bytes: bytes) }

  /// Takes the next row, of as many points as are in one.
  mutating func add(row points: ArraySlice<UInt8>) {
    guard !isWhole else { return }
    points.withUnsafeBufferPointer { points in
      for x in 0..<source.width {
        let place = places[x]
        sums[place] &+= UInt(points[x * 3])
        sums[place + 1] &+= UInt(points[x * 3 + 1])
        sums[place + 2] &+= UInt(points[x * 3 + 2])
        counts[place / 3] &+= 1
      }
    }
    let before = row * size.height / source.height
    row += 1
    guard isWhole || row * size.height / source.height != before else { return }
    for index in sums.indices { bytes.append(UInt8(sums[index] / max(counts[index / 3], 1))) }
    for index in sums.indices { sums[index] = 0 }
    for index in counts.indices { counts[index] = 0 }
  }
}
