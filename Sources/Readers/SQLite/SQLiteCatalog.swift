internal import Glibc
import Outcome
internal import Synchronization

/// The stores of a source, found by name.
struct SQLiteStores {
  /// In the order of their names.
  let list: [SQLiteStore]
  /// Whether they lie in a folder, so that each record also belongs to a file.
  let isFolder: Bool

  private static let endings = [".sqlite", ".sqlite3", ".db", ".store"]
  private static let limitDepth = 4
  private static let limitStores = 1_000_000

  /// Finds the stores of a file or a folder.
  ///
  /// - Throws: `Failure`.
  init(_ path: String) throws {
    isFolder = SourceFile.isFolder(path)
    guard isFolder else {
      list = [SQLiteStore(path, name: lastComponent(of: path))]
      return
    }
    list = try Self.names(in: path, below: "", depth: 0).sorted().map {
      SQLiteStore("\(path)/\($0)", name: $0)
    }
    guard !list.isEmpty else {
      throw Failure(.failed, "\(path) contains no file named like a SQLite database")
    }
  }

  /// Whether a folder has such a file, or a folder that has.
  static func isFolder(_ path: String) -> Bool {
    do {
      return try !names(in: path, below: "", depth: 0, limit: 1).isEmpty
    } catch {
      return false
    }
  }

  private static func names(
    in root: String,
    below folder: String,
    depth: Int,
    limit: Int = limitStores
  ) throws -> [String] {
    guard let handle = opendir("\(root)/\(folder)") else {
      throw Failure.system("cannot read \(root)/\(folder)")
    }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle), names.count < limit {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // A hidden file is no store: Core Data keeps large values in such files.
      if name.hasPrefix(".") { continue }
      let path = folder + name
      var info = stat()
      guard lstat("\(root)/\(path)", &info) == 0 else { continue }
      if info.st_mode & S_IFMT == S_IFDIR, depth < limitDepth {
        names += try Self.names(
          in: root,
          below: path + "/",
          depth: depth + 1,
          limit: limit - names.count
        )
      } else if info.st_mode & S_IFMT == S_IFREG, endings.contains(where: name.hasSuffix) {
        names.append(path)
      }
    }
    return names
  }
}

/// The layouts of all stores of a source, and the store that is open.
///
/// The copies of a source share it: a record names its layout by a number.
final class SQLiteCatalog: Sendable {
  /// A layout, and its number.
  struct Found: Sendable {
    let number: Int
    let layout: SQLiteLayout
  }

  private struct State {
    var store = -1
    var database: SQLiteDatabase?
  }

  let stores: [SQLiteStore]
  let problems: [String]
  let notes: [String]
  /// The versions of the stores' Core Data models, each once, and the first store that has it.
  let versions: [(version: String, store: String)]
  /// Records of all.
  let total: Int
  /// By name, with how many records they have.
  let collections: [(name: String, count: Int)]
  /// How many records each store of a folder has.
  let shares: [(file: String, records: Int)]
  private let isFolder: Bool
  /// Each once, however many stores have it.
  private let known: [SQLiteLayout]
  /// Layouts of entities that no store has records of.
  private let empty: [SQLiteLayout]
  /// The parts of the layouts that each record needs.
  private let shapes: [SQLiteShape]
  /// The numbers of the layouts of which each store has records.
  private let held: [[Int]]
  /// The files of each store, as they were found.
  private let files: [SourceFile]
  private let state = Mutex(State())

  private static let limitProblems = 100

  /// Looks into every store.
  ///
  /// - Throws: `Failure` where the only one cannot be read.
  init(_ stores: SQLiteStores) throws {
    var known: [SQLiteLayout] = []
    var places: [SQLiteLayout: Int] = [:]
    var held: [[Int]] = []
    var shares: [(file: String, records: Int)] = []
    var counts: [String: Int] = [:]
    var entities: [String: SQLiteLayout] = [:]
    var problems: [String] = []
    var notes: [String] = []
    var versions: [String: String] = [:]
    var models = CoreDataModel.Cache()
    var files: [SourceFile] = []
    for store in stores.list {
      files.append(try SourceFile(store.path, parts: store.parts))
      var own: [Int] = []
      do {
        let contents = try SQLiteContents(try store.open(), of: store, models: &models)
        problems += contents.problems
        if let version = contents.version, versions[version] == nil {
          versions[version] = store.path
        }
        if stores.isFolder { shares.append((store.name, contents.counts.reduce(0, +))) }
        if notes.count < Self.limitProblems { notes += contents.notes }
        for (layout, count) in zip(contents.layouts, contents.counts) {
          counts[layout.collection, default: 0] += count
          if layout.isEntity, entities[layout.collection] == nil {
            entities[layout.collection] = layout
          }
          if count == 0 { continue }
          let place = places[layout] ?? known.count
          if place == known.count {
            known.append(layout)
            places[layout] = place
          }
          own.append(place)
        }
      } catch let failure as Failure where stores.isFolder {
        problems.append(failure.message)
      }
      held.append(own)
      if problems.count > Self.limitProblems { break }
    }
    self.stores = stores.list
    self.files = files
    isFolder = stores.isFolder
    (self.known, self.held) = (known, held)
    empty = entities.filter { counts[$0.key] == 0 }.sorted { $0.key < $1.key }.map(\.value)
    shapes = known.map(SQLiteShape.init)
    self.shares = shares
    (self.problems, self.notes) = (problems, notes)
    self.versions = versions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    collections = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    total = counts.values.reduce(0, +)
  }

  /// Returns the layout of a number that a record bears.
  func layout(_ number: Int) -> SQLiteLayout { known[number] }

  /// Returns the parts of the layout with this number that each record needs.
  func shape(_ number: Int) -> SQLiteShape { shapes[number] }

  /// Returns the layouts that a store has records of, in the order of reading.
  func layouts(of store: Int, wanted: String?) -> [Found] {
    held[store].map { Found(number: $0, layout: known[$0]) }
      .filter { wanted == nil || $0.layout.collection == wanted }
  }

  /// Returns the layout of a collection in a store.
  func layout(_ collection: String, store: Int) -> SQLiteLayout? {
    guard held.indices.contains(store) else { return nil }
    return layouts(of: store, wanted: collection).first?.layout
  }

  /// Refuses a store that was written to since it was found.
  func requireUnchanged(_ store: Int) throws { try files[store].requireUnchanged() }

  /// Opens a store; the one before is closed.
  func open(_ store: Int) throws -> SQLiteDatabase {
    try state.withLock { state in
      if state.store == store, let database = state.database { return database }
      let database = try stores[store].open()
      state = State(store: store, database: database)
      return database
    }
  }

  /// The path of a record: `Commit/7`, in a folder `stores/a.sqlite/Commit/7`.
  func path(_ collection: String, store: Int, row: [UInt8]) -> DocumentPath {
    let own = [DocumentPath.segment(collection), row[...]]
    guard isFolder else { return DocumentPath(segments: own) }
    let name = stores[store].name
    return DocumentPath(segments: [Array("stores".utf8)[...], Array(name.utf8)[...]] + own)
  }

  /// Facts about the collections that their records do not show, by the collection's pattern.
  var outlines: [String: CollectionOutline] {
    var outlines: [String: CollectionOutline] = [:]
    for layout in known + empty {
      let path = path(layout.collection, store: 0, row: [])
      let name = path.collection
      var outline = outlines[name] ?? CollectionOutline(key: layout.key)
      if outline.key != layout.key { outline.key = [] }
      for note in layout.notes where !outline.notes.contains(note) { outline.notes.append(note) }
      outline.fieldTypes.merge(layout.fieldTypes) { first, _ in first }
      for (field, target) in layout.references {
        outline.references[field] = self.path(target, store: 0, row: []).collection
      }
      outline.fieldNotes.merge(layout.fieldNotes) { first, _ in first }
      outlines[name] = outline
    }
    for layout in empty {
      let path = path(layout.collection, store: 0, row: [])
      outlines[path.collection]?.empty = CollectionOutline.Empty(
        path: path.pattern,
        fields: layout.columns.map { String(decoding: $0.field, as: UTF8.self) }
      )
    }
    return outlines
  }
}

extension SQLiteStore {
  /// Reads a value that was too large for its row.
  ///
  /// - Parameter name: A UUID.
  /// - Returns: The content of its file.
  /// - Throws: `Fault` where the file is missing or too long.
  func external(_ name: String) throws(Fault) -> [UInt8] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let own = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let stem = own.lastIndex(of: ".").map { String(own[..<$0]) } ?? own
    let place = "\(folder).\(stem)_SUPPORT/_EXTERNAL_DATA/\(name)"
    do {
      let file = try SourceFile(place)
      if file.bytes <= Chunk.limitBytes { return try file.read(at: 0, count: file.bytes) }
    } catch {
      throw Fault(code: "field", reason: "a value lies in \(place), which cannot be read")
    }
    throw Fault(code: "length", reason: "\(place) is longer than \(Chunk.limitBytes) bytes")
  }
}
