import Glibc
import Host
import Outcome
import Postgres
import Synchronization

/// A file by which a worker of this host distinguishes its database from a copy of it.
///
/// It holds the host's id and the two newest of its epochs, random ids, a line each. A new epoch is
/// written here before the database records it, so that the workers' database always knows one of
/// the two, and one that is minutes older does not. One process uses a file at a time.
package final class HostIdentityFile: Sendable {
  /// The identity and epochs that are sent to the database.
  struct Proof: Hashable, Sendable {
    let host: UniqueID
    /// The newest first.
    let epochs: [UniqueID]
  }

  private struct State {
    var proof: Proof
    /// nil before the first renewal.
    var renewedAt: ContinuousClock.Instant?
    /// Whether the database was shown the newest epoch.
    var isShown = false
  }

  /// How long an epoch lasts.
  static let period = Duration.seconds(60)

  private let path: String
  /// Holds the lock for as long as the process runs.
  private let lock: Int32
  private let state: Mutex<State>

  /// Opens the file, or makes it where there is none.
  ///
  /// - Throws: `SinkError` where it cannot be read or written, is no such file, or another process
  ///   has it.
  package init(path: String) throws(SinkError) {
    self.path = path
    // Apart from the file, which is replaced.
    let lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw SinkError("create", "\(path).lock") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let error = SinkError("use the host identity file of another worker,", path)
      close(lock)
      throw error
    }
    do throws(SinkError) {
      if let proof = try Self.read(path) {
        state = Mutex(State(proof: proof))
      } else {
        let proof = Proof(host: Self.random(), epochs: [Self.random(), Self.random()])
        try Self.write(proof, to: path)
        state = Mutex(State(proof: proof))
      }
    } catch {
      close(lock)
      throw error
    }
    self.lock = lock
  }

  deinit { close(lock) }

  /// The host's id and its epochs.
  var proof: Proof { state.withLock { $0.proof } }

  /// Begins a new epoch where it is time, which writes the file.
  ///
  /// An epoch that the database has not seen is not replaced, or the database would know neither.
  ///
  /// - Throws: `SinkError`; the epochs are as before then.
  func renew() throws(SinkError) {
    // The result is taken out of the closure, as a typed error does not pass through it.
    let result: Result<Void, SinkError> = state.withLock { state in
      let isDue = state.renewedAt.map { $0.duration(to: .now) >= Self.period } ?? true
      guard state.isShown, isDue else { return .success(()) }
      let next = Proof(host: state.proof.host, epochs: [Self.random(), state.proof.epochs[0]])
      do throws(SinkError) {
        try Self.write(next, to: path)
      } catch {
        return .failure(error)
      }
      state = State(proof: next, renewedAt: .now)
      return .success(())
    }
    try result.get()
  }

  /// Notes that the database accepted a proof.
  func wasShown(_ proof: Proof) {
    state.withLock { if $0.proof == proof { $0.isShown = true } }
  }

  private static func random() -> UniqueID {
    var generator = SystemRandomNumberGenerator()
    return UniqueID(high: generator.next(), low: generator.next())
  }

  /// Reads a file; nil where there is none.
  private static func read(_ path: String) throws(SinkError) -> Proof? {
    let found = try SinkError.wrapping { () throws(Failure) in
      try Disk.read(path, flags: O_NOFOLLOW)
    }
    guard let bytes = found else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let ids = lines.compactMap { line in try? UniqueID(postgresText: Array(line).span) }
    guard lines.count == 3, ids.count == 3 else {
      throw SinkError("use as a host identity file", path, EINVAL)
    }
    return Proof(host: ids[0], epochs: Array(ids[1...]))
  }

  private static func write(_ proof: Proof, to path: String) throws(SinkError) {
    let text = ([proof.host] + proof.epochs).map { "\($0.postgresText)\n" }.joined()
    try SinkError.wrapping { () throws(Failure) in
      var file = try FileReplacement(of: path, mode: 0o600)
      try file.write(Array(text.utf8))
      try file.finish()
    }
  }
}
