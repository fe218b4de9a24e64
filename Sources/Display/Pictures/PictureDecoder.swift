import Glibc
import Host
import Outcome
import Synchronization

/// Decodes a stranger's bytes with a program of Debian's for each format, in a process that may use
/// little memory and time and write no file; this program reads nothing but points.
package final class PictureDecoder: Sendable {
  /// A format: the first bytes of its files, and their decoder.
  private struct Format: Sendable {
    let name: SafeText
    /// The program, and its arguments.
    let words: [String]
    let package: SafeText
    let begins: @Sendable ([UInt8]) -> Bool
  }

  private static let formats = [
    Format(name: "JPEG", words: ["djpeg", "-pnm"], package: "libjpeg-turbo-progs") {
      $0.starts(with: [0xFF, 0xD8, 0xFF])
    },
    Format(name: "PNG", words: ["pngtopam", "-mix"], package: "netpbm") {
      $0.starts(with: [0x89, 0x50, 0x4E, 0x47])
    },
    Format(name: "GIF", words: ["giftopnm"], package: "netpbm") { $0.starts(with: "GIF8".utf8) },
    Format(name: "WebP", words: ["dwebp", "-quiet", "-ppm", "-o", "-", "--", "-"], package: "webp")
    {
      $0.starts(with: "RIFF".utf8) && $0.dropFirst(8).starts(with: "WEBP".utf8)
    },
  ]

  /// The limits of a decoder's process: bytes of memory, seconds of CPU time, no file.
  private static let limits = ["--as=1000000000", "--cpu=20", "--fsize=0", "--core=0"]

  private let reader: Mutex<PixmapReader>

  private init(within frame: (width: Int, height: Int)) {
    reader = Mutex(PixmapReader(within: frame))
  }

  /// Decodes a picture, to fit a frame.
  ///
  /// - Throws: ``Failure`` where it is none, has too many points, or needs too much to decode.
  package static func decode(
    _ bytes: [UInt8],
    within frame: (width: Int, height: Int)
  ) async throws -> Raster {
    guard let format = formats.first(where: { $0.begins(bytes) }) else {
      throw Failure(
        .failed,
        "what came is no picture that can be drawn",
        hint: "JPEG, PNG, GIF and WebP can be."
      )
    }
    guard let limiter = path(of: "prlimit"), let decoder = path(of: format.words[0]) else {
      throw Failure(
        .failed,
        "no program here decodes \(format.name)",
        hint: "Debian's package \(format.package) has \(format.words[0])."
      )
    }
    let orientation = Orientation(jpeg: bytes)
    let isTurned = orientation?.isTurned == true
    let picture = PictureDecoder(within: isTurned ? (frame.height, frame.width) : frame)
    let problem: String?
    do {
      problem = try await PipedProgram.read(
        [limiter] + limits + ["--", decoder] + format.words.dropFirst(),
        bytes,
        timeout: .seconds(20),
        isConfined: true
      ) { bytes in picture.reader.withLock { $0.take(bytes) } }
    } catch let error as SubprocessError {
      throw Failure(.failed, "the picture cannot be decoded: \(error.description)")
    }
    let reader = picture.reader.withLock { $0 }
    if let raster = reader.raster { return raster.turned(orientation) }
    if case .tooLarge(let width, let height) = reader.problem {
      throw Failure(
        .failed,
        "the picture is \(width) × \(height) points, too many to draw",
        hint: "At most \(PixmapReader.limit / 1_000_000) million are drawn, and 65,535 a side."
      )
    }
    throw Failure(
      .failed,
      "the picture is damaged, or needs too much to decode: \(problem ?? "it ends early")"
    )
  }

  /// Where a program is; nil where it is not installed.
  private static func path(of program: String) -> String? {
    ["/usr/bin", "/usr/local/bin", "/bin"].map { "\($0)/\(program)" }
      .first { access($0, X_OK) == 0 }
  }
}
