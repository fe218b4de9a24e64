import Glibc

/// A map of positions: dots, the numbers of the rows beside them, and how far it is across.
///
/// A character of braille has two columns of four dots, which a terminal shows about as far apart
/// as those beside them. In ASCII a character shows how many dots it stands for.
package struct DotMap {
  /// A dot or a number on the map.
  package struct Mark {
    /// Where it is.
    let position: EarthPosition
    /// The number of its row; nil for a dot alone.
    var number: Int?

    /// Takes both.
    package init(position: EarthPosition, number: Int? = nil) {
      (self.position, self.number) = (position, number)
    }
  }

  /// Metres of a degree of a great circle.
  private static let degree = 6_371_008.8 * Double.pi / 180

  private let size: ScreenSize
  private let isASCII: Bool
  /// The dots of each character, a bit each, or how many there are.
  private var cells: [UInt32]
  /// Numbers written over the dots.
  private var text: [Int: Character] = [:]
  /// Metres from a dot to the next one.
  private var metresPerDot = 1.0
  private var bounds = (south: 0.0, north: 0.0, west: 0.0, east: 0.0)
  /// How many numbers had no room.
  package private(set) var unnumbered = 0

  /// Draws positions, of which there is at least one.
  ///
  /// - Parameters:
  ///   - marks: The positions; numbers are written in their order while there is room.
  ///   - size: The characters that the map has.
  ///   - isASCII: Whether there is no braille to draw with.
  package init(_ marks: [Mark], _ size: ScreenSize, isASCII: Bool) {
    (self.size, self.isASCII) = (size, isASCII)
    cells = Array(repeating: 0, count: size.columns * size.rows)
    let latitudes = marks.map(\.position.latitude)
    let (south, north) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
    let west = Self.west(of: marks.map(\.position.longitude))
    let offsets = marks.map { Self.turn($0.position.longitude - west) }
    let span = offsets.max() ?? 0
    bounds = (south, north, west, Self.turn(west + span + 180) - 180)
    // Degrees of longitude are as long as they are in the middle.
    let shrink = max(cos((south + north) / 2 * .pi / 180), 0.01)
    let dots = (columns: Double(size.columns * 2 - 1), rows: Double(size.rows * 4 - 1))
    metresPerDot = max(
      span * shrink * Self.degree / dots.columns,
      (north - south) * Self.degree / dots.rows,
      0.5
    )
    let places = zip(marks, offsets).map { mark, offset -> (x: Int, y: Int) in
      let x = (offset - span / 2) * shrink * Self.degree / metresPerDot + dots.columns / 2
      let y = (north - mark.position.latitude - (north - south) / 2) * Self.degree / metresPerDot
      return (
        min(max(Int(x.rounded()), 0), size.columns * 2 - 1),
        min(max(Int((y + dots.rows / 2).rounded()), 0), size.rows * 4 - 1)
      )
    }
    for place in places { dot(place) }
    for (mark, place) in zip(marks, places) {
      if let number = mark.number { write(number, at: place) }
    }
  }

  /// The lines, with the extent and the scale below them.
  package var lines: [SafeText] {
    (0..<size.rows).map { row in
      let first = row * size.columns
      let characters = (first..<first + size.columns).map { character($0) }
      let end = characters.lastIndex { $0 != " " } ?? -1
      return "\(String(characters[...end]))"
    } + [extent, scale]
  }

  // MARK: Dots

  private mutating func dot(_ place: (x: Int, y: Int)) {
    let cell = place.y / 4 * size.columns + place.x / 2
    guard !isASCII else {
      cells[cell] &+= 1
      return
    }
    // The order of Unicode: 1 2 3 7 to the left, 4 5 6 8 to the right.
    cells[cell] |= [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][place.x % 2][place.y % 4]
  }

  private func character(_ cell: Int) -> Character {
    if let written = text[cell] { return written }
    switch cells[cell] {
    case 0: return " "
    case let dots where !isASCII:
      return Unicode.Scalar(0x2800 + dots).map { Character($0) } ?? " "
    case 1: return "."
    case 2...4: return ":"
    default: return "#"
    }
  }

  /// Writes a number beside its dot, where nothing else is.
  private mutating func write(_ number: Int, at place: (x: Int, y: Int)) {
    let digits = Array("\(number)")
    let (column, row) = (place.x / 2, place.y / 4)
    for start in [column + 1, column - digits.count]
    where start >= 0 && start + digits.count <= size.columns {
      let spots = digits.indices.map { row * size.columns + start + $0 }
      // A number that touches another one reads as one with it.
      let isFree = spots.allSatisfy { cells[$0] == 0 && text[$0] == nil }
      let before = start > 0 ? text[spots[0] - 1] : nil
      let after =
        start + digits.count < size.columns ? text[spots[digits.count - 1] + 1] : nil
      guard isFree, before == nil, after == nil else { continue }
      for (spot, digit) in zip(spots, digits) { text[spot] = digit }
      return
    }
    unnumbered += 1
  }

  // MARK: Around the earth

  /// Degrees as 0 up to 360.
  private static func turn(_ degrees: Double) -> Double {
    let rest = fmod(degrees, 360)
    return rest < 0 ? rest + 360 : rest
  }

  /// The longitude where a map of these begins, with the widest gap between two of them behind it.
  private static func west(of longitudes: [Double]) -> Double {
    let sorted = longitudes.sorted()
    guard var west = sorted.first, let last = sorted.last else { return 0 }
    var widest = west + 360 - last
    for (one, next) in zip(sorted, sorted.dropFirst()) where next - one > widest {
      (west, widest) = (next, next - one)
    }
    return west
  }

  // MARK: Below the map

  /// `60.1502 to 60.1921 north, 24.8821 to 25.0011 east`.
  private var extent: SafeText {
    // As many decimals as a dot is wide.
    let decimals = min(max(Int(-log10(metresPerDot / Self.degree).rounded(.down)), 0), 6)
    func range(_ one: Double, _ other: Double, _ words: (String, String)) -> String {
      let (first, last) = (Self.degrees(one, decimals, words), Self.degrees(other, decimals, words))
      return first == last ? first : "\(first) to \(last)"
    }
    let north = range(bounds.south, bounds.north, ("N", "S"))
    let east = range(bounds.west, bounds.east, ("E", "W"))
    return "\(SafeText("\(north), \(east)"), .dim)"
  }

  private static func degrees(
    _ value: Double,
    _ decimals: Int,
    _ words: (String, String)
  ) -> String {
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let scaled = Int((abs(value) * Double(unit)).rounded())
    let fraction = String(String(scaled % unit + unit).dropFirst())
    return "\(scaled / unit)\(decimals > 0 ? ".\(fraction)" : "") "
      + (value < 0 ? words.1 : words.0)
  }

  /// A line as long as a round number of metres, which it names.
  private var scale: SafeText {
    let widest = metresPerDot * Double(size.columns / 4 * 2)
    let power = pow(10, floor(log10(widest)))
    let round = [5.0, 2, 1].first { $0 * power <= widest } ?? 1
    let length = max(Int((round * power / metresPerDot / 2).rounded()), 2)
    let line =
      isASCII
      ? "|" + String(repeating: "-", count: length - 2) + "|"
      : "├" + String(repeating: "─", count: length - 2) + "┤"
    let name = round * power < 1 ? "less than 1 m" : CellDrawing.distance(round * power)
    return "\(SafeText("\(line) \(name)"), .dim)"
  }
}
