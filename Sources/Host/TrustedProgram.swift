import CSpawn
import Glibc

/// A program that may be run, held open: its file and, where it is a script, its interpreters.
///
/// The file that was checked is the one that is run, by its descriptor.
package struct TrustedProgram: ~Copyable {
  /// The program, or the interpreter of a script.
  package let file: TrustedFile
  /// Its arguments, an interpreter's own before those of the script.
  package let argv: [String]

  /// Opens a program with everything that its words make run.
  ///
  /// Words that name a file are looked at as well where it is a script of an interpreter's, the
  /// first that names one, or executable.
  ///
  /// - Parameters:
  ///   - words: The program's path and its arguments.
  ///   - directory: Where it starts, for words that are relative paths.
  /// - Throws: `FileRefusal`.
  package init(argv words: [String], directory: String) throws(FileRefusal) {
    var argv = words
    var file = try TrustedFile(words[0])
    var isInterpreter = Self.isInterpreter(words[0])
    for _ in 0..<Self.scriptLimit {
      guard let line = try Self.interpreter(of: file) else { break }
      argv[0] = file.path
      argv = line + argv
      file = try TrustedFile(line[0])
      // The script is known; the words after it are its data.
      isInterpreter = false
    }
    for word in words.dropFirst() where !word.isEmpty {
      let path = word.hasPrefix("/") ? word : "\(directory)/\(word)"
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let isExecutable = status.st_mode & 0o111 != 0
      guard isInterpreter || isExecutable else { continue }
      isInterpreter = false
      _ = try TrustedFile(path)
    }
    self.file = file
    self.argv = argv
  }

  /// Limit of nested interpreters, as in the kernel.
  private static let scriptLimit = 5

  /// The words of a script's first line; nil where it is none.
  private static func interpreter(of file: borrowing TrustedFile) throws(FileRefusal) -> [String]? {
    guard file.reading >= 0 else { return nil }
    let begin = try file.read(limitBytes: 256)
    guard begin.starts(with: "#!".utf8) else { return nil }
    let line = begin.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    // The kernel takes all after the interpreter as one word.
    let words = String(decoding: line, as: UTF8.self)
      .split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
      .map { $0.trimmingBlanks }
      .filter { !$0.isEmpty }
    guard let path = words.first, path.hasPrefix("/") else {
      throw FileRefusal("cannot find the interpreter of", file.path, ENOEXEC)
    }
    return words
  }

  /// Whether a program runs the file that its first words name.
  private static func isInterpreter(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.prefix { !$0.isNumber && $0 != "." && $0 != "-" }
    return [
      "sh", "ash", "bash", "dash", "ksh", "mksh", "zsh", "fish", "busybox", "python", "pypy",
      "perl",
      "ruby", "node", "nodejs", "deno", "bun", "php", "lua", "luajit", "tclsh", "java", "Rscript",
      "env", "awk", "gawk", "mawk", "sed", "make", "psql", "xargs",
    ].contains(String(stem))
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate var trimmingBlanks: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let rest = self.drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(rest[...last])
  }
}
