/// Recognizes accounts and documents of Firestore by the beginning of a text that is one object.
struct RootLook {
  /// Where the documents of a Firestore backup are.
  enum Layout: Equatable {
    /// Collections under the key for them, in the root and in documents.
    case root
    /// Collections by name, each with its documents by id.
    case collections
    /// The documents of one collection by id.
    case collection
    /// One document.
    case document
  }

  /// How much is looked at.
  static let limitBytes = 4 << 20
  private static let limitDepth = 64
  private static let collectionsKey = Array("__collections__".utf8)
  private static let datatypeKey = Array("__datatype__".utf8)
  private static let secondsKey = Array("_seconds".utf8)
  private static let nanosecondsKey = Array("_nanoseconds".utf8)

  /// Whether the root holds an array of sign-in accounts.
  private(set) var hasAccounts = false
  /// Whether documents name their collections.
  private(set) var hasCollections = false
  /// How many values stand for one that JSON has no form for.
  private(set) var typed = 0
  /// Where the documents are, taking for granted that there are some.
  private(set) var documents = Layout.root
  /// Where the documents are; nil where nothing shows that these are any.
  var layout: Layout? { hasCollections || typed > 0 ? documents : nil }

  /// An object or array that was entered, and what is known of its values.
  private struct Level {
    let isArray: Bool
    /// Whether it holds the collections of a document.
    let isFrame: Bool
    var count = 0
    var hasFrame = false
    var hasDatatype = false
    var times = 0
    /// Values that make an object a document: scalars, arrays, and what stands for a scalar.
    var fields = 0
    var documents = 0
    var collections = 0

    var isTyped: Bool { !isArray && count == 2 && (hasDatatype || times == 2) }
    var isDocument: Bool { !isArray && (fields > 0 || hasFrame) }
    var isCollection: Bool { !isArray && !isDocument && documents > 0 }
  }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - file: The text.
  ///   - always: Whether the layout of documents is wanted though nothing shows any.
  /// - Throws: `Failure` where the file cannot be read.
  init(_ file: SourceFile, always: Bool = false) throws {
    hasAccounts = try Self.hasAccounts(file)
    guard try !hasAccounts && (always || Self.hasWords(file)) else { return }
    var stream = try JSONStream(file, end: min(file.bytes, Self.limitBytes))
    var levels: [Level] = []
    do {
      guard try stream.peek() == UInt8(ascii: "{") else { return }
      try stream.enter()
      levels.append(Level(isArray: false, isFrame: false))
      while !levels.isEmpty { try look(&stream, &levels) }
    } catch is JSONStream.Broken {
      // The first part of a longer text, or of one that is damaged further on.
      while !levels.isEmpty { leave(&levels) }
    }
  }

  /// Whether an object has an array of accounts under its key for them.
  private static func hasAccounts(_ file: SourceFile) throws -> Bool {
    var stream = try JSONStream(file, end: min(file.bytes, limitBytes))
    var nothing: [UInt8] = []
    do {
      guard try stream.peek() == UInt8(ascii: "{") else { return false }
      try stream.enter()
      while try stream.step() {
        guard stream.key.elementsEqual("users".utf8), try stream.peek() == UInt8(ascii: "[") else {
          _ = try stream.take(into: &nothing, limit: nil)
          continue
        }
        try stream.enter()
        // A damaged account does not hide the others.
        var count = 0
        while count < 1000, try stream.step() {
          count += 1
          guard try stream.peek() == UInt8(ascii: "{") else {
            _ = try stream.take(into: &nothing, limit: nil)
            continue
          }
          try stream.enter()
          var hasID = false
          while try stream.step() {
            if stream.key.elementsEqual("localId".utf8) { hasID = true }
            _ = try stream.take(into: &nothing, limit: nil)
          }
          if hasID { return true }
        }
        return false
      }
    } catch is JSONStream.Broken {}
    return false
  }

  /// Whether a text has one of the keys anywhere, be it in a string: what has none needs no look.
  private static func hasWords(_ file: SourceFile) throws -> Bool {
    let bytes = try file.read(at: 0, count: limitBytes)
    let span = bytes.span
    var at = 0
    while let found = span.firstIndex(of: UInt8(ascii: "_"), from: at) {
      at = found + 1
      if found == 0 || bytes[found - 1] != quote { continue }
      let rest = bytes[found...]
      if [collectionsKey, datatypeKey, secondsKey].contains(where: rest.starts(with:)) {
        return true
      }
    }
    return false
  }

  private mutating func look(_ stream: inout JSONStream, _ levels: inout [Level]) throws {
    let last = levels.count - 1
    guard try stream.step() else { return leave(&levels) }
    levels[last].count += 1
    let first = try stream.peek()
    var isFrame = false
    if !levels[last].isArray {
      if stream.key.elementsEqual(Self.datatypeKey), first == quote {
        levels[last].hasDatatype = true
      }
      let isTime =
        stream.key.elementsEqual(Self.secondsKey)
        || stream.key.elementsEqual(Self.nanosecondsKey)
      if isTime, let first, first == UInt8(ascii: "-") || (48...57).contains(first) {
        levels[last].times += 1
      }
      if stream.key.elementsEqual(Self.collectionsKey), first == UInt8(ascii: "{") {
        isFrame = true
        levels[last].hasFrame = true
        hasCollections = true
      }
    }
    let isArray = first == UInt8(ascii: "[")
    if isArray || first == UInt8(ascii: "{"), levels.count < Self.limitDepth {
      try stream.enter()
      levels.append(Level(isArray: isArray, isFrame: isFrame))
      return
    }
    var nothing: [UInt8] = []
    _ = try stream.take(into: &nothing, limit: nil)
    levels[last].fields += 1
  }

  private mutating func leave(_ levels: inout [Level]) {
    let level = levels.removeLast()
    if level.isTyped { typed += 1 }
    guard !levels.isEmpty else {
      documents =
        if level.hasFrame {
          level.count > 1 ? .document : .root
        } else if level.fields > 0 {
          .document
        } else {
          level.documents >= level.collections ? .collection : .collections
        }
      return
    }
    if level.isFrame { return }
    let last = levels.count - 1
    if level.isArray || level.isTyped {
      levels[last].fields += 1
    } else if level.isDocument {
      levels[last].documents += 1
    } else if level.isCollection {
      levels[last].collections += 1
    }
  }
}
