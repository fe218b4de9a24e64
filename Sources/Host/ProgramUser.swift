import CSpawn
import Glibc

/// A user of this host that programs run as, with the user's groups and no others.
package struct ProgramUser: Hashable, Sendable {
  /// The user that programs of a worker that runs as root run as by default.
  package static let standard = "nobody"

  let uid: uid_t
  let gid: gid_t
  /// The groups that it belongs to.
  let groups: [gid_t]

  /// Finds the user that a worker's programs run as.
  ///
  /// - Parameter name: The `run_as` of the manifest; nil for the worker's own user, or `nobody`
  ///   where that is root.
  /// - Returns: nil where programs run as this process's user.
  /// - Throws: `SubprocessError` where there is no such user, it is root, or this process may not
  ///   become it.
  package static func forPrograms(named name: String?) throws(SubprocessError) -> ProgramUser? {
    guard geteuid() == 0 else {
      guard let name else { return nil }
      guard try find(name).uid == geteuid() else {
        throw SubprocessError(
          "cannot run programs as \(name): the worker does not run as root",
          EPERM
        )
      }
      return nil
    }
    let user = try find(name ?? standard)
    guard user.uid != 0 else {
      throw SubprocessError("programs never run as root: name another user in run_as", EPERM)
    }
    return user
  }

  /// A user's name, or the number where it has none.
  package static func name(of uid: UInt32) -> String {
    entry { getpwuid_r(uid, $0, $1, $2, $3) }?.name ?? "\(uid)"
  }

  /// Finds a user by name.
  ///
  /// - Throws: `SubprocessError` where there is no such user.
  package static func find(_ name: String) throws(SubprocessError) -> ProgramUser {
    guard let found = entry({ getpwnam_r(name, $0, $1, $2, $3) }) else {
      throw SubprocessError("cannot run programs as \(name): there is no such user", ENOENT)
    }
    var count: Int32 = 64
    var groups = [gid_t](repeating: 0, count: Int(count))
    while getgrouplist(found.name, found.gid, &groups, &count) < 0 {
      groups = [gid_t](repeating: 0, count: Int(max(count, Int32(groups.count) + 1)))
      count = Int32(groups.count)
    }
    return ProgramUser(uid: found.uid, gid: found.gid, groups: Array(groups.prefix(Int(count))))
  }

  private typealias LookUp = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> Int32

  private static func entry(_ lookUp: LookUp) -> (name: String, uid: uid_t, gid: gid_t)? {
    var size = 1024
    while size <= 1 << 20 {
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let (code, result) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
        buffer -> (Int32, (name: String, uid: uid_t, gid: gid_t)?) in
        guard let base = buffer.baseAddress else { return (ENOMEM, nil) }
        let code = lookUp(&entry, base, size, &found)
        guard code == 0, found != nil else { return (code, nil) }
        return (0, (String(cString: entry.pw_name), entry.pw_uid, entry.pw_gid))
      }
      guard code == ERANGE else { return result }
      size *= 4
    }
    return nil
  }
}
