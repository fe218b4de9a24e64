internal import CSQLite
internal import Synchronization

/// A SQLite database that is only read, and whose schema can run nothing.
final class SQLiteDatabase: Sendable {
  /// Owns the connection, which one statement at a time uses.
  private struct Handle: ~Copyable {
    let raw: OpaquePointer
    deinit { sqlite3_close_v2(raw) }
  }

  /// An error that SQLite returned instead of a row.
  struct Refusal: Error {
    fileprivate let code: Int32
    let message: String

    /// Whether a value is longer than is read.
    var isTooBig: Bool { code & 0xFF == SQLITE_TOOBIG }
    /// Whether nothing else reads the file either.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }
  }

  private let handle: Mutex<Handle>

  /// Opens a file that nothing writes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isOwn: Whether it is a copy of our own, which may be written and takes in its `-wal`.
  /// - Throws: `Refusal`.
  init(_ path: String, isOwn: Bool = false) throws {
    var raw: OpaquePointer?
    let flags =
      SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
      | (isOwn ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
    let name = "file:" + Self.escaped(path) + (isOwn ? "" : "?immutable=1")
    let code = sqlite3_open_v2(name, &raw, flags, nil)
    guard let raw else { throw Refusal(code: code, message: "out of memory") }
    let handle = Handle(raw: raw)
    guard code == SQLITE_OK else { throw Self.refusal(raw, code) }
    guard csqlite_harden(raw, Int32(Chunk.limitBytes)) == SQLITE_OK else {
      throw Refusal(code: SQLITE_ERROR, message: "SQLite lacks its defensive settings")
    }
    self.handle = Mutex(handle)
  }

  private static func escaped(_ path: String) -> String {
    let kept = Set("/-_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    return path.utf8.map { byte in
      if kept.contains(byte) { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 16)
      return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }.joined()
  }

  private static func refusal(_ raw: OpaquePointer, _ code: Int32) -> Refusal {
    Refusal(code: code, message: String(cString: sqlite3_errmsg(raw)))
  }

  /// Runs a statement and lends its rows, one after another.
  ///
  /// - Parameters:
  ///   - statement: One statement of SQL.
  ///   - values: Its parameters.
  ///   - body: Takes a row; returns whether it wants the next.
  /// - Throws: `Refusal`, and what `body` throws.
  func forEach(
    _ statement: String,
    _ values: [SQLiteValue] = [],
    _ body: (borrowing SQLiteRow) throws -> Bool
  ) throws {
    try handle.withLock { handle in
      var made: OpaquePointer?
      let code = sqlite3_prepare_v2(handle.raw, statement, -1, &made, nil)
      guard code == SQLITE_OK, let made else { throw Self.refusal(handle.raw, code) }
      let row = SQLiteRow(raw: made)
      for (index, value) in values.enumerated() { row.bind(value, at: Int32(index + 1)) }
      while true {
        let code = sqlite3_step(made)
        if code == SQLITE_DONE { return }
        guard code == SQLITE_ROW else { throw Self.refusal(handle.raw, code) }
        if try !body(row) { return }
      }
    }
  }

  /// Returns a name as a statement writes it.
  static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

/// A value of SQLite.
enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
}

/// A statement, at one of its rows.
struct SQLiteRow: ~Copyable {
  fileprivate let raw: OpaquePointer

  fileprivate init(raw: OpaquePointer) { self.raw = raw }
  deinit { sqlite3_finalize(raw) }

  fileprivate func bind(_ value: SQLiteValue, at place: Int32) {
    // SQLite copies what it is given.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(raw, place)
    case .integer(let number): sqlite3_bind_int64(raw, place, number)
    case .real(let number): sqlite3_bind_double(raw, place, number)
    case .text(let bytes):
      bytes.withUnsafeBytes { buffer in
        _ = sqlite3_bind_text(
          raw,
          place,
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self) ?? UnsafePointer(empty),
          Int32(buffer.count),
          copies
        )
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes { buffer in
        _ = sqlite3_bind_blob(raw, place, buffer.baseAddress, Int32(buffer.count), copies)
      }
    }
  }

  private var empty: UnsafePointer<CChar> { UnsafePointer(sqlite3_sql(raw)) }

  /// Returns a number, 0 for what is none.
  func int(_ column: Int) -> Int64 { sqlite3_column_int64(raw, Int32(column)) }

  /// Returns a value.
  func value(_ column: Int) -> SQLiteValue {
    let place = Int32(column)
    switch sqlite3_column_type(raw, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(raw, place))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(raw, place))
    case SQLITE_TEXT: return .text(bytes(column))
    case SQLITE_BLOB: return .blob(bytes(column))
    default: return .null
    }
  }

  /// Returns the first values.
  func values(_ count: Int) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    for column in 0..<count { values.append(value(column)) }
    return values
  }

  /// Returns a text or a blob; a number as text.
  func bytes(_ column: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(bytes: Int32(column), to: &bytes)
    return bytes
  }

  /// Returns a text; nil where it is not UTF-8.
  func text(_ column: Int) -> String? {
    String(validating: bytes(column), as: UTF8.self)
  }

  private func append(bytes place: Int32, to bytes: inout [UInt8]) {
    let start: UnsafeRawPointer?
    if sqlite3_column_type(raw, place) == SQLITE_BLOB {
      start = sqlite3_column_blob(raw, place)
    } else {
      start = UnsafeRawPointer(sqlite3_column_text(raw, place))
    }
    let buffer = UnsafeRawBufferPointer(
      start: start,
      count: start == nil ? 0 : Int(sqlite3_column_bytes(raw, place))
    )
    bytes.append(contentsOf: buffer)
  }

  /// Appends columns, each as a letter of its type and its content, a length before bytes.
  func append(columns: Range<Int>, to record: inout [UInt8]) {
    for column in columns {
      let place = Int32(column)
      switch sqlite3_column_type(raw, place) {
      case SQLITE_INTEGER:
        record.append(UInt8(ascii: "i"))
        Self.append(UInt64(bitPattern: sqlite3_column_int64(raw, place)), to: &record)
      case SQLITE_FLOAT:
        record.append(UInt8(ascii: "r"))
        Self.append(sqlite3_column_double(raw, place).bitPattern, to: &record)
      case SQLITE_TEXT, SQLITE_BLOB:
        let isText = sqlite3_column_type(raw, place) == SQLITE_TEXT
        // The text decides on the length: it may have been UTF-16.
        if isText { _ = sqlite3_column_text(raw, place) }
        record.append(UInt8(ascii: isText ? "t" : "b"))
        Self.append(UInt64(sqlite3_column_bytes(raw, place)), to: &record)
        append(bytes: place, to: &record)
      default: record.append(UInt8(ascii: "n"))
      }
    }
  }

  private static func append(_ number: UInt64, to record: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { record.append(contentsOf: $0) }
  }
}

/// Reads the columns that `SQLiteRow.append` wrote.
struct SQLiteRecordReader {
  private let bytes: ArraySlice<UInt8>
  private var at: Int

  /// Begins with the first column.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// Returns the next column's value; texts are not known to be UTF-8.
  mutating func next() -> Value {
    let tag = bytes[at]
    at += 1
    switch tag {
    case UInt8(ascii: "i"): return .int(Int64(bitPattern: number()))
    case UInt8(ascii: "r"): return .double(Double(bitPattern: number()))
    case UInt8(ascii: "t"): return .string(part())
    case UInt8(ascii: "b"): return .bytes(part())
    default: return .null
    }
  }

  /// Returns the next column as a field; nil where `SQLiteLayout` must look at it.
  mutating func field(_ kind: SQLiteLayout.Kind) -> Field? {
    let start = at
    let tag = bytes[start]
    if case .plain = kind {
      at += 1
      switch tag {
      case UInt8(ascii: "i"): return .int(Int64(bitPattern: number()))
      case UInt8(ascii: "r"):
        let value = Double(bitPattern: number())
        return value.isFinite ? .double(value) : .other(.double(value))
      case UInt8(ascii: "t"):
        let text = part()
        return Chunk.isUTF8(text) ? .text(text.indices) : nil
      case UInt8(ascii: "b"):
        let content = part()
        return SQLiteLayout.Kind.isFileName(content) ? nil : .other(.bytes(content))
      default: return .null
      }
    }
    do throws(Fault) {
      let value = try kind.value(next(), column: "") { _ throws(Fault) in
        throw Fault(code: "field", reason: "")
      }
      if case .null = value { return .null }
      return .other(value)
    } catch {
      return nil
    }
  }

  private mutating func part() -> ArraySlice<UInt8> {
    let count = Int(number())
    defer { at += count }
    return bytes[at..<(at + count)]
  }

  private mutating func number() -> UInt64 {
    defer { at += 8 }
    return bytes[at..<(at + 8)].withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self))
    }
  }
}
