import Testing

@testable import Import
@testable import Readers

/// Where records begin and end, wherever a block ends.
struct FramerTests {
  private static let csv = CSVFraming(delimiter: UInt8(ascii: ","))

  @Test(arguments: [
    (csv as any RecordFraming, "a,b\n1,\"x\ny\"\r\n2,\"say \"\"hi\"\"\"\n", 3),
    (csv, "\u{FEFF}a\n\n1", 2),
    (csv, "a,b\n1,\"open\n2,c\n3,d\n", 4),
    (csv, "a,b\n1,x\"y\n2,\"c\"d\n3,d\n", 4),
    (LineFraming(), "{}\n\n  \n{\"a\":\"\\n\"}\r\n{", 3),
    (ArrayFraming(), "[]", 0),
    (ArrayFraming(), "\n [ {\"a\":\"]\\\"\"} , [1,2] ,3] \n", 3),
  ])
  func `each cut of a file gives the same records`(
    framer: any RecordFraming,
    text: String,
    count: Int
  ) throws {
    let bytes = Array(text.utf8)
    let whole = try #require(frames(framer, bytes) { _ in bytes.count })
    #expect(whole.count == count)
    for size in 1...bytes.count {
      #expect(frames(framer, bytes) { min($0 + size, bytes.count) } == whole, "blocks of \(size)")
    }
  }

  @Test(arguments: [
    ("{}", 0), ("[1", 1), ("[{}", nil), ("[1,", 3), ("[1 2]", nil), ("[1]x", 3), ("[,1]", 1),
    ("[1,]", nil),
    ("[\"a", 1), ("", nil),
  ])
  func `an array that is cut off or broken is refused`(text: String, place: Int?) {
    let bytes = Array(text.utf8)
    let framer = ArrayFraming()
    var at = 0
    while at < bytes.count {
      switch framer.frame(bytes.span, at: at, isStart: at == 0, isLast: true) {
      case .record(let frame): at = frame.next
      case .nothing(let next): at = next
      case .more:
        Issue.record("asked for more than the file holds")
        return
      case .broken(let found, _):
        if let place { #expect(found == place) }
        return
      }
    }
    // One element `1 2` is the parser's to refuse, so is the element after the last comma; that
    // nothing follows an element that is whole is the reader's to see.
    #expect(place == nil)
  }

  /// Frames a text in blocks that grow until a record fits, as the reader does.
  private func frames(
    _ framer: any RecordFraming,
    _ bytes: [UInt8],
    end: (Int) -> Int
  ) -> [Frame]? {
    var frames: [Frame] = []
    var at = 0
    var limit = end(0)
    while at < bytes.count {
      let block = Array(bytes[..<limit])
      switch framer.frame(block.span, at: at, isStart: at == 0, isLast: limit == bytes.count) {
      case .record(let frame):
        frames.append(frame)
        at = frame.next
      case .nothing(let next): at = next
      case .more: limit = end(limit)
      case .broken: return nil
      }
      if at >= limit { limit = end(limit) }
    }
    return frames
  }
}
