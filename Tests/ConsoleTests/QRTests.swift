import Foundation
import Outcome
import TestSupport
import Testing

@testable import Console
@testable import Display

/// Links of subjects as QR codes: what is drawn is read by another program.
@Suite(.blocking)
struct QRTests {
  @Test(
    arguments: [4, 2],
    ["https://randevoo.example/products/7", "a", "https://x.example/%C3%A9%20?a=1&b=[2]#~"]
  )
  func `another program reads what is drawn`(zone: Int, text: String) throws {
    let code = try #require(QRCode(text))
    let drawings: [QRCode.Drawing] = [
      .blocks(isInverted: false), .blocks(isInverted: true), .colouredBlocks, .colouredBlanks,
    ]
    for drawing in drawings {
      let lines = code.lines(drawing, quietZone: zone).map { String(decoding: $0, as: UTF8.self) }
      let isInverted = if case .blocks(true) = drawing { true } else { false }
      let picture = Picture(lines, onDark: !isInverted)
      let size = drawing.size(code.width + 2 * zone)
      #expect(lines.count == size.rows && picture.columns == code.width + 2 * zone)
      #expect(try picture.read() == text, "\(drawing)")
    }
  }

  @Test func `what no code has room for is none`() throws {
    #expect(QRCode("") == nil)
    #expect(QRCode(String(repeating: "x", count: 2332)) == nil)
    #expect(try #require(QRCode(String(repeating: "x", count: 2331))).width == 177)
  }
}

/// A drawing on a terminal as the modules that a camera sees.
private struct Picture {
  let columns: Int
  private var rows: [[Bool]] = []

  /// Reads lines of half blocks or of coloured blanks; true is dark.
  init(_ lines: [String], onDark: Bool) {
    for line in lines {
      var (paper, ink) = (onDark, !onDark)
      var (top, bottom): ([Bool], [Bool]) = ([], [])
      var rest = line[...]
      var isBlanks = false
      while let character = rest.first {
        if rest.hasPrefix("\u{1B}[") {
          for parameter in rest.dropFirst(2).prefix(while: { $0 != "m" }).split(separator: ";") {
            switch parameter {
            case "30": ink = true
            case "40": (paper, isBlanks) = (true, true)
            case "47": (paper, isBlanks) = (false, !line.hasPrefix("\u{1B}[30;47m"))
            default: break
            }
          }
          rest = rest.drop { $0 != "m" }.dropFirst()
          continue
        }
        rest = rest.dropFirst()
        top.append(character == "█" || character == "▀" ? ink : paper)
        bottom.append(character == "█" || character == "▄" ? ink : paper)
        if isBlanks { rest = rest.dropFirst() }
      }
      rows += isBlanks ? [top] : [top, bottom]
    }
    columns = rows[0].count
  }

  /// What a reader finds in it.
  func read() throws -> String {
    let folder = try TemporaryFolder()
    let scale = 5
    var bytes = Array("P5 \(columns * scale) \(rows.count * scale) 255\n".utf8)
    for row in rows {
      let line = row.flatMap { Array(repeating: UInt8($0 ? 20 : 235), count: scale) }
      for _ in 0..<scale { bytes += line }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: folder["code.pgm"]))
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    reader.arguments = [
      "zbarimg", "--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable",
      folder["code.pgm"],
    ]
    let output = Pipe()
    reader.standardOutput = output
    try reader.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    reader.waitUntilExit()
    return String(String(decoding: text, as: UTF8.self).dropLast())
  }
}

/// The command, on screens of several kinds.
@Suite(.freshDatabase, .blocking)
struct QRCommandTests {
  @Test func `a subject is drawn as its link in the app`() async throws {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior)
      let run = await console.runApart("qr product:01")
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0) }
      #expect(lines[0] == "https://randevoo.example/products/1")
      #expect(try Picture(Array(lines[1...].dropLast()), onDark: true).read() == lines[0])
      for (line, code, text) in [
        ("qr product:1 --output json", ExitStatus.ok, #""link":"https://randevoo.example/pro"#),
        ("find product silk", .ok, "product:1"), ("qr 1", .ok, "█"), ("qr _ --invert", .ok, "▀"),
        ("qr group:1", .notFound, "group"), ("qr product:9", .notFound, "there is no product:9"),
        ("qr message:1", .notFound, "message"), ("qr", .usage, "`qr` needs SUBJECT"),
      ] {
        let run = await console.run(line)
        #expect(run.code == code && run.text.contains(text), "\(line): \(run.text)")
      }
      try await console.close()
    }
  }

  @Test func `a screen on which no code can be drawn gets the link, and why`() async throws {
    try await Market.run { market in
      for (variables, size, text) in [
        (["LC_ALL=C.UTF-8"], (80, 24), "30;47m"), (["LC_ALL=C.UTF-8"], (40, 20), "30;47m"),
        (["LC_ALL=C.UTF-8"], (40, 12), "no QR code: it takes a screen"),
        (["LC_ALL=C"], (80, 50), "\u{1B}[40m  "),
        (["LC_ALL=C", "NO_COLOR=1"], (80, 50), "it takes a UTF-8 locale, or colours"),
        (["LC_ALL=C.UTF-8", "NO_COLOR=1"], (80, 24), "████"),
      ] as [([String], (columns: Int32, rows: Int32), String)] {
        let folder = try TemporaryFolder()
        let terminal = try PseudoTerminal(
          market.arguments(),
          history: folder["history"],
          term: "xterm",
          size: size,
          variables: ["INPUTRC=/dev/null"] + variables
        )
        try terminal.expect(terminal.prompt)
        terminal.send("qr product:1\r")
        try terminal.expect("https://randevoo.example/products/1")
        #expect(try terminal.expect(terminal.prompt).contains(text), "\(variables) \(size)")
        terminal.send("\u{4}")
        #expect(terminal.wait() == 0)
      }
    }
  }
}
