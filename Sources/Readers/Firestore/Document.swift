/// A document as an export holds it: an EntityProto of Datastore (`datastore_v3.proto` of
/// github.com/golang/appengine), whose field numbers are here as they do there.
struct Document {
  /// The deepest nesting read; Firestore itself allows 20.
  static let limitDepth = 64

  let path: DocumentPath
  let fields: [Value.Member]

  /// Reads a record of an export.
  ///
  /// - Throws: `Fault` of code `syntax`, `encoding` or `type`.
  init(_ bytes: ArraySlice<UInt8>) throws(Fault) {
    let key = try Key(record: bytes)
    path = key.path
    var reader = EntityReader(key: key)
    fields = try reader.fields(bytes, depth: 0)
    for field in fields where field.key.starts(with: "__".utf8) && field.key.count > 3 {
      guard field.key.suffix(2).elementsEqual("__".utf8) else { continue }
      let name = String(decoding: field.key, as: UTF8.self)
      throw Fault(code: "field", reason: "“\(name)” is not a valid field name")
    }
  }

  /// The name of a document.
  struct Key {
    /// The project, without the letters for the region that serves it.
    fileprivate(set) var project: ArraySlice<UInt8> = []
    fileprivate(set) var database: ArraySlice<UInt8> = []
    fileprivate(set) var path = DocumentPath(segments: [])

    /// Reads only the key of a record.
    init(record: ArraySlice<UInt8>) throws(Fault) {
      var reader = WireReader(record)
      while let (number, content) = try reader.next() {
        guard number == 13, case .bytes(let reference) = content else { continue }
        try read(reference, path: 14, element: 1, kind: 2, id: 3, name: 4)
        return
      }
      throw Fault(code: "syntax", reason: "a record is not a document: it has no key")
    }

    /// Reads a value that refers to a document; inside values the numbers are others.
    fileprivate init(reference: ArraySlice<UInt8>) throws(Fault) {
      try read(reference, path: nil, element: 14, kind: 15, id: 16, name: 17)
    }

    private mutating func read(
      _ reference: ArraySlice<UInt8>,
      path: UInt64?,
      element: UInt64,
      kind: UInt64,
      id: UInt64,
      name: UInt64
    ) throws(Fault) {
      var segments: [ArraySlice<UInt8>] = []
      var reader = WireReader(reference)
      while let (number, content) = try reader.next() {
        switch (number, content) {
        case (13, .bytes(let app)):
          let start = app.firstIndex(of: UInt8(ascii: "~")).map { $0 + 1 } ?? app.startIndex
          project = app[start...]
        case (23, .bytes(let text)): database = text
        case (path, .bytes(let inner)):
          var elements = WireReader(inner)
          while let (number, content) = try elements.next() {
            guard number == element, case .group(let group) = content else { continue }
            try Self.append(group, kind, id, name, to: &segments)
          }
        case (element, .group(let group)) where path == nil:
          try Self.append(group, kind, id, name, to: &segments)
        default: continue
        }
      }
      guard !segments.isEmpty else {
        throw Fault(code: "syntax", reason: "a key without a path")
      }
      for segment in segments where segment.isEmpty || segment.contains(UInt8(ascii: "/")) {
        throw Fault(
          code: "syntax",
          reason: "a key with a segment that is empty or contains a slash"
        )
      }
      for segment in segments + [project, database] { try requireUTF8(segment) }
      self.path = DocumentPath(segments: segments)
    }

    private static func append(
      _ group: ArraySlice<UInt8>,
      _ kind: UInt64,
      _ id: UInt64,
      _ name: UInt64,
      to segments: inout [ArraySlice<UInt8>]
    ) throws(Fault) {
      var collection: ArraySlice<UInt8>?
      var document: ArraySlice<UInt8>?
      var reader = WireReader(group)
      while let (number, content) = try reader.next() {
        switch (number, content) {
        case (kind, .bytes(let text)): collection = text
        case (name, .bytes(let text)): document = text
        case (id, .number(let value)):
          // Firestore's name for a numeric id of Datastore.
          document = Array("__id\(Int64(bitPattern: value))__".utf8)[...]
        default: continue
        }
      }
      guard let collection, let document else {
        throw Fault(code: "syntax", reason: "a key whose path lacks a collection or an id")
      }
      segments += [collection, document]
    }
  }
}

private func requireUTF8(_ text: ArraySlice<UInt8>) throws(Fault) {
  do {
    _ = try UTF8Span(validating: text.span)
  } catch {
    throw Fault(code: "encoding", reason: "text that is not UTF-8")
  }
}

/// Reads the fields of a document and of the maps in it.
private struct EntityReader {
  let key: Document.Key

  /// A property before those of its name are put together.
  private struct Property {
    var name: ArraySlice<UInt8> = []
    var meaning: UInt64 = 0
    var isElement = false
    var value: ArraySlice<UInt8> = []
  }

  /// Reads the properties of an entity, the indexed (14) and the others (15) in the file's order.
  mutating func fields(_ entity: ArraySlice<UInt8>, depth: Int) throws(Fault) -> [Value.Member] {
    guard depth <= Document.limitDepth else {
      throw Fault(code: "syntax", reason: "nested deeper than \(Document.limitDepth) levels")
    }
    var names: [ArraySlice<UInt8>] = []
    // The value, or the elements so far.
    var values: [(whole: Value?, items: [Value])] = []
    var places: [ArraySlice<UInt8>: Int] = [:]
    var reader = WireReader(entity)
    while let (number, content) = try reader.next() {
      guard number == 14 || number == 15 else { continue }
      guard case .bytes(let bytes) = content else {
        throw Fault(code: "syntax", reason: "an invalid property")
      }
      let property = try property(bytes)
      let value = try value(property, depth: depth)
      guard let place = places[property.name] else {
        places[property.name] = names.count
        names.append(property.name)
        values.append(property.isElement ? (nil, [value]) : (value, []))
        continue
      }
      guard property.isElement, values[place].whole == nil else {
        let name = String(decoding: property.name, as: UTF8.self)
        throw Fault(code: "syntax", reason: "the field “\(name)” occurs twice")
      }
      values[place].items.append(value)
    }
    return zip(names, values).map { Value.Member(key: $0, value: $1.whole ?? .array($1.items)) }
  }

  private func property(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Property {
    var property = Property()
    var isWhole = (name: false, value: false)
    var reader = WireReader(bytes)
    while let (number, content) = try reader.next() {
      switch (number, content) {
      case (1, .number(let meaning)): property.meaning = meaning
      case (3, .bytes(let name)): (property.name, isWhole.name) = (name, true)
      case (4, .number(let flag)): property.isElement = flag != 0
      case (5, .bytes(let value)): (property.value, isWhole.value) = (value, true)
      default: continue
      }
    }
    guard isWhole == (true, true) else {
      throw Fault(code: "syntax", reason: "a property that lacks its name or its value")
    }
    try requireUTF8(property.name)
    return property
  }

  private mutating func value(_ property: Property, depth: Int) throws(Fault) -> Value {
    var result: Value?
    var reader = WireReader(property.value)
    while let (number, content) = try reader.next() {
      guard result == nil else { throw fault(property, "has two values") }
      switch (number, content) {
      case (1, .number(let bits)):
        let number = Int64(bitPattern: bits)
        if property.meaning == 7, number == .min || number == .max {
          throw fault(property, "is not a valid time")
        }
        result = property.meaning == 7 ? .timestamp(number) : .int(number)
      case (2, .number(let flag)): result = .bool(flag != 0)
      case (3, .bytes(let bytes)): result = try text(bytes, property, depth: depth)
      case (4, .fixed(let bits)): result = .double(Double(bitPattern: bits))
      case (5, .group(let point)): result = try geopoint(point, property)
      case (12, .group(let reference)): result = try self.reference(reference)
      default: throw fault(property, "is of an unknown kind (\(number))")
      }
    }
    return result ?? (property.meaning == 24 ? .array([]) : .null)
  }

  private func fault(_ property: Property, _ problem: String) -> Fault {
    let name = String(decoding: property.name, as: UTF8.self)
    return Fault(code: "type", reason: "the field “\(name)” \(problem)")
  }

  private mutating func text(
    _ bytes: ArraySlice<UInt8>,
    _ property: Property,
    depth: Int
  ) throws(Fault) -> Value {
    switch property.meaning {
    case 14, 16: return .bytes(bytes)
    case 19:
      let members = try fields(bytes, depth: depth + 1)
      guard members.count == 1, let member = members.first else { return .map(members) }
      if member.key.elementsEqual("__vector__".utf8), let vector = vector(member.value) {
        return .vector(vector)
      }
      // In JSON an object with one key that begins with $ is a value that JSON has no form for.
      guard member.key.first == UInt8(ascii: "$") else { return .map(members) }
      let key = [UInt8(ascii: "$")] + member.key
      return .map([Value.Member(key: key[...], value: member.value)])
    default:
      try requireUTF8(bytes)
      return .string(bytes)
    }
  }

  private func vector(_ value: Value) -> [Double]? {
    guard case .array(let items) = value else { return nil }
    var numbers: [Double] = []
    for item in items {
      guard case .double(let number) = item else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private func geopoint(
    _ bytes: ArraySlice<UInt8>,
    _ property: Property
  ) throws(Fault) -> Value {
    var latitude: Double?
    var longitude: Double?
    var reader = WireReader(bytes)
    while let (number, content) = try reader.next() {
      switch (number, content) {
      case (6, .fixed(let bits)): latitude = Double(bitPattern: bits)
      case (7, .fixed(let bits)): longitude = Double(bitPattern: bits)
      default: continue
      }
    }
    guard let latitude, let longitude else { throw fault(property, "is an incomplete point") }
    return .geopoint(latitude: latitude, longitude: longitude)
  }

  /// The path of a document of the same database; of another one its whole name.
  private func reference(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Value {
    let target = try Document.Key(reference: bytes)
    if target.project == key.project, target.database == key.database {
      return .reference(target.path.text[...])
    }
    let database = target.database.isEmpty ? Array("(default)".utf8)[...] : target.database
    var name = Array("projects/".utf8)
    name += target.project
    name += "/databases/".utf8
    name += database
    name += "/documents/".utf8
    name += target.path.text
    return .reference(name[...])
  }
}
