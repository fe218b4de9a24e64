import Catalog

/// Documents of Firestore as backup scripts of Node write them: one tree, collections under
/// `__collections__`, values that JSON has no form for under `__datatype__`.
struct NodeSource: TreeSource {
  static let format = "firestore-json"
  static let title = "Firestore backups in JSON (__collections__)"
  static let traits = SourceTraits(hasCollections: true, hasPairs: true)

  var reader: TreeReader?
  var isBroken = false
  let file: SourceFile

  init(_ input: SourceInput) throws { file = try input.file }

  func begin() throws -> TreeReader { try TreeReader(file, plan: .collections) }

  static func begins(_ head: SourceHead) -> Bool { head.structure == .collections }

  static func frames(of path: DocumentPath) -> [ArraySlice<UInt8>] {
    path.segments.enumerated().flatMap { index, segment in
      index.isMultiple(of: 2) ? [TreePlan.collectionsKey[...], segment] : [segment]
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
      var typedMembers: [Value.Member] = []
      for member in members {
        typedMembers.append(Value.Member(key: member.key, value: try typed(member.value)))
      }
      return .escaped(typedMembers)
    default: return value
    }
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
        let nanoseconds = (inner.value("_nanoseconds") ?? inner.value("nanoseconds"))?.integer,
        (0..<1_000_000_000).contains(nanoseconds),
        let time = Value.timestamp(seconds: seconds, microseconds: nanoseconds / 1000)
      else { throw Fault(code: "type", reason: "an invalid timestamp") }
      guard nanoseconds.isMultiple(of: 1000) else {
        throw Fault(code: "type", reason: "a timestamp with fractions of a microsecond")
      }
      return time
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
