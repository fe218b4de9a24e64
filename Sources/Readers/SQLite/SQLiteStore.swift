internal import Glibc
import Outcome

/// A file of SQLite as it lies on the disk, with what was written beside it.
struct SQLiteStore: Sendable {
  /// How a database begins.
  static let magic = Array("SQLite format 3\0".utf8)
  private static let journalMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  let path: String
  /// Its file name within its folder.
  let name: String
  /// Whether changes lie beside it that the file itself does not have.
  let hasWAL: Bool

  /// Finds a store.
  init(_ path: String, name: String) {
    self.path = path
    self.name = name
    var info = stat()
    hasWAL = stat(path + "-wal", &info) == 0 && info.st_size > 0
  }

  /// Whether a file begins like a database.
  static func isMagic(_ path: String) -> Bool {
    guard path != "-" else { return false }
    do {
      return try SourceFile(path).read(at: 0, count: magic.count) == magic
    } catch {
      // Whoever opens it says why.
      return false
    }
  }

  /// The files that it consists of.
  var parts: [String] { hasWAL ? [path, path + "-wal"] : [path] }

  /// Opens it; with a `-wal` a private copy, so that the original stays as it is.
  ///
  /// - Throws: `Failure` where it is encrypted, cut off or damaged.
  func open() throws -> SQLiteDatabase {
    let pageBytes = try checkHeader()
    do {
      if hasWAL { return try openCopy(pageBytes: pageBytes) }
      let database = try SQLiteDatabase(path)
      try database.forEach("SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)") { _ in
        true
      }
      return database
    } catch let refusal as SQLiteDatabase.Refusal {
      throw failure(refusal)
    }
  }

  /// Says what SQLite refused.
  func failure(_ refusal: SQLiteDatabase.Refusal) -> Failure {
    Failure(
      .failed,
      "\(path) is damaged: \(refusal.message)",
      hint: "`sqlite3 FILE .recover` reads what can be read of it."
    )
  }

  /// Looks at the header before SQLite does.
  ///
  /// - Returns: Bytes of a page.
  private func checkHeader() throws -> Int {
    let file = try SourceFile(path)
    let header = try file.read(at: 0, count: 100)
    guard header.starts(with: Self.magic), header.count == 100 else {
      let what =
        file.bytes == 0
        ? "is empty"
        : header.starts(with: Self.magic)
          ? "is a SQLite database that is cut off"
          : "is named like a SQLite database but does not begin like one; it may be encrypted"
      throw Failure(.failed, "\(path) \(what)")
    }
    func number(_ at: Int, _ count: Int) -> Int {
      header[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    let pageBytes = number(16, 2) == 1 ? 65536 : number(16, 2)
    let isCounted = number(24, 4) == number(92, 4)
    let whole = number(28, 4) * pageBytes
    if isCounted, !hasWAL, whole > file.bytes {
      throw Failure(
        .failed,
        "\(path) is cut off: it has \(file.bytes) of \(whole) bytes",
        hint: "Copy it again."
      )
    }
    var info = stat()
    if stat(path + "-journal", &info) == 0, info.st_size > 0 {
      let journal = try SourceFile(path + "-journal").read(at: 0, count: 8)
      guard journal != Self.journalMagic else {
        throw Failure(
          .failed,
          "\(path) was left inside a transaction: \(path)-journal must be rolled back",
          hint: "Open it once with its app or with sqlite3, which rolls it back; then import it."
        )
      }
    }
    return pageBytes
  }

  /// Takes the `-wal` in, in a copy that has no name once it is open.
  private func openCopy(pageBytes: Int) throws -> SQLiteDatabase {
    let wal = try SourceFile(path + "-wal").read(at: 0, count: 32)
    func number(_ at: Int) -> Int { wal[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
    // Only what was made for a -wal has one, and pages of one length.
    let mode = try SourceFile(path).read(at: 18, count: 2)
    guard wal.count >= 32, number(0) & ~1 == 0x377F_0682, number(8) == pageBytes, mode == [2, 2]
    else { throw foreign("its pages are not those of the database") }
    if let log = try SQLiteLog(of: path, pageBytes: pageBytes) {
      if let offset = try log.damagedOffset() {
        throw foreign("the transactions from byte \(offset) of the -wal on cannot be read")
      }
      if let reason = try log.foreignReason() { throw foreign(reason) }
    }
    let folder = try PrivateFolder()
    defer { folder.remove(["store", "store-wal", "store-shm", "store-journal"]) }
    let copy = folder.path + "/store"
    try PrivateFolder.copy(path, to: copy)
    try PrivateFolder.copy(path + "-wal", to: copy + "-wal")
    do {
      let own = try SQLiteDatabase(copy, isOwn: true)
      try own.forEach("PRAGMA locking_mode = EXCLUSIVE") { _ in true }
      try own.forEach("PRAGMA ignore_check_constraints = ON") { _ in true }
      try own.forEach("PRAGMA wal_checkpoint(PASSIVE)") { _ in true }
      var problem: String?
      try own.forEach("PRAGMA quick_check(1)") { row in
        problem = row.text(0)
        return true
      }
      // The first line only names the database.
      let last = problem?.split(separator: "\n").last
      if problem != "ok" { throw foreign(last.map { "\($0)" } ?? "") }
      try own.forEach("PRAGMA journal_mode = DELETE") { _ in true }
    } catch let refusal as SQLiteDatabase.Refusal {
      throw foreign(refusal.message)
    }
    let database = try SQLiteDatabase(copy)
    let before = try marks(of: SQLiteDatabase(path))
    let after = try marks(of: database)
    if !before.isEmpty, before.isDisjoint(with: after) {
      throw foreign("they have nothing in common")
    }
    // SQLite opens the file with the first statement.
    try database.forEach("SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)") { _ in
      true
    }
    return database
  }

  /// The identity of a database: its tables, or the number of its store if Core Data made it.
  private func marks(of database: SQLiteDatabase) throws -> Set<String> {
    var names: Set<String> = []
    do {
      try database.forEach("SELECT name FROM sqlite_schema WHERE type = 'table'") { row in
        names.insert(row.text(0) ?? "")
        return true
      }
      guard names.contains("Z_METADATA") else { return names }
      try database.forEach("SELECT Z_UUID FROM Z_METADATA NOT INDEXED LIMIT 1") { row in
        names = ["\(row.text(0) ?? "")"]
        return false
      }
    } catch is SQLiteDatabase.Refusal {
      // Without its -wal a file need not make sense.
      return []
    }
    return names
  }

  private func foreign(_ reason: String) -> Failure {
    Failure(
      .failed,
      "\(path)-wal does not fit \(path), or one of them is damaged: \(reason)",
      hint: "Copy the store again, all of its files together, while no app has it open. If they do "
        + "belong together, open the store once with sqlite3, which takes the -wal in."
    )
  }
}

/// A directory of our own for the copy of a store.
private struct PrivateFolder {
  let path: String

  init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var template = Array("\(root)/reeve-store-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure.system("cannot make a directory in \(root)")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func remove(_ names: [String]) {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// Copies a file in constant memory.
  static func copy(_ source: String, to target: String) throws {
    let file = try SourceFile(source)
    let descriptor = Glibc.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure.system("cannot write \(target)") }
    defer { close(descriptor) }
    var offset = 0
    while offset < file.bytes {
      let bytes = try file.read(at: offset, count: 1 << 20)
      guard !bytes.isEmpty else {
        throw Failure(.failed, "\(source) became shorter while being read")
      }
      var done = 0
      while done < bytes.count {
        let count = bytes.withUnsafeBytes { buffer in
          write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          throw Failure.system("cannot copy \(source), which has a -wal, to \(target)")
        }
        done += count
      }
      offset += bytes.count
    }
  }
}
