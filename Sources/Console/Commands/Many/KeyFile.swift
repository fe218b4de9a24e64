import Catalog
import Glibc
import Postgres

/// A file of keys, one a line: `7` or `product:7`; an empty line or one that begins with `#` is
/// none.
struct KeyFile {
  /// The most bytes.
  private static let limitBytes = 64 << 20

  private let text: String

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: ``Failure`` where it cannot be read, is longer than 64 MiB, or is no text.
  init(_ path: String, _ options: ConsoleOptions) throws {
    guard path != "-" || !options.commands.isEmpty || options.scriptPath.map({ $0 != "-" }) == true
    else {
      throw Failure(
        .usage,
        "standard input provides the commands",
        hint: "Name a file, or run it with `-c`."
      )
    }
    let file = path == "-" ? dup(0) : Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure.system("cannot read \(path)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure.system("cannot read \(path)") }
      if count == 0 { break }
      bytes += buffer[..<count]
      try Task.checkCancellation()
      guard bytes.count <= Self.limitBytes else {
        throw Failure(.failed, "\(path) is longer than 64 MiB")
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw Failure(.failed, "\(path) is not UTF-8 text")
    }
    self.text = text
  }

  /// The keys, which are all of one collection.
  func keys(of collection: CatalogCollection) -> [String] {
    let heads = ["\(collection.name):", "\(collection.path):"]
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      var key = line.drop(while: \.isWhitespace)
      while let last = key.last, last.isWhitespace { key.removeLast() }
      if key.isEmpty || key.hasPrefix("#") { return nil }
      if let head = heads.first(where: { key.hasPrefix($0) }) { key = key.dropFirst(head.count) }
      return String(key)
    }
  }
}
