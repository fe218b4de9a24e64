import Glibc
import Postgres
import Testing

@testable import Jobs

struct HostIdentityFileTests {
  @Test func `an epoch is replaced only after the database saw it, and the one before is kept`()
    throws
  {
    let folder = try Folder()
    let path = "\(folder.path)/identity"
    let first: HostIdentityFile.Proof
    do {
      let file = try HostIdentityFile(path: path)
      first = file.proof
      #expect(first.epochs.count == 2 && first.epochs[0] != first.epochs[1])
      try file.renew()
      #expect(file.proof == first, "nobody was shown it")
      #expect(throws: SinkError.self) { try HostIdentityFile(path: path) }
    }
    // A process that ended before the database heard of it.
    do { #expect(try HostIdentityFile(path: path).proof == first) }
    let file = try HostIdentityFile(path: path)
    file.wasShown(first)
    try file.renew()
    let second = file.proof
    #expect(second.host == first.host)
    #expect(second.epochs[0] != first.epochs[0] && second.epochs[1] == first.epochs[0])
    file.wasShown(first)
    file.wasShown(second)
    try file.renew()
    #expect(file.proof == second, "an epoch lasts")
    let lines = ([second.host] + second.epochs).map { "\($0.postgresText)\n" }
    #expect(try folder.read("identity") == lines.joined(), "the file has it first")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: ["", "x\n", "\n\n\n", String(repeating: "0", count: 200)])
  func `what is no host identity file is left alone`(text: String) throws {
    let folder = try Folder()
    try folder.write("identity", text, mode: 0o600)
    #expect(throws: SinkError.self) { try HostIdentityFile(path: "\(folder.path)/identity") }
    #expect(try folder.read("identity") == text)
  }
}
