import Catalog

/// Reads the records of one tree of JSON, or of several trees, a chunk at a time.
///
/// Each record's text is a tree of its own that holds nothing else, so that it can be corrected and
/// read again. Records inside a record are taken out of it.
struct TreeReader: Sendable {
  /// An object or array that was entered.
  private struct Level {
    let places: [Int]
    let isArray: Bool
    var count = 0
    /// Whether the record that is open last began here.
    var isRecord = false
    /// Whether its values belong to the record that is open last.
    var isInRecord = false
    /// Whether its values belong to no record, and whether one of them was not a container.
    var isRest = false
    var isMixed = false
    /// Whether it is left out where nothing of it belongs to the record.
    var isThinned = false
    /// Why its records cannot be read: the key that leads to them is damaged.
    var fault: Fault?
    /// Length of the record before it.
    var restart = 0
    /// Lengths of path and wrapper before it.
    let segments: Int
    let wrapper: Int
    let frames: Int
  }

  private struct OpenRecord {
    var text: [UInt8]
    let offset: Int
    var isOver = false
    /// Why it cannot be read, where that shows already.
    var fault: Fault?
  }

  private var stream: JSONStream
  private let plan: TreePlan
  private let isWrapped: Bool
  private var levels: [Level] = []
  private var open: [OpenRecord] = []
  private var segments: [ArraySlice<UInt8>] = []
  private var pattern: [String] = []
  /// The same with an id, once it was needed.
  private var idPattern: [String]?
  /// The text that leads to the current value, and the number of brackets that it opens.
  private var wrapper: [UInt8] = []
  private var frames = 0
  private var payload: [UInt8] = []
  private var found: [(frame: Frame, path: DocumentPath, offset: Int)] = []
  /// Whether a text was begun.
  private var isRead = false
  private var broken: JSONStream.Broken?
  /// Why the key of the value that comes next cannot be read; nil where it can.
  private var keyFault: Fault?

  /// Begins before the first record; the texts of wrapped records contain their locations.
  ///
  /// - Parameters:
  ///   - file: The text.
  ///   - plan: Where its records are.
  ///   - root: The path that its root has: names and ids by turns.
  ///   - isWrapped: Whether records' texts contain their locations.
  ///   - block: How much is read at once.
  /// - Throws: `Failure` where the file cannot be read.
  init(
    _ file: SourceFile,
    plan: TreePlan,
    root: [ArraySlice<UInt8>] = [],
    isWrapped: Bool = true,
    block: Int = JSONStream.blockBytes
  ) throws {
    stream = try JSONStream(file, block: block)
    self.plan = plan
    self.isWrapped = isWrapped
    segments = root
    pattern = DocumentPath(segments: root).pattern
  }

  /// Reads the next records.
  ///
  /// - Returns: nil at the end.
  /// - Throws: `JSONStream.Broken` where the text is no JSON; what came before was returned.
  mutating func next() throws -> Chunk? {
    payload = []
    payload.reserveCapacity(Chunk.usualBytes + Chunk.usualBytes / 8)
    found.removeAll(keepingCapacity: true)
    do {
      // Records that are dropped have no bytes, but paths.
      while broken == nil, payload.count < Chunk.usualBytes, found.count < 1 << 14 {
        if levels.isEmpty {
          guard let first = try stream.peek() else { break }
          guard !isRead || first == UInt8(ascii: "{") && plan.tellsRest else {
            throw stream.broken("text after the JSON")
          }
          isRead = true
          try value([0], key: nil, of: nil)
        } else if try stream.step() {
          try member()
        } else {
          leave()
        }
      }
    } catch let error as JSONStream.Broken {
      broken = error
    }
    // The records before the fault are returned first; the fault is thrown next time.
    if found.isEmpty, let broken { throw broken }
    guard !found.isEmpty else { return nil }
    var chunk = Chunk(bytes: payload, isUTF8: false)
    chunk.encoding = stream.file.content?.encoding
    for record in found { chunk.append(record.frame, record.path, offset: record.offset, line: 1) }
    chunk.nextOffset = stream.offset
    return chunk
  }

  private mutating func member() throws {
    let last = levels.count - 1
    let key =
      levels[last].isArray ? Array(String(levels[last].count).utf8)[...] : stream.key
    levels[last].count += 1
    let places = plan.below(levels[last].places, key)
    guard let fault = stream.keyFault else { return try value(places, key: key, of: last) }
    if places.isEmpty, !levels[last].isInRecord, !levels[last].isRest, plan.tellsRest,
      let broken = stream.brokenKey
    {
      // A damaged name may be that of a collection, whose records would all be missed.
      throw broken
    }
    keyFault = fault
    defer { keyFault = nil }
    if places.isEmpty, levels[last].isInRecord {
      let record = open.count - 1
      open[record].fault = open[record].fault ?? fault
    }
    // Paths are UTF-8; the record's text keeps the key as it is.
    try value(
      places,
      key: Array(String(decoding: key, as: UTF8.self).utf8)[...],
      of: last
    )
  }

  /// Why a record of the value that comes next cannot be read, where that shows already.
  private var fault: Fault? { keyFault ?? levels.last?.fault }

  /// The text of the key of the value that comes next, in quotes; one that is damaged as it is.
  private func quoted(_ key: ArraySlice<UInt8>) -> [UInt8] {
    if keyFault != nil { return [quote] + stream.key + [quote] }
    var text: [UInt8] = []
    JSON.append(key, to: &text)
    return text
  }

  /// Reads the value that comes next; a value without a key is a whole text.
  private mutating func value(
    _ places: [Int],
    key: ArraySlice<UInt8>?,
    of parent: Int?
  ) throws {
    let first = try stream.peek()
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isRecord = places.contains { plan.nodes[$0].isRecord }
    let isDeep = places.contains { plan.nodes[$0].isDeep }
    let isInRecord = parent.map { levels[$0].isInRecord } ?? false
    if places.contains(where: { plan.nodes[$0].isDropped }) {
      thin(parent)
      let offset = stream.offset
      _ = try stream.take(into: &payload, limit: nil)
      return emit(key, places, Frame(range: payload.count..<payload.count, next: 0), offset)
    }
    if isRecord, !(isDeep && isContainer) {
      thin(parent)
      return try record(key, places)
    }
    if isDeep, isContainer { return try enter(places, key, isRecord, parent) }
    if isInRecord { return try append(key, parent) }
    if first == UInt8(ascii: "n") || !plan.tellsRest {
      var text: [UInt8] = []
      let offset = stream.offset
      _ = try stream.take(into: &text, limit: plan.tellsRest ? 5 : 0)
      if text != Array("null".utf8), plan.tellsRest { emitRest(key, offset) }
      return
    }
    guard let parent else {
      // A text that is one scalar.
      let offset = stream.offset
      _ = try stream.take(into: &payload, limit: nil)
      return emitRest(key, offset)
    }
    let offset = stream.offset
    if levels[parent].isRest {
      _ = try stream.take(into: &payload, limit: nil)
      if isContainer { emitRest(key, offset) } else { levels[parent].isMixed = true }
    } else if isContainer {
      try enter([], key, false, parent)
      levels[levels.count - 1].isRest = true
    } else {
      _ = try stream.take(into: &payload, limit: nil)
      emitRest(key, offset)
    }
  }

  /// Takes a value out of a record; in an array the others keep their indexes.
  private mutating func thin(_ parent: Int?) {
    guard let parent, levels[parent].isInRecord, levels[parent].isArray else { return }
    write(Array("null".utf8), separated: true)
  }

  /// Takes a whole record.
  private mutating func record(_ key: ArraySlice<UInt8>?, _ places: [Int]) throws {
    let offset = stream.offset
    let start = payload.count
    var brackets = 0
    if isWrapped {
      payload += wrapper
      brackets = frames
      if let key {
        if keyFault == nil {
          Self.append(key, to: &payload)
        } else {
          payload += beginning(key)
        }
        brackets += 1
      }
    }
    let value = payload.count
    let isWhole = try stream.take(into: &payload, limit: Chunk.limitBytes)
    if payload.count - value == 4, payload[value...].elementsEqual("null".utf8) {
      payload.removeLast(payload.count - start)
      return
    }
    close(start, brackets, isWhole: isWhole, fault, key, places, offset)
  }

  /// Ends a record's text, and passes it on.
  private mutating func close(
    _ start: Int,
    _ brackets: Int,
    isWhole: Bool,
    _ fault: Fault?,
    _ key: ArraySlice<UInt8>?,
    _ places: [Int],
    _ offset: Int
  ) {
    var fault = fault
    if isWhole {
      payload += [UInt8](repeating: UInt8(ascii: "}"), count: brackets)
    } else {
      let kept = min(payload.count - start, Chunk.keptBytes + 1)
      payload.removeLast(payload.count - start - kept)
      fault = Fault(code: "length", reason: "longer than \(Chunk.limitBytes) bytes")
    }
    emit(
      key,
      places,
      Frame(range: start..<payload.count, next: payload.count, fault: fault),
      offset
    )
  }

  /// Writes the beginning of an object up to its first value.
  static func append(_ key: ArraySlice<UInt8>, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "{"))
    JSON.append(key, to: &text)
    text.append(UInt8(ascii: ":"))
  }

  /// The same of the value that comes next, whose key may be damaged.
  private func beginning(_ key: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8(ascii: "{")] + quoted(key) + [UInt8(ascii: ":")]
  }

  private mutating func enter(
    _ places: [Int],
    _ key: ArraySlice<UInt8>?,
    _ isRecord: Bool,
    _ parent: Int?
  ) throws {
    let isInRecord = parent.map { levels[$0].isInRecord } ?? false
    var level = Level(
      places: places,
      isArray: try stream.peek() == UInt8(ascii: "["),
      isRecord: isRecord,
      isInRecord: isRecord || isInRecord,
      segments: segments.count,
      wrapper: wrapper.count,
      frames: frames
    )
    level.fault = fault
    if isRecord {
      thin(parent)
      var text = isWrapped ? wrapper : []
      if isWrapped, let key { text += beginning(key) }
      open.append(OpenRecord(text: text, offset: stream.offset, fault: fault))
    } else if isInRecord {
      level.restart = open[open.count - 1].text.count
      // It leads to records: left empty, it is no field.
      level.isThinned = true
      writeKey(key, parent)
    }
    if level.isInRecord { write([level.isArray ? UInt8(ascii: "[") : UInt8(ascii: "{")]) }
    if let key {
      if isWrapped {
        wrapper += beginning(key)
        frames += 1
      }
      push(key, places)
    }
    try stream.enter()
    levels.append(level)
  }

  private mutating func leave() {
    let level = levels.removeLast()
    let bracket = [level.isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")]
    if level.isRecord {
      write(bracket)
      let record = open.removeLast()
      let start = payload.count
      payload += record.text
      // The path is still the record's own.
      close(
        start,
        frames,
        isWhole: !record.isOver,
        record.fault,
        nil,
        level.places,
        record.offset
      )
    } else if level.isInRecord {
      let last = open[open.count - 1].text.last
      let isEmpty = last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
      let parent = levels.count - 1
      if level.isThinned, isEmpty, !open[open.count - 1].isOver, !levels[parent].isArray {
        open[open.count - 1].text.removeLast(open[open.count - 1].text.count - level.restart)
      } else {
        write(bracket)
      }
    } else if level.isRest, level.isMixed || level.count == 0 {
      emitRest(nil, stream.offset)
    }
    segments.removeLast(segments.count - level.segments)
    pattern.removeLast(pattern.count - level.segments)
    idPattern = nil
    wrapper.removeLast(wrapper.count - level.wrapper)
    frames = level.frames
  }

  /// Adds a value to the record that is open last.
  private mutating func append(_ key: ArraySlice<UInt8>?, _ parent: Int?) throws {
    writeKey(key, parent)
    let last = open.count - 1
    let room = open[last].isOver ? nil : Chunk.limitBytes - open[last].text.count
    if try !stream.take(into: &open[last].text, limit: room) { open[last].isOver = true }
  }

  private mutating func writeKey(_ key: ArraySlice<UInt8>?, _ parent: Int?) {
    write([], separated: true)
    guard let key, let parent, !levels[parent].isArray else { return }
    write(quoted(key) + [UInt8(ascii: ":")])
  }

  private mutating func write(_ text: [UInt8], separated: Bool = false) {
    let last = open.count - 1
    if open[last].text.count + text.count + 1 > Chunk.limitBytes { open[last].isOver = true }
    if open[last].isOver { return }
    let before = open[last].text.last
    if separated, before != UInt8(ascii: "{"), before != UInt8(ascii: "[") {
      open[last].text.append(UInt8(ascii: ","))
    }
    open[last].text += text
  }

  private mutating func push(_ key: ArraySlice<UInt8>, _ places: [Int]) {
    idPattern = nil
    switch role(of: places) {
    case .frame: return
    case .id: pattern.append("{}")
    case .name: pattern.append(String(decoding: key, as: UTF8.self))
    }
    segments.append(key)
  }

  private func role(of places: [Int]) -> TreePlan.Role {
    places.first.map { plan.nodes[$0].role } ?? .name
  }

  private mutating func emit(
    _ key: ArraySlice<UInt8>?,
    _ places: [Int],
    _ frame: Frame,
    _ offset: Int
  ) {
    var path = (segments: segments, pattern: pattern)
    if let key {
      switch role(of: places) {
      case .frame: break
      case .id:
        path.segments.append(key)
        // Records of one collection have one pattern.
        if idPattern == nil { idPattern = pattern + ["{}"] }
        path.pattern = idPattern ?? []
      case .name:
        path.segments.append(key)
        path.pattern.append(String(decoding: key, as: UTF8.self))
      }
    }
    found.append((frame, DocumentPath(segments: path.segments, pattern: path.pattern), offset))
  }

  /// Reports a value that belongs to no record: its path ends as an id.
  private mutating func emitRest(_ key: ArraySlice<UInt8>?, _ offset: Int) {
    var path = DocumentPath(segments: segments, pattern: pattern)
    if let key {
      let isRest = levels.last?.isRest == true
      let name = isRest ? "{}" : String(decoding: key, as: UTF8.self)
      path = DocumentPath(segments: segments + [key], pattern: pattern + [name])
    }
    found.append((Frame(range: payload.count..<payload.count, next: 0), path, offset))
  }
}
