/// A binary property list, read object by object: no depth or length of it costs anything.
struct BinaryPropertyList {
  /// An object; those in it are named by their numbers.
  enum Object: Equatable {
    case other
    case bool(Bool)
    case int(Int)
    case string(String)
    case data([UInt8])
    /// A number that stands for an object of an archive.
    case uid(Int)
    case array([Int])
    case dictionary([(key: Int, value: Int)])

    static func == (left: Object, right: Object) -> Bool {
      switch (left, right) {
      case (.string(let left), .string(let right)): left == right
      case (.int(let left), .int(let right)): left == right
      default: false
      }
    }
  }

  /// The longest array and dictionary that are read.
  private static let limitItems = 1 << 17
  private static let limitMembers = 1 << 12

  private let bytes: [UInt8]
  private let offsetBytes: Int
  private let referenceBytes: Int
  private let count: Int
  private let table: Int
  /// The outermost object.
  let root: Int

  /// Reads where the objects are; nil for what is no property list.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: "bplist00".utf8), bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    offsetBytes = Int(bytes[trailer + 6])
    referenceBytes = Int(bytes[trailer + 7])
    func number(_ at: Int) -> Int? {
      bytes[at..<(at + 8)].reduce(Optional(0)) { sum, byte in
        sum.flatMap { $0 < 1 << 47 ? $0 << 8 | Int(byte) : nil }
      }
    }
    guard let count = number(trailer + 8), let root = number(trailer + 16),
      let table = number(trailer + 24), (1...8).contains(offsetBytes),
      (1...8).contains(referenceBytes), table <= trailer,
      count <= (trailer - table) / offsetBytes, root < count
    else { return nil }
    (self.count, self.root, self.table) = (count, root, table)
  }

  /// Returns an object; `other` for what is damaged, or of a kind that no use is made of.
  subscript(_ index: Int) -> Object {
    guard (0..<count).contains(index),
      let at = number(table + index * offsetBytes, offsetBytes), at < table
    else { return .other }
    let kind = bytes[at] >> 4
    let low = Int(bytes[at] & 15)
    switch kind {
    case 0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .other
    case 1: return number(at + 1, 1 << low).map { .int($0) } ?? .other
    case 8: return number(at + 1, low + 1).map { .uid($0) } ?? .other
    case 4, 5, 6, 10, 13:
      guard let (length, start) = length(low, at) else { return .other }
      if kind == 4 {
        guard length <= table - start else { return .other }
        return .data(Array(bytes[start..<(start + length)]))
      }
      if kind == 5 {
        guard length <= table - start else { return .other }
        return .string(String(decoding: bytes[start..<(start + length)], as: UTF8.self))
      }
      if kind == 6 {
        guard length <= (table - start) / 2 else { return .other }
        let units = (0..<length).map { index in
          UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
        }
        return .string(String(decoding: units, as: UTF16.self))
      }
      guard length <= (kind == 13 ? Self.limitMembers : Self.limitItems) else { return .other }
      let total = kind == 13 ? 2 * length : length
      guard total <= (table - start) / referenceBytes else { return .other }
      let references = (0..<total).map {
        number(start + $0 * referenceBytes, referenceBytes) ?? count
      }
      guard kind == 13 else { return .array(references) }
      return .dictionary((0..<length).map { (references[$0], references[length + $0]) })
    default: return .other
    }
  }

  private func length(_ low: Int, _ at: Int) -> (Int, Int)? {
    guard low == 15 else { return (low, at + 1) }
    guard at + 1 < table, bytes[at + 1] >> 4 == 1 else { return nil }
    let size = 1 << Int(bytes[at + 1] & 15)
    return number(at + 2, size).map { ($0, at + 2 + size) }
  }

  private func number(_ at: Int, _ size: Int) -> Int? {
    guard at >= 0, (1...8).contains(size), at + size <= bytes.count else { return nil }
    let value = bytes[at..<(at + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}

/// An archive that NSKeyedArchiver wrote.
struct KeyedArchive {
  private let list: BinaryPropertyList
  private let objects: [Int]
  /// The archive's outermost object.
  let root: Int

  /// Opens an archive; nil for what is none.
  init?(_ bytes: [UInt8]) {
    guard let list = BinaryPropertyList(bytes),
      case .dictionary(let head) = list[list.root],
      let place = head.first(where: { list[$0.key] == .string("$objects") })?.value,
      case .array(let objects) = list[place],
      let top = head.first(where: { list[$0.key] == .string("$top") })?.value,
      case .dictionary(let tops) = list[top], let first = tops.first,
      case .uid(let root) = list[first.value]
    else { return nil }
    (self.list, self.objects, self.root) = (list, objects, root)
  }

  private func object(_ uid: Int) -> BinaryPropertyList.Object {
    objects.indices.contains(uid) ? list[objects[uid]] : .other
  }

  /// Returns what an object has under a name: the number of an object, or a plain value.
  private func member(_ name: String, of uid: Int) -> BinaryPropertyList.Object {
    guard case .dictionary(let members) = object(uid),
      let found = members.first(where: { list[$0.key] == .string(name) })
    else { return .other }
    return list[found.value]
  }

  /// Returns the object that another has under a name.
  func reference(_ name: String, of uid: Int) -> Int? {
    if case .uid(let found) = member(name, of: uid) { found } else { nil }
  }

  /// Returns a text, whichever class holds it.
  func text(_ name: String, of uid: Int) -> String? {
    switch member(name, of: uid) {
    case .string(let text): return text
    case .uid(let inner):
      if case .string(let text) = object(inner) { return text == "$null" ? nil : text }
      if case .string(let text) = member("NS.string", of: inner) { return text }
      return nil
    default: return nil
    }
  }

  /// Returns a number.
  func int(_ name: String, of uid: Int) -> Int? {
    switch member(name, of: uid) {
    case .int(let number): number
    case .uid(let inner): if case .int(let number) = object(inner) { number } else { nil }
    default: nil
    }
  }

  /// Returns the objects of an array, a set, or a dictionary.
  func items(of uid: Int) -> [Int] {
    var place: BinaryPropertyList.Object = member("NS.objects", of: uid)
    if case .other = place, let values = reference("values", of: uid) {
      place = member("NS.objects", of: values)
    }
    guard case .array(let items) = place else { return [] }
    return items.compactMap { if case .uid(let uid) = list[$0] { uid } else { nil } }
  }
}
