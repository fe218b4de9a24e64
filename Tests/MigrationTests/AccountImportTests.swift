import Foundation
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Sign-in accounts in a real database: who they are arrives, what is secret does not.
@Suite(.freshDatabase, .blocking)
struct AccountImportTests {
  private static let json = #"""
    {"users":[
    {"localId":"1","email":"a@example.org","emailVerified":true,"passwordHash":"cAnArY01","salt":"cAnArY02",
     "displayName":"Anna","createdAt":"1500000000123","lastSignedInAt":"1600000000000","disabled":false,
     "customAttributes":"{\"admin\":true,\"token\":\"cAnArY03\"}","mfaInfo":[{"x":"cAnArY04"}],
     "providerUserInfo":[{"providerId":"google.com","rawId":"g1","email":"a@example.org","apiKey":"cAnArY05"}]},
    {"localId":"2","displayName":7,"passwordHash":"cAnArY06"},
    {"localId":"3","displayName":"C","unknown":"cAnArY07"},
    {"localId":"4","displayName":"D","passwordHash":"cAnArY08",},
    {"localId":"5","displayName":"E","createdAt":"yesterday","salt":"cAnArY09"}
    ],"hashConfig":{"signerKey":"cAnArY10"}}
    """#

  private static let table =
    "1,a@example.org,true,cAnArY01,cAnArY02,Anna,,g1,a@example.org,,,,,,,,,,,,,,,"
    + "1500000000123,1600000000000,,false,\"{\"\"admin\"\":true,\"\"token\"\":\"\"cAnArY03\"\"}\"\n"
    + "2,,false,cAnArY06,cAnArY06,B\"x\",,,,,,,,,,,,,,,,,,1500000000123,,,false,\n"
    + "3,,false,cAnArY07,,C,,,,,,,,,,,,,,,,,,,1500000000123,,,false,\n"
    + "4,,cAnArY08,,,D,,,,,,,,,,,,,,,,,,,1500000000123,,,false,\n"
    + "5,,false,cAnArY09,,E,,,,,,,,,,,,,,,,,,yesterday,,,false,\n"

  @Test(arguments: [("firebase-auth", json), ("firebase-auth-csv", table)])
  func `no hash, salt, key or token is anywhere in the database`(format: String, text: String)
    async throws
  {
    let fixture = try await ImportFixture()
    try fixture.write(text)
    let mapping = """
      app: notes
      source: old
      format: \(format)
      table: Note
      key: [id]
      columns: {id: {from: uid}, title: {from: name}, at: {from: created_at}, rest: {rest: true}}
      """
    let importer = try fixture.importer(mapping)
    let progress = try await importer.run()
    #expect(progress.read == 5)
    #expect(progress.inserted == 1)
    #expect(progress.quarantined == 4)
    let row = try await fixture.database.query(
      "SELECT title || ' ' || extract(epoch FROM at) || ' ' || rest::text FROM \"My Notes\".\"Note\""
    )[0].get(0, as: String.self)
    #expect(row.hasPrefix("Anna 1500000000.123000 "))
    for part in [
      #""admin": true"#, #""provider": "google.com""#, #""email": "a@example.org""#,
      #""last_login_at": {"$ts": "2020-09-13 12:26:40+00"}"#, #""email_verified": true"#,
    ] { #expect(row.contains(part), "\(row)") }
    let dump = try dump()
    #expect(dump.contains("1500000000") || dump.contains("2017-07-14"))
    #expect(!dump.contains("cAnArY"))
    // What was rejected is kept in hexadecimal.
    #expect(!dump.contains("63416e417259"))
    await fixture.end()
  }

  /// The database as pg_dump writes it.
  private func dump() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let folder = ProcessInfo.processInfo.environment["PG_BIN"].map { $0 + "/" } ?? ""
    process.arguments = ["\(folder)pg_dump", "-d", try TestDatabase.current.conninfo()]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
