import Host
import Outcome
import Prompt
import Synchronization

/// The command of the admin's own machine that fetches pictures: a program and its arguments, in
/// which `{}` stands for the value that names a picture.
///
/// It comes from `set` or the startup file, never from the database, and runs without a shell. What
/// names a picture is a stranger's: it is a part of one argument, and can be no option.
struct PictureSource: Sendable {
  /// The most bytes of a picture.
  static let limit = 32_000_000
  private static let nameLimit = 4096

  private let words: [String]

  /// Reads a command line.
  ///
  /// - Throws: ``Failure`` of kind usage where it names no program, or does not say where the name
  ///   goes.
  init(_ line: String) throws(Failure) {
    words = Prompt.words(of: line).words.map(\.text)
    guard let program = words.first, program.hasPrefix("/"),
      words.dropFirst().contains(where: { $0.contains("{}") })
    else {
      throw Failure(
        .usage,
        "`\(String(line.prefix(60)))` fetches no picture",
        hint: "Write a program's whole path and its arguments, {} for what names a picture: "
          + "`/usr/bin/curl -fsS https://photos.example/{}`."
      )
    }
  }

  /// Fetches a picture.
  ///
  /// - Parameter name: The value that names it.
  /// - Returns: Whatever the command wrote.
  /// - Throws: ``Failure`` where the name could be more than one, or the command fails.
  func fetch(_ name: String) async throws -> [UInt8] {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    let climbs = name.split(separator: "/").contains("..")
    guard !name.hasPrefix("-"), isPlain, !climbs, name.utf8.count <= Self.nameLimit else {
      throw Failure(
        .failed,
        "“\(String(name.prefix(60)))” does not name a picture",
        hint: "What begins with -, climbs by .. or has control characters is given to no command."
      )
    }
    let fetched = FetchedBytes()
    let problem: String?
    do {
      problem = try await PipedProgram.read(
        [words[0]] + words.dropFirst().map { $0.replacing("{}", with: name) },
        timeout: .seconds(30),
        isConfined: false
      ) { fetched.add($0) }
    } catch let error as SubprocessError {
      throw Failure(.failed, "the picture cannot be fetched: \(error.description)")
    }
    if let problem {
      throw Failure(.failed, "the picture cannot be fetched: \(words[0]): \(problem)")
    }
    return try fetched.whole()
  }
}

/// The output of a command so far, up to a limit.
private final class FetchedBytes: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  /// Takes more; false where that is too much.
  func add(_ more: ArraySlice<UInt8>) -> Bool {
    bytes.withLock { bytes in
      if bytes.count <= PictureSource.limit { bytes += more }
      return bytes.count <= PictureSource.limit
    }
  }

  /// All of it.
  ///
  /// - Throws: ``Failure`` where it was too much.
  func whole() throws -> [UInt8] {
    let bytes = bytes.withLock { $0 }
    guard bytes.count <= PictureSource.limit else {
      throw Failure(
        .failed,
        "the picture has more than \(PictureSource.limit / 1_000_000) MB, so it was not fetched whole"
      )
    }
    return bytes
  }
}
