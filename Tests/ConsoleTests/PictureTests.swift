import Foundation
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console
@testable import Display

/// Pictures of subjects, fetched by a command of the admin's and decoded by Debian's programs.
@Suite(.freshDatabase, .blocking)
struct PictureTests {
  private func put(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Has a product these pictures, and sees to it that a console fetches them from a folder.
  private func show(
    _ names: [String],
    of product: Int = 1,
    in folder: TemporaryFolder,
    _ market: Market,
    _ console: MemoryConsole
  ) async throws {
    for (index, name) in names.enumerated() {
      try await market.outside.execute(
        "INSERT INTO randevoo.product_photos (product_id, position, url) VALUES ($1, $2, $3)",
        [product, index + 1, name]
      )
    }
    let set = await console.run("set pictures \"/bin/cat \(folder.path)/{}\"")
    #expect(set.code == .ok, "\(set.text)")
  }

  @Test func `every format is drawn, the first picture or the one asked for`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try put(checkers(40, 20).png, folder["a.png"])
      let make = """
        cd \(folder.path) && pngtopam a.png | tee a.ppm | cjpeg -quality 100 > b.jpg &&
        cjpeg -progressive -quality 100 a.ppm > c.jpg && cwebp -quiet -lossless a.ppm -o d.webp &&
        ppmtogif a.ppm > e.gif 2>/dev/null && ppmtopgm a.ppm | pnmtopng > f.png 2>/dev/null &&
        ppmtopgm a.ppm | pgmtopbm -threshold | pnmtopng > g.png 2>/dev/null
        """
      try #require(system(make) == 0)
      let console = try MemoryConsole(as: market.senior)
      let names = ["a.png", "b.jpg", "c.jpg", "d.webp", "e.gif", "f.png", "g.png"]
      try await show(names, in: folder, market, console)
      for (index, name) in names.enumerated() {
        let run = await console.runApart("picture product:1 \(index + 1) --as ascii")
        #expect(
          run.output == Array(
            repeating: String(repeating: "          @@@@@@@@@@", count: 2) + "\n",
            count: 5
          ).joined()
            + Array(
              repeating: String(repeating: "@@@@@@@@@@          ", count: 2) + "\n",
              count: 5
            ).joined(),
          "\(name): \(run)"
        )
        #expect(run.errors == "\(index + 1) of 7 · photos.url · \(name)\n", "\(run.errors)")
      }
      for (line, code, text) in [
        ("picture _", ExitStatus.ok, "1 of 7 · photos.url"), ("picture _ 8", .usage, "from 1 to 7"),
        ("picture _ 0", .usage, "there is no picture `0`"),
        ("picture product:2", .ok, "product:2 has no pictures"),
        ("picture product:9", .notFound, "there is no product:9"),
        ("picture product:1 --output csv", .ok, "2,photos.url,b.jpg,false,false"),
        ("set pictures off", .ok, ""), ("picture product:1", .usage, "how to fetch pictures"),
        ("set pictures \"cat {}\"", .usage, "whole path"), ("set pictures /bin/cat", .usage, "{}"),
        ("set pictures \"/nothing/here {}\"", .ok, ""),
        ("picture product:1", .failed, "cannot be fetched: "),
      ] {
        let run = await console.run(line)
        let isTold = text.isEmpty || run.text.contains(text)
        #expect(run.code == code && isTold, "\(line): \(run.text)")
      }
      try await console.close()
    }
  }

  @Test func `what is no picture, or too much of one, is refused in one sentence`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let png = checkers(40, 20).png
      /// The picture, which says of itself that it has another size.
      func lying(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        var bytes = png
        for (index, value) in [width, height].enumerated() {
          for byte in 0..<4 {
            bytes[16 + index * 4 + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
          }
        }
        // Its checksum, by the one who knows how.
        let header = Raster.checksum(Array(bytes[12..<29]))
        for byte in 0..<4 {
          bytes[29 + byte] = UInt8(truncatingIfNeeded: header >> (24 - 8 * byte))
        }
        return bytes
      }
      try put(Array("GIF89a".utf8), folder["gif"])
      try put([], folder["empty"])
      try put(Array("<svg onload=alert(1)>".utf8), folder["svg"])
      try put(Array(png.prefix(200)), folder["cut"])
      try put(lying(65_535, 65_535), folder["bomb"])
      try put(lying(4_000_000, 10), folder["wide"])
      try put([0xFF, 0xD8, 0xFF] + (0..<5000).map { UInt8($0 % 251) }, folder["noise"])
      try put(Array("RIFF....WEBPVP8 ".utf8), folder["webp"])
      try #require(system("truncate -s 1G \(folder["huge"])") == 0)
      let console = try MemoryConsole(as: market.senior)
      let cases = [
        ("gif", "damaged"), ("empty", "no picture that can be drawn"), ("svg", "no picture"),
        ("cut", "damaged"), ("bomb", "to decode"), ("wide", "to"), ("noise", "damaged"),
        ("webp", "damaged"), ("huge", "more than 32 MB"), ("missing", "No such file"),
        ("-n", "does not name a picture"), ("a\nb", "does not name a picture"),
        (String(repeating: "x", count: 5000), "does not name a picture"),
        ("../../etc/passwd", "does not name a picture"), ("a; touch /tmp/x", "No such file"),
        ("\u{1B}[31m", "does not name a picture"),
      ]
      try await show(cases.map(\.0), in: folder, market, console)
      for (index, (name, text)) in cases.enumerated() {
        let run = await console.runApart("picture product:1 \(index + 1)")
        #expect(run.code == .failed && run.output.isEmpty, "\(name.prefix(20)): \(run)")
        #expect(run.errors.contains(text), "\(name.prefix(20)): \(run.errors)")
        #expect(run.errors.utf8.count < 2000 && !run.errors.contains("\u{1B}"))
      }
      try await console.close()
    }
  }

  @Test func `what is reported or restricted is blurred until somebody wants to see it`()
    async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try put(checkers(40, 20, of: 2).png, folder["a.png"])
      let console = try MemoryConsole(as: market.senior)
      try await show(["a.png"], in: folder, market, console)
      let clear = await console.runApart("picture product:1 --as ascii").output
      #expect(clear.contains("@@  @@"), "\(clear)")
      try await market.outside.execute(
        """
        SELECT reeve.report_file('randevoo', 'product', '1', 'fake', 'counterfeit', 'user:2')
        """
      )
      for (line, isBlurred) in [
        ("picture product:1 --as ascii", true), ("picture product:1 --as ascii --clear", false),
      ] {
        let run = await console.runApart(line)
        #expect((run.output == clear) != isBlurred, "\(line): \(run)")
        #expect(run.errors.contains("--clear shows it") == isBlurred, "\(run.errors)")
        #expect(run.output.contains("@@  @@") != isBlurred)
      }
      let hidden = try MemoryConsole(as: market.senior)
      try await show(["a.png"], of: 2, in: folder, market, hidden)
      _ = await hidden.run("hide product:2 --policy counterfeit --for 1d --yes")
      let run = await hidden.run("picture product:2 --as ascii")
      #expect(run.text.contains("--clear shows it"), "\(run.text)")
      try await console.close()
      try await hidden.close()
    }
  }

  @Test func `a personal picture needs a reason, and is on the record`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try put(checkers(4, 4).png, folder["a.png"])
      try await market.outside.execute(
        "UPDATE randevoo.users SET photo_url = 'a.png' WHERE id = 2"
      )
      let console = try MemoryConsole(as: market.senior)
      for (line, code, text) in [
        ("picture user:2 --why x", ExitStatus.usage, "how to fetch pictures"),
        ("set pictures \"/bin/cat \(folder.path)/{}\"", .ok, ""),
        ("picture user:2", .usage, "say why"),
        ("picture user:2 --why \"who is it?\" --as ascii", .ok, "1 of 1 · photo_url\n"),
        ("picture user:2 --output csv", .ok, "1,photo_url,•••,true,false"),
        ("history user:2", .ok, "reveal photo_url"), ("picture user:1", .ok, "has no pictures"),
      ] {
        let run = await console.run(line)
        let isTold = text.isEmpty || run.text.contains(text)
        #expect(run.code == code && isTold, "\(line): \(run.text)")
        #expect(!run.text.contains("a.png"), "\(line): \(run.text)")
      }
      let count = try await market.outside.query("SELECT count(*) FROM reeve.reveal")
      #expect(try count[0].get(0) == 1)
      try await console.close()
    }
  }

  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62c", "\u{1B}_Ga=T,f=24,q=2,s=40,v=20,m=0;AAAA"),
    ("\u{1B}[?62;4;22c", "\u{1B}P0;1;q\"1;1;40;20#"), ("\u{1B}[?1;2c", "▀"),
  ])
  func `a terminal is asked what it can, and keys reach the prompt again`(
    answer: String,
    drawing: String
  ) async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try put(checkers(40, 20).png, folder["a.png"])
      try await market.outside.execute(
        "INSERT INTO randevoo.product_photos (product_id, position, url) VALUES (1, 1, 'a.png')"
      )
      try put(Array("set pictures \"/bin/cat \(folder.path)/{}\"\n".utf8), folder["startup"])
      _ = chmod(folder["startup"], 0o600)
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        term: "xterm-256color",
        size: (80, 30),
        variables: [
          "INPUTRC=/dev/null", "LANG=C.UTF-8", "REEVE_STARTUP=\(folder["startup"])",
        ]
      )
      try terminal.expect(" ▸ ")
      terminal.send("picture product:1\r")
      try terminal.expect("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c")
      terminal.send(answer)
      try terminal.expect(drawing)
      try terminal.expect("1 of 1 · photos.url · a.png")
      try terminal.expect(" ▸ ")
      // It was asked once.
      terminal.send("picture _\r")
      #expect(try !terminal.expect(drawing).contains("\u{1B}[c"))
      try terminal.expect(" ▸ ")
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }
}

/// Black and white fields, so many a side.
private func checkers(_ width: Int, _ height: Int, of fields: Int = 0) -> Raster {
  let side = fields > 0 ? fields : height / 2
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let isBlack = (x / side + y / side) % 2 == 0
      bytes += Array(repeating: isBlack ? 0 : 255, count: 3)
    }
  }
  return Raster(width: width, height: height, bytes: bytes)
}

/// Reading, shrinking and writing points, without a database.
struct RasterTests {
  private func pixmap(_ text: String, _ body: [UInt8] = []) -> [UInt8] { Array(text.utf8) + body }

  @Test func `a pixmap is read in whatever pieces it comes`() {
    var generator = SeededGenerator.forThisTest()
    let picture = Raster(width: 7, height: 5, bytes: (0..<105).map { UInt8($0) })
    let bytes = pixmap("P6 # points\n7\t5\n255\n", picture.bytes)
    for _ in 0..<200 {
      var reader = PixmapReader(within: (100, 100))
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...9, using: &generator))
        _ = reader.take(piece)
        rest = rest.dropFirst(piece.count)
      }
      #expect(reader.raster == picture)
    }
  }

  @Test(arguments: [
    ("P6 2 1 255\n", [1, 2, 3, 4, 5, 6] as [UInt8], [1, 2, 3, 4, 5, 6] as [UInt8]),
    ("P5 2 1 255\n", [7, 8], [7, 7, 7, 8, 8, 8]),
    ("P4 2 1\n", [0b0100_0000], [255, 255, 255, 0, 0, 0]),
    ("P5 2 1 65535\n", [0xFF, 0xFF, 0x80, 0], [255, 255, 255, 127, 127, 127]),
    ("P6 1 1 15\n", [15, 0, 99], [255, 0, 255]),
  ])
  func `each format of Netpbm is read`(header: String, body: [UInt8], points: [UInt8]) {
    var reader = PixmapReader(within: (10, 10))
    let wantsMore = reader.take(pixmap(header, body)[...])
    #expect(!wantsMore)
    #expect(reader.raster?.bytes == points)
  }

  @Test(arguments: [
    "", "P", "P6", "P6 2 1", "P3 1 1 255 ", "P6 0 1 255\n", "P6 -1 1 255\n", "P6 1 1 0\n",
    "P6 1 1 70000\n", "GIF89a", "P6 1000000 1 255\n", "P6 99999 1 255\n", "P6 60000 60000 255\n",
    "P6 2 1 255\n12345",
  ])
  func `what is no whole pixmap gives no picture`(text: String) {
    var reader = PixmapReader(within: (10, 10))
    _ = reader.take(pixmap(text)[...])
    #expect(reader.raster == nil)
  }

  @Test func `a header without end is not waited for`() {
    var reader = PixmapReader(within: (10, 10))
    let wantsMore = reader.take(pixmap("P6 #" + String(repeating: "x", count: 100_000))[...])
    #expect(!wantsMore)
    #expect(reader.problem == .garbled)
  }

  @Test func `a smaller picture has the mean of the points, and as many as there is room for`() {
    var reducer = RasterReducer(4, 4, within: (2, 9))
    for row: [UInt8] in [[0, 100, 200, 200], [100, 200, 200, 200], [9, 9, 0, 0], [9, 9, 0, 0]] {
      reducer.add(row: row.flatMap { [$0, $0, $0] }[...])
    }
    #expect(reducer.isWhole && reducer.raster.width == 2)
    #expect(reducer.raster.bytes == [100, 200, 9, 0].flatMap { [$0, $0, $0] })
    #expect(Raster.size(4000, 3000, within: (80, 40)) == (53, 40))
    #expect(Raster.size(60000, 1, within: (80, 40)) == (80, 1))
    #expect(Raster.size(3, 2, within: (80, 40)) == (3, 2))
  }

  @Test(arguments: [
    (1, "ab cd ef"), (2, "ba dc fe"), (3, "fe dc ba"), (4, "ef cd ab"), (5, "ace bdf"),
    (6, "eca fdb"), (7, "fdb eca"), (8, "bdf ace"), (0, "ab cd ef"), (9, "ab cd ef"),
  ])
  func `a photograph is drawn as the camera was held`(number: UInt8, expected: String) {
    let stored = Raster(width: 2, height: 3, bytes: "abcdef".utf8.flatMap { [$0, $0, $0] })
    let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, number, 0]
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    let file: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
      + [0xFF, 0xDA, 0, 0]
    let shown = stored.turned(Orientation(jpeg: file))
    let rows = (0..<shown.height).map { y in
      String(decoding: (0..<shown.width).map { shown.point($0, y).red }, as: UTF8.self)
    }
    #expect(rows.joined(separator: " ") == expected)
    // Whatever is missing or wrong in it, it only says nothing.
    var generator = SeededGenerator.forThisTest()
    for length in 0...file.count { _ = Orientation(jpeg: Array(file.prefix(length))) }
    for _ in 0..<2000 {
      var damaged = file
      for _ in 0..<3 { damaged[.random(in: 2..<file.count, using: &generator)] = generator.byte }
      _ = Orientation(jpeg: damaged)
    }
  }

  @Test func `a blurred picture has at most 64 colours`() {
    var generator = SeededGenerator.forThisTest()
    let bytes = (0..<300 * 200 * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let veiled = Raster(width: 300, height: 200, bytes: bytes).veiled
    #expect((veiled.width, veiled.height) == (300, 200))
    let colours = Set((0..<60000).map { Array(veiled.bytes[$0 * 3..<$0 * 3 + 3]) })
    #expect(colours.count <= 64)
  }

  @Test func `sixels say what the picture shows`() throws {
    let picture = checkers(24, 14)
    let text = String(decoding: PictureStyle.sixel.draw(picture), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}P0;1;q\"1;1;24;14") && text.hasSuffix("\u{1B}\\\n"))
    // Read again, as a terminal does.
    var points = Array(repeating: UInt8(9), count: 24 * 14)
    let body = text.dropFirst("\u{1B}P0;1;q\"1;1;24;14".count).dropLast(3)
    var (x, band, isWhite, count) = (0, 0, false, 1)
    var rest = body[...]
    while let character = rest.popFirst() {
      func number() -> String {
        let digits = rest.prefix { $0.isNumber || $0 == ";" }
        rest = rest.dropFirst(digits.count)
        return String(digits)
      }
      switch character {
      case "#": isWhite = number().prefix { $0 != ";" } == "215"
      case "!": count = Int(number()) ?? 0
      case "$": x = 0
      case "-": (x, band) = (0, band + 1)
      default:
        let bits = Int(character.asciiValue ?? 0x3F) - 0x3F
        for column in x..<x + count {
          for bit in 0..<6 where bits & 1 << bit != 0 {
            points[(band * 6 + bit) * 24 + column] = isWhite ? 255 : 0
          }
        }
        (x, count) = (x + count, 1)
      }
    }
    #expect(points == stride(from: 0, to: picture.bytes.count, by: 3).map { picture.bytes[$0] })
  }

  @Test func `half blocks have two points a character, in 24 bits or in 256 colours`() {
    let picture = Raster(width: 1, height: 3, bytes: [255, 0, 0, 0, 0, 255, 0, 255, 0])
    #expect(
      String(decoding: PictureStyle.blocks(picture, isTrue: true), as: UTF8.self)
        == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[0m\n\u{1B}[38;2;0;255;0;49m▀\u{1B}[0m\n"
    )
    #expect(
      String(decoding: PictureStyle.blocks(picture, isTrue: false), as: UTF8.self)
        .hasPrefix("\u{1B}[38;5;196;48;5;21m▀")
    )
  }

  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", PictureStyle.kitty), ("\u{1B}[?62;4c", .sixel),
    ("\u{1B}[?62;22c", nil), ("\u{1B}[?4c", nil), ("", nil), ("4c", nil),
    ("\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\\u{1B}[?64;4;6c", .sixel),
  ])
  func `a terminal's answer says what it can draw`(answer: String, style: PictureStyle?) {
    #expect(PictureStyle(answer: Array(answer.utf8)) == style)
  }

  @Test func `iTerm2 gets a file, kitty gets pieces, both in Base64`() throws {
    for length in 0..<10 {
      let bytes = (0..<length).map { UInt8($0 * 37 % 256) }
      #expect(String(decoding: base64(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
    }
    let picture = checkers(100, 60)
    let inline = String(decoding: PictureStyle.iterm.draw(picture), as: UTF8.self)
    let text = try #require(inline.split(separator: ":").last?.dropLast(2))
    #expect(try [UInt8](#require(Data(base64Encoded: String(text)))) == picture.png)
    let pieces = String(decoding: PictureStyle.kitty.draw(picture), as: UTF8.self)
      .split(separator: "\u{1B}\\").filter { $0.contains(";") }
      .map { $0.split(separator: ";").last ?? "" }
    #expect(pieces.allSatisfy { $0.count <= 4096 })
    #expect(try [UInt8](#require(Data(base64Encoded: pieces.joined()))) == picture.bytes)
  }
}

extension SeededGenerator {
  /// Any byte.
  fileprivate var byte: UInt8 {
    mutating get { UInt8.random(in: 0...255, using: &self) }
  }
}
