import Foundation
import Outcome
import Testing

@testable import Import
@testable import Readers

/// What `import inspect` tells of files: those that it reads, those that it does not, and nothing
/// of what is secret in either.
struct InspectionTests {
  private static func file(_ bytes: some Sequence<UInt8>) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("source").path
    try Data(Array(bytes)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static let account =
    #"{"localId":"u1","email":"a@example.org","passwordHash":"V1a9==","salt":"c2Fs"}"#

  static let foreign: [(content: [UInt8], says: String)] = [
    (Array("PGDMP\u{1}".utf8), "a dump of PostgreSQL"), (Array("BZh9".utf8), "packed by bzip2"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    (Array("name\0value\n".utf8), "a binary file"), (Array("<rows/>\n".utf8), "XML or HTML"),
    (Array(" \r\n".utf8), "nothing but blanks"),
  ]

  @Test(arguments: foreign)
  func `a format that is not read is named, and those that are`(
    content: [UInt8],
    says: String
  ) throws {
    let path = try Self.file(content)
    let error = try #require(throws: Failure.self) {
      _ = try Inspection(path, report: { _ in })
    }
    #expect(error.message.contains(says), "\(error.message)")
    let hint = error.hint ?? ""
    for format in ["Firestore", "Realtime", "MongoDB", "JSON (an array", "NDJSON", "CSV"] {
      #expect(hint.contains(format))
    }
    #expect(!"\(error) \(hint)".contains("V1a9"))
  }

  @Test(arguments: [
    ("{\"name\":\"Anna\"}\n{\"name\":\"Zoë\"}\n", 2, 0), ("{\"name\":\"Anna\"}", 1, 0),
    ("[{\"name\":\"Anna\"}]", 1, 0), ("name\nAnna\n", 1, 0),
    ("{\"name\":}\n{\"name\":\"Zoë\"}\n", 2, 1),
  ])
  func `a format that is read is read, a fault in it named by its line`(
    content: String,
    records: Int,
    unreadable: Int
  ) throws {
    let inspection = try Inspection(try Self.file(content.utf8), report: { _ in })
    #expect(inspection.read == records)
    #expect(inspection.unreadable == unreadable)
    #expect(inspection.problems.count == unreadable)
  }

  @Test func `no secret is shown, by its name, its look or within another field`() throws {
    let canaries = [
      "passwordHash": "cAnArY01", "password_salt": "cAnArY02", "apiKey": "cAnArY03",
      "session-token": "cAnArY04", "otpSecret": "cAnArY05", "PWD": "cAnArY06",
      "note": "$2b$12$cAnArY07aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "bio": "$argon2id$v=19$cAnArY08", "x": "eyJhbGciOiJIUzI1NiJ9.cAnArY09",
      "y": "0123456789abcdef0123456789abcdefca", "z": "cAnArY10Zm9vYmFyYmF6cXV4cXV1eDEyMzQ=",
    ]
    let members = canaries.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",")
    let nested = #""auth":{"passwordHash":"cAnArY11"},"list":[{"token":"cAnArY12"}]"#
    let line = "{\(members),\(nested),\"name\":\"Anna Keller\"}\n"
    let inspection = try Inspection(try Self.file(line.utf8), report: { _ in })
    let rows = inspection.rows
    #expect(rows.count == 1)
    #expect(rows[0].fields.count >= canaries.count + 3)
    let told = rows.map { row in
      String(decoding: row.fieldsJSON, as: UTF8.self)
        + row.fields.map { field in
          ([field.lowest, field.highest].compactMap { $0 } + field.examples)
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        }.joined(separator: " ")
    }.joined()
    #expect(told.contains("Anna Keller"))
    #expect(!told.contains("cAnArY"), "\(told)")
    #expect(!told.contains("0123456789abcdef"))
  }
}
