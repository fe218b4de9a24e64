import Catalog

/// Documents of Firestore as backup scripts of Node write them.
///
/// They are one tree: collections under `__collections__`, values that JSON has no form for under
/// `__datatype__`. Of one collection or document, and from some scripts, the tree begins with the collection's documents, the
/// document's fields, or the collections' names.
struct NodeSource: TreeSource {
  static let format = "firestore-json"
  static let title = "Firestore backups in JSON (__collections__)"
  static let traits = SourceTraits(hasCollections: true, hasPairs: true)

  var reader: TreeReader?
  var isOver = false
  let file: SourceFile
  /// Where its documents are.
  private let layout: RootLook.Layout
  /// What the collection is called whose documents, or whose document, the file is.
  private var name: ArraySlice<UInt8>
  /// What the file is called, without its endings.
  private let stem: ArraySlice<UInt8>

  init(_ input: SourceInput) throws {
    file = try input.file
    layout = try RootLook(file, always: true).documents
    let last = file.path.split(separator: "/").last.map(String.init) ?? ""
    let word = last.prefix { $0 != "." && $0 != " " }
    stem = DocumentPath.segment(word.isEmpty ? "document" : String(word))
    name = layout == .document ? Array("documents".utf8)[...] : stem
  }

  func begin() throws -> TreeReader {
    try TreeReader(file, plan: .documents(layout), root: root)
  }

  /// The path of the root of the tree.
  private var root: [ArraySlice<UInt8>] {
    switch layout {
    case .root, .collections: []
    case .collection: [name]
    case .document: [name, stem]
    }
  }

  static func begins(_ head: SourceHead) -> Bool { head.structure == .collections }

  static func reason(_ head: SourceHead) throws -> String? {
    let look = try RootLook(head.file)
    let what: String
    switch look.layout {
    case nil, .root: return nil
    case .collections: what = "collections by name"
    case .collection: what = "the documents of one collection"
    case .document: what = "one document"
    }
    let why =
      look.typed > 0
      ? "values such as {\"__datatype__\": …} or {\"_seconds\": …} stand for times"
      : "documents name their collections"
    return "read as \(format), \(what), because \(why); --format \(RealtimeSource.format) keeps "
      + "them as maps"
  }

  static func wordOfValues(elsewhere other: any RecordSource.Type) -> (([UInt8]) -> Bool)? {
    guard other == RealtimeSource.self else { return nil }
    return { $0.elementsEqual("__datatype__".utf8) || $0.elementsEqual("_nanoseconds".utf8) }
  }

  // A later backup may be another file: the collection is called as in the mapping.
  mutating func select(_ records: [DocumentPattern], drop: [DocumentPattern]) {
    let names = Set(
      records.compactMap { pattern -> String? in
        guard case .name(let name) = pattern.segments.first else { return nil }
        return name
      }
    )
    if names.count == 1, let only = names.first { name = Array(only.utf8)[...] }
  }

  func frames(of path: DocumentPath) -> [ArraySlice<UInt8>] {
    path.segments.enumerated().dropFirst(root.count).flatMap {
      index,
      segment -> [ArraySlice<UInt8>] in
      let isFramed = index.isMultiple(of: 2) && !(index == 0 && layout == .collections)
      return isFramed ? [TreePlan.collectionsKey[...], segment] : [segment]
    }
  }

  static func value(_ text: ArraySlice<UInt8>) throws(Fault) -> Value {
    try typed(try JSONParser.parse(text))
  }

  /// Reads what stands for values that JSON has no form for.
  private static func typed(_ value: Value) throws(Fault) -> Value {
    switch value {
    case .array(let items):
      var typedItems: [Value] = []
      for item in items { typedItems.append(try typed(item)) }
      return .array(typedItems)
    case .map(let members):
      if let type = members.value("__datatype__") { return try typed(members, as: type) }
      if members.count == 2, let value = try bare(members) { return value }
      var typedMembers: [Value.Member] = []
      for member in members {
        typedMembers.append(Value.Member(key: member.key, value: try typed(member.value)))
      }
      return .escaped(typedMembers)
    default: return value
    }
  }

  /// Reads what stands for a time or a place without saying so; nil for any other map.
  private static func bare(_ members: [Value.Member]) throws(Fault) -> Value? {
    if let seconds = members.value("_seconds")?.integer,
      let nanoseconds = members.value("_nanoseconds")?.integer
    {
      return try time(seconds, nanoseconds)
    }
    if let latitude = members.value("_latitude")?.number,
      let longitude = members.value("_longitude")?.number
    {
      return .geopoint(latitude: latitude, longitude: longitude)
    }
    return nil
  }

  private static func time(_ seconds: Int64, _ nanoseconds: Int64) throws(Fault) -> Value {
    guard (0..<1_000_000_000).contains(nanoseconds),
      let time = Value.timestamp(seconds: seconds, microseconds: nanoseconds / 1000)
    else { throw Fault(code: "type", reason: "an invalid timestamp") }
    guard nanoseconds.isMultiple(of: 1000) else {
      throw Fault(code: "type", reason: "a timestamp with fractions of a microsecond")
    }
    return time
  }

  private static func typed(_ members: [Value.Member], as type: Value) throws(Fault) -> Value {
    let value = members.value("value") ?? .null
    var inner: [Value.Member] = []
    if case .map(let members) = value { inner = members }
    guard members.count == 2, case .string(let name) = type else {
      throw Fault(code: "type", reason: "an invalid __datatype__")
    }
    switch String(decoding: name, as: UTF8.self) {
    case "timestamp":
      guard let seconds = (inner.value("_seconds") ?? inner.value("seconds"))?.integer,
        let nanoseconds = (inner.value("_nanoseconds") ?? inner.value("nanoseconds"))?.integer
      else { throw Fault(code: "type", reason: "an invalid timestamp") }
      return try time(seconds, nanoseconds)
    case "geopoint":
      guard let latitude = (inner.value("_latitude") ?? inner.value("latitude"))?.number,
        let longitude = (inner.value("_longitude") ?? inner.value("longitude"))?.number
      else { throw Fault(code: "type", reason: "an invalid geopoint") }
      return .geopoint(latitude: latitude, longitude: longitude)
    case "documentReference":
      guard case .string(let path) = value else {
        throw Fault(code: "type", reason: "an invalid reference")
      }
      return .reference(path)
    default:
      throw Fault(
        code: "type",
        reason: "the __datatype__ “\(String(decoding: name, as: UTF8.self))” is unknown"
      )
    }
  }
}
