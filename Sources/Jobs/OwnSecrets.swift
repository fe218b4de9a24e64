import CSpawn
import Glibc
import Postgres

/// Secrets of a worker's process, which are kept from its jobs.
package enum OwnSecrets {
  /// Closes `/proc/PID/environ`, `mem` and `fd` of this process to others of its user, and wipes
  /// what was passed to it; `getenv` answers as before.
  ///
  /// Call this first, while the process has one thread.
  ///
  /// - Returns: Whether a password was among the arguments.
  package static func hide() -> Bool {
    // It can fail for a wrong argument only.
    _ = cspawn_hide_process()
    let hadPassword = ProcessMemory.hidePasswordArguments()
    if cspawn_move_environment() == 0 {
      ProcessMemory.withBytes(of: .environment) { area in
        for place in area.indices { area[place] = 0 }
      }
    }
    return hadPassword
  }
}
