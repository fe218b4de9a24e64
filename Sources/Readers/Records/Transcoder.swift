internal import Glibc

/// Rewrites text of another encoding in UTF-8, a block at a time.
final class Transcoder {
  /// The encoding's name.
  let encoding: String
  private let descriptor: iconv_t
  /// The bytes of a character whose others come in the next block.
  private var kept: [UInt8] = []
  /// How many bytes were rewritten.
  private var done = 0

  /// Makes a transcoder.
  ///
  /// - Parameter encoding: A name that iconv knows, such as `UTF-16` or `windows-1252`.
  /// - Throws: `Fault` where there is no such encoding.
  init(_ encoding: String) throws(Fault) {
    // After a slash iconv would take orders to leave out what it cannot rewrite.
    let isName = encoding.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 32) || "-_.:".utf8.contains(byte)
    }
    let made = isName && !encoding.isEmpty ? iconv_open("UTF-8", encoding) : nil
    guard let made, made != iconv_t(bitPattern: -1) else {
      throw Fault(code: "encoding", reason: "“\(encoding)” is not an encoding that is known here")
    }
    (self.encoding, descriptor) = (encoding, made)
  }

  deinit { iconv_close(descriptor) }

  /// Rewrites a block.
  ///
  /// - Throws: `Fault` with the byte that is not of the encoding.
  func rewrite(_ block: [UInt8]) throws(Fault) -> [UInt8] {
    var input = kept + block
    var text: [UInt8] = []
    var at = 0
    var reason: Int32 = 0
    while at < input.count {
      let room = max(64, 2 * (input.count - at))
      let total = input.count
      text += input.withUnsafeMutableBytes { bytes in
        [UInt8](unsafeUninitializedCapacity: room) { output, filled in
          var source = bytes.baseAddress?.advanced(by: at).assumingMemoryBound(to: CChar.self)
          var left = total - at
          var target = UnsafeMutableRawPointer(output.baseAddress)?
            .assumingMemoryBound(to: CChar.self)
          var free = room
          reason = iconv(descriptor, &source, &left, &target, &free) == -1 ? errno : 0
          at = total - left
          filled = room - free
        }
      }
      if reason == EILSEQ {
        throw Fault(code: "encoding", reason: "byte \(done + at + 1) is not of \(encoding)")
      }
      if reason == EINVAL { break }
    }
    done += at
    kept = Array(input[at...])
    return text
  }

  /// Ends.
  ///
  /// - Throws: `Fault` where the text ends within a character.
  func finish() throws(Fault) {
    guard kept.isEmpty else {
      throw Fault(code: "encoding", reason: "it ends within a character of \(encoding)")
    }
  }
}

/// Rewrites line ends that are carriage returns alone, outside quotes, as line feeds; every byte
/// keeps its place.
struct LineEnds {
  /// Whether a quote begins a part in which line ends are kept: in CSV.
  let hasQuotes: Bool
  private var isQuoted = false

  init(hasQuotes: Bool) { self.hasQuotes = hasQuotes }

  /// Rewrites a block.
  mutating func rewrite(_ block: [UInt8]) -> [UInt8] {
    var block = block
    for index in block.indices {
      if hasQuotes, block[index] == quote { isQuoted.toggle() }
      if block[index] == carriageReturn, !isQuoted { block[index] = lineFeed }
    }
    return block
  }
}
