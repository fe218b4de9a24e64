// libyaml's events, and no package's composer over them: Yams' stops at the first repeated key,
// hashes keys through aliases, which a hostile file makes exponential, and brings all of Foundation
// in.
import CYaml

/// Turns the text of one YAML file into nodes; refuses what no manifest needs.
///
/// Anchors, aliases, tags, merge keys and further documents are refused: with them a small file can
/// expand to a huge one, or mean something other than it shows.
struct YAMLComposer: ~Copyable {
  /// The largest file read, in bytes.
  static let limitBytes = 8 << 20
  /// The deepest nesting of lists and mappings.
  static let limitDepth = 32

  private let file: String
  private var parser = yaml_parser_t()
  /// Repeated and unusable keys; they do not stop the reading.
  private(set) var findings: [Finding] = []

  private init(file: String) {
    self.file = file
    yaml_parser_initialize(&parser)
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
  }

  deinit {
    var parser = parser
    yaml_parser_delete(&parser)
  }

  /// Reads one file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - file: The name used in positions.
  /// - Returns: The document, nil if it cannot be read at all, and everything wrong with it.
  static func compose(_ bytes: [UInt8], file: String) -> (root: YAMLNode?, findings: [Finding]) {
    let start = Position(file: file, line: 1, column: 1)
    guard bytes.count <= limitBytes else {
      return (nil, [Finding(start, "the file is larger than \(limitBytes) bytes")])
    }
    var composer = YAMLComposer(file: file)
    do {
      let root = try bytes.withUnsafeBufferPointer { buffer in
        yaml_parser_set_input_string(&composer.parser, buffer.baseAddress, buffer.count)
        return try composer.document(of: bytes)
      }
      return (root, composer.findings)
    } catch let finding as Finding {
      return (nil, composer.findings + [finding])
    } catch {
      return (nil, composer.findings + [Finding(start, "\(error)")])
    }
  }

  private mutating func document(of bytes: [UInt8]) throws(Finding) -> YAMLNode {
    _ = try next(bytes)  // stream start
    guard case .other(YAML_DOCUMENT_START_EVENT, _) = try next(bytes) else {
      throw Finding(Position(file: file, line: 1, column: 1), "the file is empty")
    }
    let root = try node(from: next(bytes), bytes, depth: 0)
    _ = try next(bytes)  // document end
    if case .other(YAML_DOCUMENT_START_EVENT, let position) = try next(bytes) {
      throw Finding(position, "a second document begins here; a manifest must be one document")
    }
    return root
  }

  /// One event, its C memory already restored.
  private enum Event {
    case scalar(Position, text: String, isPlain: Bool)
    case sequenceStart(Position)
    case mappingStart(Position)
    case other(yaml_event_type_t, Position)
  }

  private mutating func next(_ bytes: [UInt8]) throws(Finding) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(&parser, &event) == 1 else { throw syntaxFinding(bytes) }
    defer { yaml_event_delete(&event) }
    let position = position(of: event.start_mark)
    switch event.type {
    case YAML_ALIAS_EVENT:
      throw Finding(position, "aliases (*name) are not supported in a manifest; repeat the value")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      try refuse(scalar.anchor, scalar.tag, at: position)
      let text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
        as: UTF8.self
      )
      if text.unicodeScalars.contains("\0") {
        throw Finding(position, "a text cannot hold the character U+0000")
      }
      return .scalar(
        position,
        text: text,
        isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE
      )
    case YAML_SEQUENCE_START_EVENT:
      try refuse(event.data.sequence_start.anchor, event.data.sequence_start.tag, at: position)
      return .sequenceStart(position)
    case YAML_MAPPING_START_EVENT:
      try refuse(event.data.mapping_start.anchor, event.data.mapping_start.tag, at: position)
      return .mappingStart(position)
    default:
      return .other(event.type, position)
    }
  }

  private func refuse(
    _ anchor: UnsafeMutablePointer<UInt8>?,
    _ tag: UnsafeMutablePointer<UInt8>?,
    at position: Position
  ) throws(Finding) {
    if anchor != nil { throw Finding(position, "anchors (&name) are not supported in a manifest") }
    if tag != nil { throw Finding(position, "tags (!name) are not supported in a manifest") }
  }

  private mutating func node(
    from event: Event,
    _ bytes: [UInt8],
    depth: Int
  ) throws(Finding) -> YAMLNode {
    switch event {
    case .scalar(let position, let text, let isPlain):
      return YAMLNode(position: position, content: .scalar(text: text, isPlain: isPlain))
    case .sequenceStart(let position):
      try checkDepth(depth, at: position)
      var items: [YAMLNode] = []
      while true {
        let event = try next(bytes)
        if case .other(YAML_SEQUENCE_END_EVENT, _) = event { break }
        items.append(try node(from: event, bytes, depth: depth + 1))
      }
      return YAMLNode(position: position, content: .sequence(items))
    case .mappingStart(let position):
      try checkDepth(depth, at: position)
      return YAMLNode(position: position, content: .mapping(try entries(bytes, depth: depth)))
    case .other(let type, let position):
      throw Finding(position, "unexpected YAML (event \(type.rawValue))")
    }
  }

  private mutating func entries(
    _ bytes: [UInt8],
    depth: Int
  ) throws(Finding) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var seen: [String: Position] = [:]
    while true {
      let event = try next(bytes)
      if case .other(YAML_MAPPING_END_EVENT, _) = event { return entries }
      guard case .scalar(let position, let key, _) = event else {
        throw Finding(
          try node(from: event, bytes, depth: depth + 1).position,
          "a key must be a word"
        )
      }
      let value = try node(from: next(bytes), bytes, depth: depth + 1)
      if let first = seen[key] {
        findings.append(
          Finding(position, "key “\(key)” occurs twice (first in line \(first.line))")
        )
      } else {
        seen[key] = position
        entries.append(YAMLNode.Entry(key: key, position: position, value: value))
      }
    }
  }

  private func checkDepth(_ depth: Int, at position: Position) throws(Finding) {
    if depth >= Self.limitDepth {
      throw Finding(position, "nested deeper than \(Self.limitDepth) levels")
    }
  }

  private func position(of mark: yaml_mark_t) -> Position {
    Position(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  /// The error of libyaml, at the position where it stopped.
  private func syntaxFinding(_ bytes: [UInt8]) -> Finding {
    let problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
    guard parser.error == YAML_READER_ERROR else {
      let context = parser.context.map { " " + String(cString: $0) } ?? ""
      return Finding(position(of: parser.problem_mark), "broken YAML: \(problem)\(context)")
    }
    let before = bytes.prefix(parser.problem_offset)
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    return Finding(
      Position(file: file, line: line, column: column),
      "broken YAML: \(problem)"
    )
  }
}
