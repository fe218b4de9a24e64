import Readers

/// Statistics of a collection's records, in memory that does not grow with their number.
struct CollectionProfile: Sendable {
  /// One step from a record to a value in it.
  enum Step: Hashable, Sendable {
    case field([UInt8])
    /// Any item of an array.
    case item
  }

  /// A field of the record, or of a value in it.
  struct Field: Sendable {
    /// From the record.
    let path: [Step]
    fileprivate(set) var profile = FieldProfile()
    fileprivate var fields: [ArraySlice<UInt8>: Int] = [:]
    fileprivate var items: Int?
  }

  /// The most fields distinguished, of all and of one map.
  private static let limitFields = 500
  private static let limitKeys = 100
  /// The most fields of which it is found out whether a value is there twice.
  private static let limitDistinct = 16

  /// A collection's path with `{}` for ids; a file's name.
  let name: String
  /// Segments of the collection's path.
  let path: [String]
  private(set) var records = 0
  /// Records whose id contains its time of creation.
  private(set) var dated = 0
  /// Values of fields that were too many to be distinguished.
  private(set) var passedOver = 0
  /// The record itself comes first; its fields in the order in which they were met.
  private var nodes = [Field(path: [])]

  /// Begins without records.
  init(name: String, path: [String]) {
    self.name = name
    self.path = path
  }

  /// Describes records that need not be read, by the fields that all of them have.
  init(name: String, path: [String], records: Int, fields: [String]) {
    self.init(name: name, path: path)
    self.records = records
    for field in fields { _ = node(of: Array(field.utf8)[...], in: 0) }
  }

  /// Every field that was met, each before those in it.
  var fields: [Field] {
    var fields: [Field] = []
    func add(_ node: Int) {
      if node > 0 { fields.append(nodes[node]) }
      for inner in nodes[node].fields.values.sorted() { add(inner) }
      if let items = nodes[node].items { add(items) }
    }
    add(0)
    return fields
  }

  /// Takes a record into account, and the last part of its path.
  mutating func add(_ members: [Value.Member], id: ArraySlice<UInt8>? = nil) {
    records += 1
    if id.flatMap(PushID.time) != nil { dated += 1 }
    add(members, at: 0)
  }

  private mutating func add(_ members: [Value.Member], at parent: Int) {
    for member in members {
      guard let node = node(of: member.key, in: parent) else {
        passedOver += 1
        continue
      }
      add(member.value, at: node)
    }
  }

  private mutating func add(_ value: Value, at node: Int) {
    // Where records have a path, no field has to be their key.
    nodes[node].profile.add(value, tracksDistinct: path.isEmpty && node <= Self.limitDistinct)
    switch value {
    case .map(let members): add(members, at: node)
    case .array(let items) where !items.isEmpty:
      let place: Int
      if let known = nodes[node].items {
        place = known
      } else {
        guard nodes.count < Self.limitFields else {
          passedOver += items.count
          return
        }
        place = nodes.count
        nodes.append(Field(path: nodes[node].path + [.item]))
        nodes[node].items = place
      }
      for item in items { add(item, at: place) }
    default: break
    }
  }

  private mutating func node(of key: ArraySlice<UInt8>, in parent: Int) -> Int? {
    if let node = nodes[parent].fields[key] { return node }
    // A map may have other keys in every record.
    let isFull = parent > 0 && nodes[parent].fields.count >= Self.limitKeys
    guard nodes.count < Self.limitFields, !isFull else { return nil }
    let key = Array(key)
    nodes.append(Field(path: nodes[parent].path + [.field(key)]))
    nodes[parent].fields[key[...]] = nodes.count - 1
    return nodes.count - 1
  }

  /// How many records, or maps, could have had a field and had not.
  func absent(_ field: Field) -> Int {
    let parent = field.path.dropLast()
    guard field.path.last != .item else { return 0 }
    let holders = parent.isEmpty ? records : self.field(Array(parent))?.profile.kinds["map"] ?? 0
    return holders - field.profile.count
  }

  /// Returns the field at a path.
  func field(_ path: [Step]) -> Field? {
    var node = 0
    for step in path {
      switch step {
      case .field(let key):
        guard let next = nodes[node].fields[key[...]] else { return nil }
        node = next
      case .item:
        guard let next = nodes[node].items else { return nil }
        node = next
      }
    }
    return nodes[node]
  }
}

extension CollectionProfile.Field {
  /// The path as mappings write it: a name, or a JSON pointer; `[]` stands for an array's items.
  var text: [UInt8] {
    if case .field(let name) = path[0], path.count == 1, name.first != UInt8(ascii: "/") {
      return name.elementsEqual(TreeRecord.valueKey.utf8) ? Array("$value".utf8) : name
    }
    var text: [UInt8] = []
    for step in path {
      switch step {
      case .item: text += Array("[]".utf8)
      case .field(let name):
        text.append(UInt8(ascii: "/"))
        for byte in name {
          switch byte {
          case UInt8(ascii: "~"): text += Array("~0".utf8)
          case UInt8(ascii: "/"): text += Array("~1".utf8)
          default: text.append(byte)
          }
        }
      }
    }
    return text
  }
}
