/// The beginning of a file, and what can be recognized in it.
package struct SourceHead: Sendable {
  /// The structure of a JSON text.
  package enum Structure: Equatable {
    /// One value after the other.
    case values
    case array
    /// One object that holds collections.
    case tree
    /// The same, of Firestore's documents.
    case collections
    /// Sign-in accounts.
    case accounts
  }

  private static let usualBytes = 1 << 20

  /// The first bytes, without a byte order mark.
  package let bytes: ArraySlice<UInt8>
  /// Whether that is all of it.
  package let isWhole: Bool
  /// nil for other texts than JSON.
  let structure: Structure?
  /// The file.
  let file: SourceFile

  /// Looks at a file.
  package init(_ file: SourceFile) throws {
    var start = try file.read(at: 0, count: Self.usualBytes)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start.removeFirst(3) }
    bytes = start[...]
    isWhole = file.bytes <= Self.usualBytes
    self.file = file
    structure =
      switch bytes.first(where: { $0 > 32 }) {
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "{"): try Self.structure(file, bytes)
      default: nil
      }
  }

  /// Returns the structure of a text that begins with an object.
  private static func structure(
    _ file: SourceFile,
    _ bytes: ArraySlice<UInt8>
  ) throws -> Structure {
    let look = try RootLook(file)
    if look.hasAccounts { return .accounts }
    let text = bytes.drop { $0 <= 32 }
    let line = text.prefix { $0 != lineFeed }
    // The first of several objects is one line. An object with an error is reported by its line.
    let next = text.dropFirst(line.count).first { $0 > 32 }
    let isOpen = line.last { $0 > 32 }.map { "{[,:".utf8.contains($0) } ?? false
    if next == UInt8(ascii: "{"), !isOpen { return .values }
    if try lines(file) { return .values }
    if look.layout != nil { return .collections }
    if line.count < text.count, next != nil { return .tree }
    return try TreeShape(file, end: RootLook.limitBytes).isTree ? .tree : .values
  }

  /// Whether another value follows the first one; nothing longer than a record is looked for.
  private static func lines(_ file: SourceFile) throws -> Bool {
    var stream = try JSONStream(file, end: min(file.bytes, 2 * Chunk.limitBytes))
    var nothing: [UInt8] = []
    do {
      _ = try stream.peek()
      _ = try stream.take(into: &nothing, limit: nil)
      return try stream.peek() != nil
    } catch is JSONStream.Broken {
      return false
    }
  }
}
