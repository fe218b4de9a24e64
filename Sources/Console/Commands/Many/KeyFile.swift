import Catalog
import Glibc
import Host
import Outcome

/// A file of keys, one per line: `7` or `product:7`; empty lines and lines that begin with `#` are
/// skipped.
struct KeyFile {
  /// All of it.
  let text: String

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
    let bytes = try path == "-" ? Disk.drain(STDIN_FILENO) : Disk.file(path)
    try Task.checkCancellation()
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
