import CSpawn
import Catalog
import Glibc
import Testing

@testable import Host
@testable import Jobs

/// Files that others might change: what is trusted, and what is refused.
struct TrustTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func refusal(of name: String, closedTo mask: UInt32 = 0) -> String? {
    do {
      _ = try TrustedFile(path(name), closedTo: mask)
      return nil
    } catch {
      return error.description
    }
  }

  private func subfolder(_ name: String, mode: mode_t) throws {
    try #require(mkdir(path(name), 0o700) == 0 && chmod(path(name), mode) == 0)
  }

  /// Gives something to a user that is neither root nor us; only root can.
  private func giveAway(_ name: String) throws {
    try #require(lchown(path(name), 65_534, 65_534) == 0)
  }

  @Test func `a file of ours in a sticky folder is trusted, through links of ours as well`() throws
  {
    try folder.write("file", "text", mode: 0o644)
    try subfolder("inner", mode: 0o755)
    try folder.write("inner/deep", "deep", mode: 0o600)
    #expect(symlink("inner/../file", path("link")) == 0)
    #expect(symlink(path("link"), path("twice")) == 0)
    for name in ["file", "link", "twice", "inner/deep", "inner/../link", "./inner//deep"] {
      #expect(refusal(of: name) == nil)
    }
    let file = try TrustedFile(path("twice"))
    #expect(try file.read(limitBytes: 10) == Array("text".utf8))
  }

  @Test(arguments: [0o664, 0o646, 0o666, 0o620] as [mode_t])
  func `a file that others may write is refused, with its owner, its mode and what to do`(
    mode: mode_t
  ) throws {
    try folder.write("file", "text", mode: 0o600)
    try #require(chmod(path("file"), mode) == 0)
    let owner = ProgramUser.name(of: geteuid())
    #expect(
      refusal(of: "file")
        == "cannot trust \(path("file")): \(path("file")) is writable for others "
        + "(owner \(owner), mode 0\(String(mode, radix: 8))); `chmod go-w \(path("file"))`"
    )
  }

  @Test(arguments: [0o775, 0o757, 0o777] as [mode_t])
  func `a file below a folder that others may write is refused`(mode: mode_t) throws {
    try subfolder("above", mode: 0o755)
    try subfolder("above/inner", mode: 0o755)
    try folder.write("above/inner/file", "text", mode: 0o600)
    #expect(symlink("above/inner/file", path("link")) == 0)
    #expect(refusal(of: "above/inner/file") == nil)
    try #require(chmod(path("above"), mode) == 0)
    for name in ["above/inner/file", "link", "above/inner/../inner/file"] {
      #expect(refusal(of: name)?.contains("the directory \(path("above")) is writable") == true)
    }
    try #require(chmod(path("above"), 0o1777) == 0)
    #expect(
      refusal(of: "above/inner/file") == nil,
      "nobody can exchange what is in a sticky folder"
    )
  }

  @Test func `a hard link in a folder where others may make names is refused`() throws {
    try subfolder("sticky", mode: 0o1777)
    try subfolder("closed", mode: 0o755)
    try folder.write("target", "text", mode: 0o644)
    for name in ["sticky/file", "closed/file"] {
      try folder.write(name, "text", mode: 0o644)
      #expect(refusal(of: name) == nil)
      #expect(unlink(path(name)) == 0)
      #expect(link(path("target"), path(name)) == 0)
    }
    #expect(refusal(of: "sticky/file")?.contains("copy it instead of hard-linking it") == true)
    #expect(refusal(of: "closed/file") == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `what belongs to another user is refused: a file, a folder above it, a link`() throws {
    for name in ["file", "target"] { try folder.write(name, "text", mode: 0o644) }
    try subfolder("inner", mode: 0o755)
    try folder.write("inner/file", "text", mode: 0o644)
    #expect(symlink("target", path("link")) == 0)
    for name in ["file", "inner/file", "link"] { #expect(refusal(of: name) == nil) }
    for name in ["file", "inner", "link"] { try giveAway(name) }
    #expect(
      refusal(of: "file")?.contains("\(path("file")) belongs to another user (owner ") == true
    )
    #expect(
      refusal(of: "inner/file")?.contains("the directory \(path("inner")) belongs to another")
        == true
    )
    #expect(refusal(of: "link")?.contains("the link \(path("link")) belongs to another") == true)
    #expect(refusal(of: "link")?.contains("`chown -h root \(path("link"))`") == true)
  }

  @Test func `a secret that others may read is refused`() throws {
    try folder.write("secret", "sixteen bytes or more\nnot this", mode: 0o640)
    #expect(refusal(of: "secret", closedTo: 0o007) == nil)
    #expect(refusal(of: "secret", closedTo: 0o077)?.contains("others can read") == true)
    #expect(
      try TrustedFile.secret(path("secret"), closedTo: 0o007) == Array("sixteen bytes or more".utf8)
    )
    try folder.write("short", "too short", mode: 0o600)
    #expect(throws: FileRefusal.self) { try TrustedFile.secret(path("short"), closedTo: 0o077) }
  }

  @Test func `what is no file is refused, without waiting for it`() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(symlink("loop", path("loop")) == 0)
    #expect(refusal(of: "pipe")?.contains("is not a regular file") == true)
    #expect(refusal(of: "loop")?.contains("Too many levels of symbolic links") == true)
    #expect(refusal(of: "nothing")?.contains("No such file or directory") == true)
    #expect(refusal(of: "") != nil)
  }

  @Test func `what was opened is what was looked at, whatever takes its name`() throws {
    try folder.write("file", "old", mode: 0o600)
    let file = try TrustedFile(path("file"))
    try folder.write("other", "new", mode: 0o666)
    #expect(rename(path("other"), path("file")) == 0)
    #expect(try file.read(limitBytes: 10) == Array("old".utf8))
  }

  @Test func `a script is run by an interpreter that is looked at as well`() throws {
    try folder.write("tool", "#!/bin/sh -e\nexit 0\n", mode: 0o755)
    let program = try TrustedProgram(argv: [path("tool"), "x"], directory: "/")
    #expect(program.argv == ["/bin/sh", "-e", path("tool"), "x"])
    try subfolder("open", mode: 0o777)
    try folder.write("open/sh", "", mode: 0o755)
    try folder.write("odd", "#! \(path("open/sh"))\n", mode: 0o755)
    let error = #expect(throws: FileRefusal.self) {
      _ = try TrustedProgram(argv: [path("odd")], directory: "/")
    }
    #expect(error?.description.contains("the directory \(path("open")) is writable") == true)
  }

  @Test(arguments: [["/bin/sh", "open/data"], ["/bin/nice", "-n", "5", "open/tool"]])
  func `a script or a program among the words is looked at`(words: [String]) throws {
    try subfolder("open", mode: 0o755)
    try folder.write("open/data", "exit 0\n", mode: 0o644)
    try folder.write("open/tool", "#!/bin/sh\nexit 0\n", mode: 0o755)
    let absolute = words.map { $0.hasPrefix("open") ? path($0) : $0 }
    _ = try TrustedProgram(argv: words, directory: folder.path)
    _ = try TrustedProgram(argv: absolute, directory: "/")
    try #require(chmod(path("open"), 0o777) == 0)
    for (argv, directory) in [(words, folder.path), (absolute, "/")] {
      #expect(throws: FileRefusal.self) {
        _ = try TrustedProgram(argv: argv, directory: directory)
      }
    }
    _ = try TrustedProgram(argv: ["/bin/cat", path("open/data")], directory: "/")
  }

  @Test func `a manifest names programs that others cannot change, or is refused with the line`()
    throws
  {
    try subfolder("bin", mode: 0o755)
    try folder.write("bin/tool", "#!/bin/sh\n", mode: 0o755)
    try folder.write(
      "worker.yaml",
      "commands:\n  fine: {argv: [/bin/true]}\n  tool: {argv: [\(path("bin/tool"))]}\n",
      mode: 0o644
    )
    let manifest = try WorkerManifest(path: path("worker.yaml"))
    #expect(manifest.commands.count == 2)
    try #require(chmod(path("bin"), 0o775) == 0)
    let error = #expect(throws: ManifestError.self) {
      try WorkerManifest(path: path("worker.yaml"))
    }
    #expect(error?.findings.count == 1)
    #expect(error?.findings.first?.position.line == 3)
    #expect(error?.findings.first?.message.contains("cannot trust \(path("bin/tool"))") == true)
    try #require(chmod(path("bin"), 0o755) == 0 && chmod(path("worker.yaml"), 0o664) == 0)
    #expect(throws: ManifestError.self) { try WorkerManifest(path: path("worker.yaml")) }
  }

  @Test(arguments: ["host=db password=x", "postgresql://me:x@db/orders", "password='"])
  func `a server of a copy holds no password`(server: String) throws {
    try folder.write(
      "worker.yaml",
      "copies:\n  shop/orders: {server: \"\(server)\"}\n",
      mode: 0o644
    )
    let error = #expect(throws: ManifestError.self) {
      try WorkerManifest(path: path("worker.yaml"))
    }
    #expect(error?.findings.first?.position.line == 2)
    #expect(error?.findings.first?.message.contains("password belongs in") == true)
    #expect(error?.findings.first?.message.contains("x") == false)
  }

  @Test(arguments: ["no-such-user-here", "root"])
  func `programs run as no user that is not there, and never as root`(user: String) throws {
    try folder.write(
      "worker.yaml",
      "commands:\n  tool: {argv: [/bin/true], run_as: \(user)}\n",
      mode: 0o644
    )
    #expect(throws: ManifestError.self) { try WorkerManifest(path: path("worker.yaml")) }
  }
}
