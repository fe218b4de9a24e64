/// Reads a picture in a format of Netpbm (PBM, PGM or PPM, binary) as it comes, and makes it fit a
/// frame.
///
/// The bytes are what a decoder made of a stranger's: whatever they are, they become points, or a
/// reason why not, in the memory of what is shown.
struct PixmapReader: Sendable {
  /// Why there is no picture.
  enum Problem: Error, Hashable {
    /// It is no output of a decoder.
    case garbled
    /// It has more points than are drawn.
    case tooLarge(width: Int, height: Int)
  }

  /// The most points of a picture.
  static let limit = 64_000_000
  /// The most points of one of its sides.
  private static let sideLimit = 65_535
  private static let headerLimit = 1000

  private enum Format: UInt8 {
    case bits = 0x34
    case greys = 0x35
    case colours = 0x36
  }

  private struct Header {
    let format: Format
    let width: Int
    let height: Int
    /// The greatest value of a sample.
    let most: Int

    /// The bytes of a row.
    var rowLength: Int {
      switch format {
      case .bits: (width + 7) / 8
      case .greys: width * (most > 255 ? 2 : 1)
      case .colours: width * 3 * (most > 255 ? 2 : 1)
      }
    }
  }

  private let frame: (width: Int, height: Int)
  private var header: Header?
  private var reducer: RasterReducer?
  /// Bytes that do not make up a whole row, or a whole header, yet.
  private var rest: [UInt8] = []
  private(set) var problem: Problem?

  /// Begins a picture that is to fit a frame.
  init(within frame: (width: Int, height: Int)) { self.frame = frame }

  /// The picture, once it is whole.
  var raster: Raster? {
    guard let reducer, reducer.isWhole, problem == nil else { return nil }
    return reducer.raster
  }

  /// Takes the next bytes.
  ///
  /// - Returns: False once no more is wanted.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard problem == nil else { return false }
    rest += bytes
    if header == nil {
      do throws(Problem) {
        guard let (header, length) = try Self.header(rest) else { return true }
        rest.removeFirst(length)
        self.header = header
        reducer = RasterReducer(header.width, header.height, within: frame)
      } catch {
        problem = error
        return false
      }
    }
    guard let header else { return true }
    var start = 0
    while rest.count - start >= header.rowLength, reducer?.isWhole == false {
      reducer?.add(row: Self.points(of: rest[start..<start + header.rowLength], header)[...])
      start += header.rowLength
    }
    rest.removeFirst(start)
    return reducer?.isWhole == false
  }

  /// Reads `P6 640 480 255`; nil where that is not all there yet.
  private static func header(
    _ bytes: [UInt8]
  ) throws(Problem) -> (header: Header, length: Int)? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] == UInt8(ascii: "P"), let format = Format(rawValue: bytes[1]) else {
      throw .garbled
    }
    var numbers: [Int] = []
    var place = 2
    var digits: [UInt8] = []
    var isComment = false
    while place < bytes.count, place < headerLimit {
      let byte = bytes[place]
      place += 1
      switch byte {
      case _ where isComment: isComment = byte != 0x0A
      case UInt8(ascii: "#") where digits.isEmpty: isComment = true
      case 0x30...0x39 where digits.count < 6: digits.append(byte)
      case 0x20, 0x09...0x0D:
        guard let number = Int(String(decoding: digits, as: UTF8.self)) else { continue }
        numbers.append(number)
        digits = []
        guard numbers.count == (format == .bits ? 2 : 3) else { continue }
        let (width, height) = (numbers[0], numbers[1])
        let most = format == .bits ? 1 : numbers[2]
        guard width > 0, height > 0, (1...65535).contains(most) else { throw .garbled }
        guard width * height <= limit, max(width, height) <= sideLimit else {
          throw .tooLarge(width: width, height: height)
        }
        return (Header(format: format, width: width, height: height, most: most), place)
      default: throw .garbled
      }
    }
    if place >= headerLimit { throw .garbled }
    return nil
  }

  /// The points of a row, three bytes each.
  private static func points(of row: ArraySlice<UInt8>, _ header: Header) -> [UInt8] {
    if header.format == .colours, header.most == 255 { return Array(row) }
    let first = row.startIndex
    if header.format == .bits {
      return (0..<header.width).flatMap { x in
        let isBlack = row[first + x / 8] & (0x80 >> (x % 8)) != 0
        return Array(repeating: isBlack ? UInt8(0) : 255, count: 3)
      }
    }
    func sample(_ index: Int) -> UInt8 {
      let value =
        header.most > 255
        ? Int(row[first + index * 2]) << 8 | Int(row[first + index * 2 + 1])
        : Int(row[first + index])
      return UInt8(min(value, header.most) * 255 / header.most)
    }
    guard header.format == .colours else {
      return (0..<header.width).flatMap { Array(repeating: sample($0), count: 3) }
    }
    return (0..<header.width * 3).map(sample)
  }
}
