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
  /// The first record of JSON; nil where it is not whole in `bytes`, or no object.
  package let first: [Value.Member]?

  /// Looks at a file.
  package init(_ file: SourceFile) throws {
    var start = try file.read(at: 0, count: Self.usualBytes)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start.removeFirst(3) }
    bytes = start[...]
    isWhole = file.bytes <= Self.usualBytes
    switch bytes.first(where: { $0 > 32 }) {
    case UInt8(ascii: "["):
      structure = .array
      first = try Self.record(file, isItem: true)
    case UInt8(ascii: "{"):
      first = try Self.record(file, isItem: false)
      structure = try Self.structure(file, bytes, first)
    default: (structure, first) = (nil, nil)
    }
  }

  /// Reads the first record; nil where it is none.
  private static func record(_ file: SourceFile, isItem: Bool) throws -> [Value.Member]? {
    var stream = try JSONStream(file)
    do {
      _ = try stream.peek()
      if isItem {
        try stream.enter()
        guard try stream.step() else { return nil }
      }
      var text: [UInt8] = []
      guard try stream.take(into: &text, limit: usualBytes),
        case .map(let members) = try JSONParser.parse(text[...])
      else { return nil }
      return members
    } catch is JSONStream.Broken {
      return nil
    } catch is Fault {
      return nil
    }
  }

  /// Returns the structure of a text that begins with an object.
  private static func structure(
    _ file: SourceFile,
    _ bytes: ArraySlice<UInt8>,
    _ first: [Value.Member]?
  ) throws -> Structure {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let text = bytes.drop { $0 <= 32 }
    let line = text.prefix { $0 != lineFeed }
    if head.prefix(64).contains("\"__collections__\"") { return .collections }
    if head.contains("\"users\""), head.contains("\"localId\""), head.contains("[") {
      return .accounts
    }
    // The first of several objects is one line. An object with an error is reported by its line.
    let next = text.dropFirst(line.count).first { $0 > 32 }
    if next == UInt8(ascii: "{") { return .values }
    if line.count < text.count, next != nil { return try lines(file) ? .values : .tree }
    if first == nil || next == nil {
      if try lines(file) { return .values }
      return try TreeShape(file, end: usualBytes).isTree ? .tree : .values
    }
    return .values
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
