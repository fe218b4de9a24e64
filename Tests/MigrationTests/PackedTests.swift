import Foundation
import Outcome
import Testing

@testable import Import
@testable import Readers

/// Packed files that somebody made to harm whoever imports them.
struct PackedTests {
  private static func file(_ bytes: some Sequence<UInt8>) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try Data(Array(bytes)).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Makes a frame of zstd by hand.
  ///
  /// - Parameters:
  ///   - windowLog: Of how many bytes the reader must keep, its binary logarithm.
  ///   - dictionary: The number of a dictionary that it needs, 0 for none.
  ///   - text: What it holds as it is.
  ///   - repeats: How often a block of 128 KiB of blanks follows.
  /// - Returns: Its bytes.
  private static func frame(
    windowLog: UInt8 = 17,
    dictionary: UInt8 = 0,
    text: String = "",
    repeats: Int = 0
  ) -> [UInt8] {
    func block(_ type: Int, _ length: Int, isLast: Bool = false) -> [UInt8] {
      let head = (isLast ? 1 : 0) | type << 1 | length << 3
      return (0..<3).map { UInt8(truncatingIfNeeded: head >> (8 * $0)) }
    }
    var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, dictionary == 0 ? 0 : 1, (windowLog - 10) << 3]
    if dictionary != 0 { bytes.append(dictionary) }
    bytes += block(0, text.utf8.count) + Array(text.utf8)
    for _ in 0..<repeats { bytes += block(1, 1 << 17) + [0x20] }
    return bytes + block(0, 0, isLast: true)
  }

  /// A frame that readers pass over.
  private static func skippable(_ length: UInt32, _ bytes: [UInt8]) -> [UInt8] {
    [0x5A, 0x2A, 0x4D, 0x18] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + bytes
  }

  private static let rows = frame(text: "id,name\n1,Anna\n2,Zoë\n")

  @Test func `frames one after another are one file, and empty ones are passed over`() throws {
    let empty = Self.skippable(3, [1, 2, 3])
    let more = Self.frame(text: "3,Carl\n")
    for packed in [
      Self.rows + more, empty + Self.rows + more, Self.rows + empty + more + empty,
      empty + empty + Self.rows + Self.frame() + more,
    ] {
      let path = try Self.file(packed)
      #expect(try Inspection(path, report: { _ in }).read == 3)
      #expect(try Inspection(path, report: { _ in }).layers == ["zstd"])
      try FileManager.default.removeItem(atPath: path)
    }
  }

  static let hostile: [(packed: [UInt8], reason: String)] = [
    (frame(text: "id\n", repeats: 3000), "more than 100 times as long"),
    ((0..<3000).flatMap { _ in frame(repeats: 1) }, "more than 100 times as long"),
    (frame(windowLog: 31, text: "id\n1\n"), "too much memory"),
    (frame(windowLog: 41, text: "id\n1\n"), "too much memory"),
    (frame(dictionary: 7, text: "id\n1\n"), "Dictionary mismatch"),
    (rows + skippable(.max, [1]), "ends too early"),
    (skippable(.max, [1]), "ends too early"),
    (rows + [0], "cannot be unpacked"),
    (rows.dropLast(3) + [0x07, 0, 0], "cannot be unpacked"),
    (frame(text: String(repeating: "x", count: 1 << 17)) + rows.prefix(5), "ends too early"),
  ]

  @Test(arguments: hostile.indices)
  func `a frame that asks for too much, or is none, is refused in one line`(index: Int) throws {
    let (packed, reason) = Self.hostile[index]
    let path = try Self.file(packed)
    let error = #expect(throws: Failure.self) { _ = try Inspection(path, report: { _ in }) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\n") == false)
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `what is packed twice is refused`() throws {
    // One last block that holds the inner frame as it is.
    let head = 1 | Self.rows.count << 3
    let packed =
      [0x28, 0xB5, 0x2F, 0xFD, 0, 56]
      + (0..<3).map { UInt8(truncatingIfNeeded: head >> (8 * $0)) } + Self.rows
    let path = try Self.file(packed)
    let error = #expect(throws: Failure.self) { _ = try Inspection(path, report: { _ in }) }
    #expect(error?.message.contains("packed twice") == true)
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `a packing shows however few bytes a pipe gives at a time`() throws {
    for size in [1, 2, 3, 1000] {
      var rest = Self.rows[...]
      let content = try Content.rewritten("-", encoding: nil, isStream: true) {
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      #expect(content?.layers == ["zstd"])
      #expect(content?.bytes == 22)
    }
  }
}
