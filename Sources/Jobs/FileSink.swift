import Dispatch
import Glibc
import Host
import Outcome

/// A directory that texts are delivered to, each a file that appears whole or not at all.
///
/// Disks block, so it works on a thread of its own.
package actor FileSink {
  private nonisolated let executor = SinkExecutor()
  private let folder: String

  /// Its own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Takes a directory that exists and can be written.
  ///
  /// - Throws: `SinkError`.
  package init(folder: String) throws(SinkError) {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw SinkError("open", folder) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SinkError("open", folder, ENOTDIR) }
    guard access(folder, W_OK | X_OK) == 0 else { throw SinkError("write to", folder) }
    self.folder = folder
  }

  /// Writes one file, replacing one of that name.
  ///
  /// It is on disk after the next `settle`.
  ///
  /// - Throws: `SinkError`.
  package func write(name: String, text: String) throws(SinkError) {
    try SinkError.wrapping { () throws(Failure) in
      var file = try FileReplacement(of: "\(folder)/\(name)", mode: 0o600)
      try file.write(Array(text.utf8))
      try file.finish()
    }
  }

  /// Brings the names of the files written so far to disk.
  ///
  /// - Throws: `SinkError`.
  package func settle() throws(SinkError) {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw SinkError("open", folder) }
    defer { _ = Glibc.close(directory) }
    guard fsync(directory) == 0 else { throw SinkError("sync", folder) }
  }
}

extension FileSink: NoticeSink {
  /// Most notices in one transaction.
  package nonisolated var batchNotices: Int { 100 }

  /// Writes each notice to the file that its key names.
  package func deliver(_ notices: [Notice]) async throws -> [Delivery] {
    for notice in notices { try write(name: "\(notice.key).json", text: notice.json + "\n") }
    try settle()
    return notices.map { _ in .sent }
  }
}

/// Why a text could not be delivered to a directory.
package struct SinkError: Error, Hashable, CustomStringConvertible {
  /// One line: the operation, the path, the reason.
  package let description: String

  /// Runs a step with files whose failure is a sink's.
  static func wrapping<R>(_ body: () throws(Failure) -> R) throws(SinkError) -> R {
    do throws(Failure) { return try body() } catch { throw SinkError(description: error.message) }
  }

  private init(description: String) { self.description = description }

  /// Makes an error from the operation that failed, its path, and the reason.
  package init(_ verb: String, _ path: String, _ code: Int32 = errno) {
    description = "cannot \(verb) \(path): \(String(cString: strerror(code)))"
  }
}

/// One thread after another for a sink, none of the cooperative pool's.
private final class SinkExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "reeve sink")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
