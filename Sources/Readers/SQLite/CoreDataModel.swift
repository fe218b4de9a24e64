internal import CZlib

/// The model that a Core Data store keeps of itself, as far as it says what its columns hold.
struct CoreDataModel {
  /// An entity, with what it inherits.
  struct Entity {
    /// Kinds of its attributes, by name: the numbers of NSAttributeType.
    fileprivate(set) var attributes: [String: Int] = [:]
    /// Whether values of attributes may lie in files, by name; absent where the model does not say.
    fileprivate(set) var isOutside: [String: Bool] = [:]
    /// Entities that its to-one relationships lead to, by name.
    fileprivate(set) var relationships: [String: String] = [:]

    /// Every name that may have a column.
    var names: [String] { Array(attributes.keys) + Array(relationships.keys) }
  }

  /// By name.
  private(set) var entities: [String: Entity] = [:]

  /// The longest model that is unpacked.
  private static let limitBytes = 16 << 20
  /// The most properties read, of all entities; a hostile archive may name one very often.
  private static let limitProperties = 50_000
  /// The deepest inheritance that is followed.
  private static let limitDepth = 32

  /// The model that was read last: the stores of a folder mostly have the same.
  struct Cache {
    private var content: [UInt8] = []
    private var model: CoreDataModel?

    /// Returns the model of a content; nil where it is none.
    mutating func model(of content: [UInt8]) -> CoreDataModel? {
      if content != self.content { (self.content, model) = (content, CoreDataModel(content)) }
      return model
    }
  }

  /// Reads the content of Z_MODELCACHE: an archive, mostly compressed; nil for anything else.
  init?(_ content: [UInt8]) {
    guard let archive = KeyedArchive(Self.unpacked(content)),
      let list = archive.reference("NSEntities", of: archive.root)
    else { return nil }
    var budget = Self.limitProperties
    for entity in archive.items(of: list) {
      guard let name = archive.text("NSEntityName", of: entity) else { continue }
      var made = Entity()
      var next: Int? = entity
      for _ in 0..<Self.limitDepth {
        guard let holder = next else { break }
        if let properties = archive.reference("NSProperties", of: holder) {
          for property in archive.items(of: properties) {
            budget -= 1
            if budget < 0 { return nil }
            made.add(property, of: archive)
          }
        }
        next = archive.reference("NSSuperentity", of: holder)
      }
      entities[name] = made
    }
    if entities.isEmpty { return nil }
  }

  /// Returns the archive itself; nothing where it is damaged or too long.
  static func unpacked(_ content: [UInt8]) -> [UInt8] {
    if content.starts(with: "bplist".utf8) { return content }
    // Most models take less than twenty times their packed length.
    var size = max(1 << 20, content.count * 20)
    while true {
      size = min(size, limitBytes)
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        let count = content.withUnsafeBufferPointer { input in
          guard let start = input.baseAddress, let room = buffer.baseAddress else { return -1 }
          return czlib_inflate_raw(start, UInt32(input.count), room, UInt32(buffer.count))
        }
        filled = max(0, count)
      }
      if !bytes.isEmpty || size == limitBytes { return bytes }
      size *= 4
    }
  }
}

extension CoreDataModel.Entity {
  fileprivate mutating func add(_ property: Int, of archive: KeyedArchive) {
    guard let name = archive.text("NSPropertyName", of: property) else { return }
    if let kind = archive.int("NSAttributeType", of: property) {
      attributes[name] = kind
      isOutside[name] = archive.int("NSFlagsKey", of: property).map { $0 & 4 != 0 }
    } else if archive.int("NSMaxCount", of: property) == 1 {
      relationships[name] = archive.text("_NSDestinationEntityName", of: property) ?? ""
    }
  }
}
