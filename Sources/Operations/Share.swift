package import Catalog
internal import Glibc
import Host
package import Outcome

/// The files that the program reads at run time: SQL, manifests and jobs.
package struct Share: Sendable {
  /// The directory that holds `sql` and `jobs`.
  package let path: String

  /// Finds the files: `$REEVE_SHARE`, else `../share/reeve` beside the program's directory, else
  /// the tree that the program was built in.
  ///
  /// - Returns: The first that holds migrations.
  /// - Throws: `Failure` with the places that were looked at.
  package static func find() throws(Failure) -> Share {
    let candidates: [String]
    if let named = environmentValue("REEVE_SHARE") {
      candidates = [named]
    } else {
      let directory = programDirectory
      candidates = ["\(directory)/../share/reeve"] + (buildRoot(of: directory).map { [$0] } ?? [])
    }
    for path in candidates where Disk.status("\(path)/sql/migrations")?.isDirectory == true {
      return Share(path: path)
    }
    throw Failure(
      .failed,
      "cannot find Reeve's SQL files",
      details: candidates.map { "no sql/migrations in \($0)" },
      hint: "Set REEVE_SHARE to the directory that holds sql and jobs."
    )
  }

  /// The directory of the program that runs.
  package static var programDirectory: String {
    guard let path = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(path) }
    return String(String(cString: path).split(separator: "/").dropLast().map { "/" + $0 }.joined())
  }

  /// The package that a directory inside `.build` belongs to.
  private static func buildRoot(of directory: String) -> String? {
    let parts = directory.split(separator: "/")
    guard let build = parts.firstIndex(of: ".build") else { return nil }
    return parts[..<build].map { "/" + $0 }.joined()
  }

  /// One file of SQL.
  struct Script: Sendable {
    /// Its path.
    let path: String
    /// Its text.
    let text: String

    /// The file's name without `.sql`.
    var name: String {
      String(path.split(separator: "/").last?.dropLast(4) ?? "")
    }

    /// The name of the directory it is in.
    var area: String {
      path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    }
  }

  /// Returns the SQL files below a directory, in the order of their paths.
  func scripts(in folder: String) throws(Failure) -> [Script] {
    try Disk.files(below: "\(path)/\(folder)", ending: ".sql").map { path throws(Failure) in
      try script(at: path)
    }
  }

  /// Returns one SQL file, nil where there is none.
  func script(_ file: String) throws(Failure) -> Script? {
    let path = "\(path)/\(file)"
    return Disk.status(path) == nil ? nil : try script(at: path)
  }

  /// Returns the text of a file of `sql/queries`.
  func query(_ file: String) throws(Failure) -> String {
    guard let script = try script("sql/queries/\(file)") else {
      throw Failure(.failed, "\(path) holds no sql/queries/\(file)")
    }
    return script.text
  }

  private func script(at path: String) throws(Failure) -> Script {
    guard let text = try Disk.text(path) else { throw Failure(.failed, "\(path) is gone") }
    return Script(path: path, text: text)
  }

  /// The apps that come with this tree.
  package func apps() throws(Failure) -> [String] {
    try Disk.names(in: "\(path)/sql/apps").filter {
      Disk.status("\(path)/sql/apps/\($0)/catalog.yaml") != nil
    }
  }

  /// Reads an app's manifest: its catalog and policies, its jobs and those of every app.
  ///
  /// - Parameter app: A directory of `sql/apps`.
  /// - Returns: The manifest.
  /// - Throws: `ManifestError` with every finding; `Failure` with the nearest name for an unknown
  ///   app.
  package func manifest(app: String) throws -> Manifest {
    let known = try apps()
    guard known.contains(app) else {
      let hint =
        nearest(to: app, among: known).map { "Did you mean \($0)?" }
        ?? "Known: \(known.joined(separator: ", "))."
      throw Failure(.notFound, "there is no app “\(app)”", hint: hint)
    }
    return try manifest(catalog: "\(path)/sql/apps/\(app)/catalog.yaml")
  }

  /// The catalog files of the apps that come with this tree.
  package func catalogs() throws(Failure) -> [String] {
    try apps().map { "\(path)/sql/apps/\($0)/catalog.yaml" }
  }

  /// Reads the manifest of a catalog file, with the policies, the terms and the folder `jobs` beside
  /// it, and the jobs of this tree.
  ///
  /// - Parameter file: The path of a `catalog.yaml`.
  /// - Returns: The manifest.
  /// - Throws: `ManifestError` with every finding; `Failure` where a file cannot be read.
  package func manifest(catalog file: String) throws -> Manifest {
    let bytes = try Disk.file(file)
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let policies = try Disk.read("\(folder)policies.yaml")
    let terms = try Disk.read("\(folder)terms.yaml")
    let schedules =
      try Disk.files(below: "\(path)/jobs", ending: ".yaml")
      + Disk.files(below: "\(folder)jobs", ending: ".yaml")
    let jobs = try schedules.map {
      job throws(Failure) in
      (
        name: String(job.split(separator: "/").last?.dropLast(5) ?? ""),
        file: ManifestFile(name: job, bytes: try Disk.read(job) ?? [])
      )
    }
    return try Manifest(
      catalog: ManifestFile(name: file, bytes: bytes),
      policies: policies.map { ManifestFile(name: "\(folder)policies.yaml", bytes: $0) },
      terms: terms.map { ManifestFile(name: "\(folder)terms.yaml", bytes: $0) },
      texts: { try Disk.read("\(folder)\($0)") },
      jobs: jobs
    )
  }
}

extension Failure {
  /// A failure that lists the problems of manifests, a line each.
  package init(findings: [Finding]) {
    self.init(
      .failed,
      findings.count == 1 ? "1 error in the manifest" : "\(findings.count) errors in the manifest",
      details: findings.map(\.description)
    )
  }
}
