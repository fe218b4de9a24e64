import Host

/// How a terminal shows pictures, the best it can.
package enum PictureStyle: String, Sendable, CaseIterable {
  /// The graphics protocol of kitty.
  case kitty
  /// Inline images of iTerm2.
  case iterm
  /// DEC's sixels.
  case sixel
  /// Half blocks in the colours that the terminal has.
  case blocks
  /// Characters.
  case ascii

  /// Asks whether a terminal has kitty's protocol, and then, which all answer, what it is: DA1.
  package static let question = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8)

  /// Reads a terminal's answer to ``question``: kitty's protocol, or attribute 4, which is sixel.
  package init?(answer: [UInt8]) {
    let text = String(decoding: answer, as: UTF8.self)
    if text.contains("_Gi=31;OK") {
      self = .kitty
      return
    }
    let attributes = text.split(separator: "\u{1B}[?").last?.prefix { $0 != "c" } ?? ""
    guard text.hasSuffix("c"), attributes.split(separator: ";").dropFirst().contains("4") else {
      return nil
    }
    self = .sixel
  }

  /// How many points a picture has room for.
  ///
  /// - Parameters:
  ///   - size: The characters that it has.
  ///   - cell: The points of a character.
  /// - Returns: Its greatest width and height.
  package func frame(_ size: ScreenSize, cell: ScreenSize) -> (width: Int, height: Int) {
    switch self {
    case .blocks: (size.columns, size.rows * 2)
    // A character is about twice as high as it is wide: every second row is left out.
    case .ascii: (size.columns, size.rows * 2)
    case .kitty, .iterm, .sixel:
      (min(size.columns * cell.columns, 1000), min(size.rows * cell.rows, 800))
    }
  }

  /// The bytes that draw a picture, with a line feed after it.
  package func draw(_ picture: Raster) -> [UInt8] {
    switch self {
    case .kitty: Self.kitty(picture)
    case .iterm: Self.iterm(picture)
    case .sixel: Self.sixel(picture)
    case .blocks: Self.blocks(picture, isTrue: Self.hasTrueColour)
    case .ascii: Self.ascii(picture)
    }
  }

  /// Whether the terminal has 24 bits of colour, by what it says in COLORTERM.
  private static var hasTrueColour: Bool {
    ["truecolor", "24bit"].contains(environmentValue("COLORTERM") ?? "")
  }
}

extension PictureStyle {
  /// Points as they are, in Base64, in pieces of 4096; the terminal need not answer.
  private static func kitty(_ picture: Raster) -> [UInt8] {
    let text = base64(picture.bytes)
    var out: [UInt8] = []
    var rest = text[...]
    var isFirst = true
    repeat {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      let about = isFirst ? "a=T,f=24,q=2,s=\(picture.width),v=\(picture.height)," : ""
      out += "\u{1B}_G\(about)m=\(rest.isEmpty ? 0 : 1);".utf8
      out += piece
      out += "\u{1B}\\".utf8
      isFirst = false
    } while !rest.isEmpty
    return out + [0x0A]
  }

  private static func iterm(_ picture: Raster) -> [UInt8] {
    let file = picture.png
    let about = "size=\(file.count);width=\(picture.width)px;height=\(picture.height)px"
    return Array("\u{1B}]1337;File=inline=1;\(about):".utf8) + base64(file) + [0x07, 0x0A]
  }

  /// Bands of six rows, in each colour by colour, of 216 that are made of six steps.
  private static func sixel(_ picture: Raster) -> [UInt8] {
    var out = Array("\u{1B}P0;1;q\"1;1;\(picture.width);\(picture.height)".utf8)
    var isDefined = [Bool](repeating: false, count: 216)
    for top in stride(from: 0, to: picture.height, by: 6) {
      // The sixels of each colour in this band.
      var columns: [Int: [UInt8]] = [:]
      for y in top..<min(top + 6, picture.height) {
        for x in 0..<picture.width {
          let colour = step(picture.point(x, y), x, y)
          columns[colour, default: Array(repeating: 0, count: picture.width)][x] |=
            1 << UInt8(y - top)
        }
      }
      for (colour, sixels) in columns.sorted(by: { $0.key < $1.key }) {
        if !isDefined[colour] {
          let parts = [colour / 36, colour / 6 % 6, colour % 6].map { "\($0 * 20)" }
          out += "#\(colour);2;\(parts.joined(separator: ";"))".utf8
          isDefined[colour] = true
        }
        out += "#\(colour)".utf8
        var x = 0
        while x < sixels.count {
          let run = sixels[x...].prefix { $0 == sixels[x] }.count
          let character = 0x3F + sixels[x]
          if run > 3 {
            out += "!\(run)".utf8
            out.append(character)
          } else {
            out += Array(repeating: character, count: run)
          }
          x += run
        }
        out.append(UInt8(ascii: "$"))
      }
      out.append(UInt8(ascii: "-"))
    }
    return out + "\u{1B}\\\n".utf8
  }

  /// The colour of 216 for a point, dithered so that shades remain.
  private static func step(
    _ point: (red: UInt8, green: UInt8, blue: UInt8),
    _ x: Int,
    _ y: Int
  ) -> Int {
    let order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5][y % 4 * 4 + x % 4]
    func level(_ value: UInt8) -> Int { min((Int(value) * 80 + order * 255) / (255 * 16), 5) }
    return level(point.red) * 36 + level(point.green) * 6 + level(point.blue)
  }

  /// Two points a character: the upper half in one colour, the lower one in another.
  static func blocks(_ picture: Raster, isTrue: Bool) -> [UInt8] {
    func colour(_ point: (red: UInt8, green: UInt8, blue: UInt8), _ x: Int, _ y: Int) -> String {
      isTrue
        ? "2;\(point.red);\(point.green);\(point.blue)" : "5;\(16 + step(point, x, y))"
    }
    var out: [UInt8] = []
    for y in stride(from: 0, to: picture.height, by: 2) {
      var before = ""
      for x in 0..<picture.width {
        var code = "38;\(colour(picture.point(x, y), x, y))"
        code +=
          y + 1 < picture.height ? ";48;\(colour(picture.point(x, y + 1), x, y + 1))" : ";49"
        if code != before { out += "\u{1B}[\(code)m".utf8 }
        before = code
        out += "▀".utf8
      }
      out += "\u{1B}[0m\n".utf8
    }
    return out
  }

  /// A character for two points, by how dark they are.
  private static func ascii(_ picture: Raster) -> [UInt8] {
    let ramp = Array(" .:-=+*#%@".utf8)
    var out: [UInt8] = []
    for y in stride(from: 0, to: picture.height, by: 2) {
      for x in 0..<picture.width {
        let points = [y, min(y + 1, picture.height - 1)].map { picture.point(x, $0) }
        let light = points.reduce(0) {
          $0 + 299 * Int($1.red) + 587 * Int($1.green) + 114 * Int($1.blue)
        }
        out.append(ramp[min(light * ramp.count / (2 * 255_001), ramp.count - 1)])
      }
      out.append(0x0A)
    }
    return out
  }
}
