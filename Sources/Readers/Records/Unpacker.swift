internal import CZlib
internal import CZstd

/// The compression of a file, recognized by its first bytes.
package enum Packing: String, Sendable {
  case gzip, zstd

  /// How many bytes show a packing.
  static let headBytes = 4

  /// Recognizes a packing; nil where the bytes are not packed.
  package init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippable(bytes) {
      self = .zstd
    } else {
      return nil
    }
  }

  /// Whether a frame begins that holds no data, as before those that `pzstd` writes.
  private static func isSkippable(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    return first >> 4 == 5 && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }

  /// Returns what unpacks it.
  func unpacker() throws(Fault) -> any Unpacker {
    switch self {
    case .gzip: try Gunzip()
    case .zstd: try Unzstd()
    }
  }
}

/// Unpacks a stream, a block at a time, in constant memory.
protocol Unpacker: AnyObject {
  /// Whether the packed data may end here.
  var isEnded: Bool { get }

  /// Unpacks a block, into parts of at most `Chunk.usualBytes`.
  ///
  /// - Throws: `Fault` where the data are damaged; whatever `sink` throws.
  func unpack(_ bytes: [UInt8], into sink: ([UInt8]) throws -> Void) throws
}

/// Unpacks gzip, several members too.
private final class Gunzip: Unpacker {
  private var stream = z_stream()
  private(set) var isEnded = false

  init() throws(Fault) {
    guard czlib_begin(&stream) == Z_OK else {
      throw Fault(code: "syntax", reason: "gzip cannot be unpacked here")
    }
  }

  deinit { inflateEnd(&stream) }

  func unpack(_ bytes: [UInt8], into sink: ([UInt8]) throws -> Void) throws {
    var at = 0
    while at < bytes.count {
      if isEnded {
        guard inflateReset(&stream) == Z_OK else { throw damage }
        isEnded = false
      }
      var status = Z_OK
      var used = 0
      let made = bytes[at...].withUnsafeBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: Chunk.usualBytes) { output, filled in
          stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          stream.avail_in = UInt32(input.count)
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          status = inflate(&stream, Z_NO_FLUSH)
          used = input.count - Int(stream.avail_in)
          filled = output.count - Int(stream.avail_out)
          stream.next_in = nil
          stream.next_out = nil
        }
      }
      at += used
      if !made.isEmpty { try sink(made) }
      switch status {
      case Z_STREAM_END: isEnded = true
      case Z_OK where used > 0 || !made.isEmpty: continue
      default: throw damage
      }
    }
  }

  private var damage: Fault { Fault(code: "syntax", reason: "its gzip data are damaged") }
}

/// Unpacks zstd, several frames too.
private final class Unzstd: Unpacker {
  /// A window of 64 MiB at most: `zstd --ultra` and `--long` may ask for more.
  private static let windowLog: Int32 = 26

  private let stream: OpaquePointer
  private(set) var isEnded = false

  init() throws(Fault) {
    guard let made = ZSTD_createDCtx() else {
      throw Fault(code: "syntax", reason: "zstd cannot be unpacked here")
    }
    stream = made
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLog)
  }

  deinit { ZSTD_freeDCtx(stream) }

  func unpack(_ bytes: [UInt8], into sink: ([UInt8]) throws -> Void) throws {
    var at = 0
    var isFull = false
    while at < bytes.count || isFull {
      var status = 0
      var used = 0
      let made = bytes[at...].withUnsafeBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: Chunk.usualBytes) { output, filled in
          var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
          var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
          status = ZSTD_decompressStream(stream, &target, &source)
          (used, filled) = (source.pos, target.pos)
        }
      }
      at += used
      isFull = made.count == Chunk.usualBytes
      if !made.isEmpty { try sink(made) }
      guard ZSTD_isError(status) == 0 else {
        let reason = String(cString: ZSTD_getErrorName(status))
        throw Fault(code: "syntax", reason: "its zstd data cannot be unpacked: \(reason)")
      }
      if used > 0 || !made.isEmpty { isEnded = status == 0 }
    }
  }
}
