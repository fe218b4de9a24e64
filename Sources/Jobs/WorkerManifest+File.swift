package import Catalog
import Host
import Postgres

extension WorkerManifest {
  /// Reads a worker's manifest from a file, and looks at the programs that it names.
  ///
  /// - Throws: `ManifestError` with everything found, also where the file cannot be read or
  ///   trusted, or a program or the user that it runs as cannot be. A program that is not there yet
  ///   is no finding.
  package init(path: String) throws(ManifestError) {
    let bytes: [UInt8]
    do throws(FileRefusal) {
      bytes = try TrustedFile(path).read(limitBytes: Self.limitBytes)
    } catch {
      let start = Position(file: path, line: 1, column: 1)
      throw ManifestError(findings: [Finding(start, error.description)])
    }
    try self.init(file: ManifestFile(name: path, bytes: bytes))
    var findings: [Finding] = []
    for (name, command) in commands.sorted(by: { $0.key < $1.key }) {
      let position = commandPositions[name] ?? Position(file: path, line: 1, column: 1)
      do throws(SubprocessError) {
        _ = try ProgramUser.forPrograms(named: command.runAs)
      } catch {
        findings.append(Finding(position, error.description))
      }
      do throws(FileRefusal) {
        _ = try TrustedProgram(argv: command.argv, directory: command.directory)
      } catch  where error.code == 0 {
        findings.append(Finding(position, error.description))
      } catch {
        // Missing, or no program: its jobs report that, if there are any.
      }
    }
    for (name, copy) in copies.sorted(by: { $0.key < $1.key })
    where ConnectionInfo.mayHoldPassword(copy.server) {
      findings.append(
        Finding(
          copyPositions[name] ?? Position(file: path, line: 1, column: 1),
          "the server holds a password, or is no connection string; a password belongs in "
            + "~/.pgpass or a service file"
        )
      )
    }
    guard findings.isEmpty else { throw ManifestError(findings: findings) }
  }

  /// The most that is read; the reader of manifests refuses a file of that size.
  private static let limitBytes = (1 << 20) + 1
}
