/// The pages in the `-wal` file of an SQLite database, as transactions have left them.
///
/// Nothing in it says which database it belongs to. What can be told is whether it could have been
/// written for one: a page of the file is one of the log's own, copied there by a checkpoint, or
/// the one that the log's first version was made from.
struct SQLiteLog {
  private static let headerBytes = 32
  private static let frameBytes = 24
  /// How much of a log is looked at.
  private static let limitBytes = 16 << 20
  /// Fewer rows that all differ show nothing.
  private static let leastRows = 4

  private let file: SourceFile
  private let log: SourceFile
  private let pageBytes: Int
  /// Bytes of a page that hold cells.
  private let usableBytes: Int
  private let salt: [UInt8]

  /// Opens the log beside a database; nil where it holds nothing.
  init?(of path: String, pageBytes: Int) throws {
    file = try SourceFile(path)
    log = try SourceFile(path + "-wal")
    self.pageBytes = pageBytes
    usableBytes = pageBytes - Int(try file.read(at: 20, count: 1).first ?? 0)
    let header = try log.read(at: 0, count: Self.headerBytes)
    guard header.count == Self.headerBytes, usableBytes >= 480 else { return nil }
    salt = Array(header[16..<24])
  }

  /// Returns why the log is of another database; nil where it may be of this one.
  ///
  /// A database only grows, so that pages beyond its length in the log's first transaction are
  /// copies of the log's. Of the rows that a transaction found on the pages it wrote, it left some.
  func foreignReason() throws -> String? {
    let pages = file.bytes / pageBytes
    // Only a database that shrinks has this; its pages may be gone and come again.
    let shrinks = try file.read(at: 52, count: 4).contains { $0 != 0 }
    var own: [Int: [UInt8]] = [:]
    var unmatched: Set<Int> = []
    var matched: Set<Int> = []
    var firstLength = 0
    var compared = Comparison()
    var offset = Self.headerBytes
    while offset < Self.limitBytes, let (page, content) = try frame(at: offset) {
      if firstLength == 0 { firstLength = try self.firstLength(from: offset) }
      offset += Self.frameBytes + pageBytes
      if page == 1 || page > pages { continue }
      let isFirst = own[page] == nil
      let there = try own[page] ?? file.read(at: (page - 1) * pageBytes, count: pageBytes)
      own[page] = there
      if there == content {
        matched.insert(page)
      } else if page > firstLength, !matched.contains(page), there.contains(where: { $0 != 0 }) {
        unmatched.insert(page)
      }
      if isFirst { compared.add(cells(there), cells(content)) }
    }
    unmatched.subtract(matched)
    if offset < Self.limitBytes, !shrinks, !unmatched.isEmpty {
      return "it begins with a shorter database"
    }
    if matched.isEmpty, compared.isForeign(least: Self.leastRows) {
      return "they have no row in common"
    }
    return nil
  }

  /// Returns where what cannot be read begins, although a transaction ended there or later; nil
  /// where all of them can be read.
  ///
  /// SQLite takes such a log for one that ends there. Frames that do not fit are no damage where
  /// none ends a transaction, as one that was taken back leaves them, or of an earlier use.
  func damagedOffset() throws -> Int? {
    let header = try log.read(at: 0, count: Self.headerBytes)
    guard header.contains(where: { $0 != 0 }) else { return nil }
    var sum = Checksum(isBigEndian: header[3] & 1 == 1)
    sum.add(header[..<24])
    guard sum.bytes.elementsEqual(header[24...]) else { return 0 }
    var damaged: Int?
    var offset = Self.headerBytes
    while offset + Self.frameBytes <= log.bytes {
      let bytes = try log.read(
        at: offset,
        count: Self.frameBytes + (damaged == nil ? pageBytes : 0)
      )
      let isOwn = bytes[8..<16].elementsEqual(salt)
      if damaged == nil {
        sum.add(bytes[..<8])
        sum.add(bytes[Self.frameBytes...])
        let isWhole = isOwn && bytes.count == Self.frameBytes + pageBytes
        if !isWhole || !sum.bytes.elementsEqual(bytes[16..<24]) { damaged = offset }
      }
      if damaged != nil, isOwn, Self.number(bytes[4..<8]) > 0 { return damaged }
      offset += Self.frameBytes + pageBytes
    }
    return nil
  }

  /// The checksum of a log, over its header and the frames up to one.
  private struct Checksum {
    let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// Adds bytes, eight at a time; fewer at the end are not counted.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
      bytes.withUnsafeBytes { bytes in
        for at in stride(from: 0, through: bytes.count - 8, by: 8) {
          let first = bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
          let second = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
          sums.0 &+= (isBigEndian ? first.bigEndian : first.littleEndian) &+ sums.1
          sums.1 &+= (isBigEndian ? second.bigEndian : second.littleEndian) &+ sums.0
        }
      }
    }

    /// As a log has it.
    var bytes: [UInt8] {
      [sums.0, sums.1].flatMap { sum in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
      }
    }
  }

  /// Returns a frame's page and its content; nil after the last.
  private func frame(at offset: Int) throws -> (page: Int, content: [UInt8])? {
    let bytes = try log.read(at: offset, count: Self.frameBytes + pageBytes)
    guard bytes.count == Self.frameBytes + pageBytes, bytes[8..<16].elementsEqual(salt) else {
      return nil
    }
    return (Self.number(bytes[0..<4]), Array(bytes[Self.frameBytes...]))
  }

  /// How many pages the database has after the first transaction.
  private func firstLength(from start: Int) throws -> Int {
    var offset = start
    while true {
      let head = try log.read(at: offset, count: Self.frameBytes)
      guard head.count == Self.frameBytes, head[8..<16].elementsEqual(salt) else { return .max }
      let length = Self.number(head[4..<8])
      if length > 0 { return length }
      offset += Self.frameBytes + pageBytes
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The rows of a page by their numbers, each as a digest of what lies on the page; none where it
  /// is no leaf of a table.
  private func cells(_ page: [UInt8]) -> [UInt64: Int] {
    guard page.first == 13 else { return [:] }
    var cells: [UInt64: Int] = [:]
    let count = Self.number(page[3..<5])
    for index in 0..<count where 8 + 2 * index + 2 <= page.count {
      var at = Self.number(page[(8 + 2 * index)..<(10 + 2 * index)])
      guard let length = Self.varint(page, &at), let row = Self.varint(page, &at) else { continue }
      let end = at + local(Int(clamping: length))
      guard end <= page.count else { continue }
      var hasher = Hasher()
      page[at..<end].withUnsafeBytes { hasher.combine(bytes: $0) }
      cells[row] = hasher.finalize()
    }
    return cells
  }

  /// How much of a row lies on its page.
  private func local(_ length: Int) -> Int {
    let most = usableBytes - 35
    if length <= most { return length }
    let least = (usableBytes - 12) * 32 / 255 - 23
    let rest = least + (length - least) % (usableBytes - 4)
    return rest <= most ? rest : least
  }

  private static func varint(_ page: [UInt8], _ at: inout Int) -> UInt64? {
    var value: UInt64 = 0
    for count in 1...9 {
      guard at < page.count else { return nil }
      let byte = page[at]
      at += 1
      if count == 9 { return value << 8 | UInt64(byte) }
      value = value << 7 | UInt64(byte & 127)
      if byte < 128 { return value }
    }
    return value
  }

  /// The rows that pages of a database and their first versions in a log have in common.
  private struct Comparison {
    private var before: Set<Int> = []
    private var after: Set<Int> = []
    /// Whether a page has other rows than before, and none of those that it had is the same.
    private var common = 0
    private var hasOthers = false

    mutating func add(_ page: [UInt64: Int], _ version: [UInt64: Int]) {
      before.formUnion(page.values)
      after.formUnion(version.values)
      let numbers = Set(page.keys)
      let shared = numbers.intersection(version.keys).count
      common += shared
      // All rows of a table may be changed at once, but then none is new.
      if shared > 0, shared < max(page.count, version.count) { hasOthers = true }
    }

    func isForeign(least: Int) -> Bool {
      hasOthers && common >= least && before.isDisjoint(with: after)
    }
  }
}
