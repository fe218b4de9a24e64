import Glibc

/// The memory of this process that `/proc/PID/cmdline` and `/proc/PID/environ` show.
package enum ProcessMemory {
  /// A part of it; the number is where its beginning is in `/proc/PID/stat` after the name:
  /// proc(5).
  package enum Area: Int {
    case arguments = 45
    case environment = 47
  }

  /// Lends an area to be overwritten; memory after its end may not belong to this process.
  ///
  /// - Returns: Whether the kernel reports its location.
  @discardableResult
  package static func withBytes(
    of area: Area,
    _ body: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Bool {
    guard let file = fopen("/proc/self/stat", "re") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = fread(&bytes, 1, bytes.count, file)
    // The name, in brackets, may hold anything.
    guard let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return false }
    let fields = bytes[(end + 1)..<count].split { $0 == 0x20 || $0 == 0x0A }
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count > area.rawValue + 1, let first = UInt(fields[area.rawValue]),
      let last = UInt(fields[area.rawValue + 1]), first > 0, last > first,
      let start = UnsafeMutableRawPointer(bitPattern: first)
    else { return false }
    body(UnsafeMutableRawBufferPointer(start: start, count: Int(last - first)))
    return true
  }

  /// Overwrites each connection string among this program's arguments that holds a password, so
  /// that `ps` no longer shows it; `CommandLine.arguments` keeps it.
  ///
  /// - Returns: Whether there was one. Others could read it until now.
  package static func hidePasswordArguments() -> Bool {
    // They are copied when they are first read.
    let words = CommandLine.arguments
    let secret = words.indices.filter { index in
      holdsPassword(words[index], after: index > 0 ? words[index - 1] : "")
    }
    guard !secret.isEmpty else { return false }
    withBytes(of: .arguments) { area in
      var start = 0
      for index in words.indices {
        let end = area[start...].firstIndex(of: 0) ?? area.count
        if secret.contains(index) {
          let from = words[index].hasPrefix("--") ? Array("--dsn=".utf8).count : 0
          for place in min(start + from, end)..<end { area[place] = UInt8(ascii: "x") }
        }
        start = min(end + 1, area.count)
      }
    }
    return true
  }

  /// Whether this program's arguments are UTF-8: `CommandLine.arguments` has U+FFFD where they are
  /// not.
  package static func hasTextArguments() -> Bool {
    guard CommandLine.arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      return true
    }
    var isText = true
    withBytes(of: .arguments) { isText = String(validating: $0, as: UTF8.self) != nil }
    return isText
  }

  /// Whether an argument is a connection string that holds a password, or may hold one: what libpq
  /// cannot read is not shown either.
  private static func holdsPassword(_ word: String, after option: String) -> Bool {
    let attached = "--dsn="
    if word.hasPrefix(attached) {
      return ConnectionInfo.mayHoldPassword(String(word.dropFirst(attached.count)))
    }
    let isAddress = word.hasPrefix("postgresql://") || word.hasPrefix("postgres://")
    let isConninfo = word.contains("password") && word.contains("=")
    return (isAddress || isConninfo || option == "--dsn") && ConnectionInfo.mayHoldPassword(word)
  }
}
