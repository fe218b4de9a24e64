import CSQLite
import Glibc
import Outcome
import Testing

@testable import Import
@testable import Readers

/// Writes databases of SQLite as apps do.
final class SQLiteWriter {
  private let raw: OpaquePointer
  let path: String

  /// Opens a database of that name in a new folder, or in that of another.
  init(_ name: String = "store.sqlite", beside other: SQLiteWriter? = nil) throws {
    let folder: String
    if let other {
      folder = other.folder
    } else {
      var template = Array("/tmp/reeve-sqlite-XXXXXX".utf8CString)
      try #require(mkdtemp(&template) != nil)
      folder = String(
        decoding: template.dropLast().map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
    }
    path = "\(folder)/\(name)"
    var raw: OpaquePointer?
    try #require(sqlite3_open(path, &raw) == SQLITE_OK)
    self.raw = try #require(raw)
  }

  deinit { sqlite3_close(raw) }

  /// The folder that the database lies in.
  var folder: String { path.split(separator: "/").dropLast().map { "/" + $0 }.joined() }

  /// Runs statements.
  func run(_ script: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(raw, script, nil, nil, &message)
    let text = message.map { String(cString: $0) } ?? ""
    try #require(code == SQLITE_OK, "\(text): \(script.prefix(200))")
  }

  /// Copies the files as they are now, with the `-wal`, to another name in the folder.
  func copy(to name: String) throws -> String {
    let target = "\(folder)/\(name)"
    for ending in ["", "-wal", "-journal"] where access(path + ending, F_OK) == 0 {
      try Self.write(try Self.bytes(path + ending), to: target + ending)
    }
    return target
  }

  /// The bytes of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    let file = try SourceFile(path)
    return try file.read(at: 0, count: file.bytes)
  }

  /// Writes a file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let stream = try #require(fopen(path, "w"))
    defer { fclose(stream) }
    try #require(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
  }

  /// Removes the folder.
  func remove() {
    guard let handle = opendir(folder) else { return }
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      unlink("\(folder)/\(name)")
    }
    closedir(handle)
    rmdir(folder)
  }

  /// What a source holds, each record as its place and its fields as JSON.
  static func records(_ path: String) throws -> [String] {
    var source = try SQLiteSource(SourceInput(path))
    var records: [String] = []
    while let chunk = try source.next(damaged: { throw $0 }) {
      for index in chunk.frames.indices {
        do throws(Fault) {
          let record = try source.decode(chunk, index)
          var text = (record.path?.text ?? []) + [0x20]
          Value.map(record.fields).appendJSON(to: &text)
          records.append(String(decoding: text, as: UTF8.self))
        } catch {
          records.append("\(error.code): \(error.reason)")
        }
      }
    }
    #expect(records.count == source.facts.declared)
    return records
  }

  /// Why a source is refused.
  static func refusal(_ path: String) throws -> String {
    do {
      let records = try records(path)
      return "not refused: \(records.count)"
    } catch let failure as Failure {
      return failure.message.replacing(path, with: "FILE")
    }
  }
}
