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
  /// What is not of the encoding: how many bytes, and the first of them.
  private var damaged = 0
  private var firstDamaged = 0
  /// The bytes of the smallest part of a character.
  private let unit: Int
  /// One byte in so many may not be of the encoding; more show that it is another one.
  private static let tolerance = 10
  /// Stands for what is not of the encoding; no UTF-8 has it, so that its record shows the fault.
  private static let damage: UInt8 = 0xFF

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
    let name = encoding.uppercased()
    unit = name.hasPrefix("UTF-16") ? 2 : name.hasPrefix("UTF-32") ? 4 : 1
  }

  deinit { iconv_close(descriptor) }

  /// Rewrites a block; what is not of the encoding becomes a byte that is not UTF-8.
  ///
  /// - Throws: `Fault` where the text is not of the encoding at all.
  func rewrite(_ block: [UInt8]) throws(Fault) -> [UInt8] {
    var input = kept + block
    var text: [UInt8] = []
    var at = 0
    var reason: Int32 = 0
    while at < input.count {
      let room = max(64, min(2 * (input.count - at), 1 << 16))
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
        if damaged == 0 { firstDamaged = done + at + 1 }
        let length = min(unit, input.count - at)
        damaged += length
        at += length
        text.append(Self.damage)
        if damaged > Chunk.usualBytes, isOther(of: done + at) { throw other }
      }
      if reason == EINVAL { break }
    }
    done += at
    kept = Array(input[at...])
    return text
  }

  private func isOther(of length: Int) -> Bool { damaged * Self.tolerance > length }

  private var other: Fault {
    Fault(code: "encoding", reason: "byte \(firstDamaged) is not of \(encoding)")
  }

  /// Ends.
  ///
  /// - Throws: `Fault` where the text ends within a character, or is not of the encoding.
  func finish() throws(Fault) {
    if isOther(of: done) { throw other }
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
