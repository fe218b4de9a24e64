import Outcome

/// The text of a file that is packed, of another encoding, or of standard input: rewritten into a
/// temporary file, so that it is known to be whole before anything of it is used.
package struct Content: Sendable {
  /// The file that holds the text.
  package let file: TemporaryFile
  /// Its length.
  package let bytes: Int
  /// A digest of it: FNV-1a.
  let digest: UInt64
  /// The encoding that it was rewritten from; nil for UTF-8.
  let encoding: String?
  /// How it was found, such as `gzip` or `UTF-16`, outermost first.
  package let layers: [String]

  /// How many times longer a packed file may become, and the length up to which it may do so freely.
  private static let limitRatio = 100
  private static let freeBytes = 256 << 20

  /// Rewrites a file.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - encoding: Its encoding; nil to find out.
  ///   - isStream: Whether it cannot be read twice, and so is kept whatever it is.
  ///   - next: Returns the next bytes, none at the end.
  /// - Returns: nil where the file is UTF-8 as it is.
  /// - Throws: `Failure`.
  static func rewritten(
    _ name: String,
    encoding: String?,
    isStream: Bool,
    next: () throws -> [UInt8]
  ) throws -> Content? {
    var rewriter = Rewriter(encoding: encoding)
    do {
      var first = try next()
      // A pipe gives what is there: as little as a byte.
      while first.count < Packing.headBytes {
        let more = try next()
        if more.isEmpty { break }
        first += more
      }
      rewriter.unpacker = try Packing(first[...]).map { packing in
        rewriter.layers.append(packing.rawValue)
        return try packing.unpacker()
      }
      if rewriter.unpacker == nil, !isStream {
        try rewriter.look(at: first, isWhole: first.count < Chunk.usualBytes)
        if rewriter.isPlain { return nil }
      }
      var block = first
      while !block.isEmpty {
        try rewriter.add(block)
        block = try next()
      }
      return try rewriter.finish()
    } catch let fault as Fault {
      throw Failure(.failed, "\(name) cannot be read: \(fault.reason)")
    }
  }

  /// Takes the file through its layers.
  private struct Rewriter {
    let encoding: String?
    var unpacker: (any Unpacker)?
    var layers: [String] = []
    private var transcoder: Transcoder?
    private var lineEnds: LineEnds?
    private var isSeen = false
    private var packed = 0
    private var unpacked = 0
    private var pending: [UInt8] = []
    private var file: TemporaryFile?
    private var bytes = 0
    private var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    init(encoding: String?) { self.encoding = encoding }

    /// Whether nothing has to be rewritten.
    var isPlain: Bool { transcoder == nil && lineEnds == nil }

    mutating func add(_ block: [UInt8]) throws {
      packed += block.count
      guard let unpacker else { return try text(block) }
      try unpacker.unpack(block) { made in
        unpacked += made.count
        guard unpacked <= max(Content.freeBytes, Content.limitRatio * packed) else {
          throw Fault(
            code: "length",
            reason: "it becomes more than \(Content.limitRatio) times as long when it is unpacked; "
              + "unpack it yourself if that is meant"
          )
        }
        try text(made)
      }
    }

    /// Takes unpacked bytes: the first of them show how the text is written.
    private mutating func text(_ block: [UInt8]) throws {
      if isSeen { return try write(block) }
      pending += block
      guard pending.count >= Chunk.usualBytes else { return }
      try begin(isWhole: false)
    }

    private mutating func begin(isWhole: Bool) throws {
      let start = pending
      pending = []
      try look(at: start, isWhole: isWhole)
      try write(start)
    }

    /// Finds out how the text is written by its first bytes.
    mutating func look(at bytes: [UInt8], isWhole: Bool) throws {
      guard !isSeen else { return }
      isSeen = true
      let name = encoding ?? TextEncoding.guess(bytes[...])
      if let name, !TextEncoding.isUTF8(name) {
        transcoder = try Transcoder(name)
        layers.append(name)
      }
      let head = try transcoder.map { _ in try Transcoder(name ?? "").rewrite(bytes) } ?? bytes
      guard !head.contains(lineFeed), head.contains(carriageReturn) else { return }
      let first = head.first { $0 > 32 }
      // In one value of JSON line ends mean nothing.
      if first == UInt8(ascii: "[") { return }
      lineEnds = LineEnds(hasQuotes: first != UInt8(ascii: "{"))
      layers.append("line ends of CR")
    }

    private mutating func write(_ block: [UInt8]) throws {
      var text = try transcoder?.rewrite(block) ?? block
      if lineEnds != nil { text = lineEnds?.rewrite(text) ?? text }
      let file = try file ?? TemporaryFile()
      self.file = file
      try file.write(text, at: bytes)
      bytes += text.count
      digest = text.withUnsafeBufferPointer { bytes in
        bytes.reduce(digest) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      }
    }

    mutating func finish() throws -> Content {
      if let unpacker, !unpacker.isEnded {
        throw Fault(code: "syntax", reason: "it is packed and ends too early")
      }
      if !isSeen { try begin(isWhole: true) }
      try transcoder?.finish()
      return Content(
        file: try file ?? TemporaryFile(),
        bytes: bytes,
        digest: digest,
        encoding: transcoder?.encoding,
        layers: layers
      )
    }
  }
}

/// Recognizes the encoding of a text.
enum TextEncoding {
  /// Returns the encoding that the first bytes show, nil for UTF-8 or where they show none.
  static func guess(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a byte order mark: every other byte is 0, but for a few.
    let head = Array(bytes.prefix(64))
    guard head.count >= 4, head.count.isMultiple(of: 2) else { return nil }
    let zeros = head.indices.filter { head[$0] == 0 }
    guard zeros.count * 8 >= head.count * 3 else { return nil }
    let odd = zeros.count { !$0.isMultiple(of: 2) }
    if odd * 8 >= zeros.count * 7 { return "UTF-16LE" }
    return odd * 8 <= zeros.count ? "UTF-16BE" : nil
  }

  /// Whether a name is one of UTF-8.
  static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8"].contains(name.lowercased())
  }
}
