import Glibc
import Outcome
import Testing

@testable import Readers

/// A full disk, in words.
struct DiskFullTests {
  @Test func `a full disk is called that`() {
    for code in [ENOSPC, EDQUOT] {
      let failure = TemporaryFile.failure(code, in: "/var/tmp")
      #expect(failure.message.hasPrefix("the disk is full: "))
      #expect(failure.hint?.contains("TMPDIR") == true)
    }
    #expect(!TemporaryFile.failure(EACCES, in: "/var/tmp").message.contains("full"))
  }
}
