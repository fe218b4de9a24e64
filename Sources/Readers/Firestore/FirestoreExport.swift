internal import Glibc
import Outcome

/// The files of an export of Cloud Firestore and what it declares of itself.
///
/// Managed exports, those of the emulator, and directories of `output-N` whose metadata is gone.
struct FirestoreExport: Sendable {
  /// The files that hold documents, in the order of reading; none in the export of an empty
  /// database.
  let outputs: [String]
  /// Documents that the metadata declares; nil where it is gone.
  let declared: Int?
  /// Why the files cannot be all there is, a line each.
  let problems: [String]

  /// The deepest directory looked into.
  private static let limitDepth = 6

  /// Finds an export in a directory, or around one of its files.
  ///
  /// - Throws: `Failure` where there is none, or more than one.
  init(_ path: String) throws {
    var folder = path
    if !SourceFile.isFolder(path) {
      let file = lastComponent(of: path)
      if Self.number(ofOutput: file) != nil {
        (outputs, declared, problems) = ([path], nil, [])
        return
      }
      guard file == "firebase-export-metadata.json" || file.hasSuffix(Self.overall) else {
        throw Failure(
          .failed,
          "\(path) is not a Firestore export",
          hint: "Give the export's directory."
        )
      }
      folder = String(path.dropLast(file.count))
    }
    var survey = try Survey(folder: folder.isEmpty ? "." : folder)
    try survey.readKinds()
    guard !survey.outputs.isEmpty || survey.declared != nil || !survey.problems.isEmpty else {
      throw Failure(.failed, "\(folder) contains no Firestore export")
    }
    outputs = survey.outputs
    declared = survey.declared
    problems = survey.problems
  }

  private static let overall = ".overall_export_metadata"
  private static let ofKind = ".export_metadata"

  /// Whether a file's name is one that exports use.
  static func isPart(_ name: String) -> Bool {
    name == "firebase-export-metadata.json" || name.hasSuffix(overall)
      || number(ofOutput: name) != nil
  }

  /// The number N of `output-N`.
  fileprivate static func number(ofOutput name: String) -> Int? {
    guard name.hasPrefix("output-") else { return nil }
    let digits = name.dropFirst(7)
    return digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
  }

  /// Lists the files below a directory, but for what archivers leave behind.
  private static func list(_ folder: String, depth: Int, to found: inout [String]) throws {
    guard let stream = opendir(folder) else {
      let reason = String(cString: strerror(errno))
      throw Failure(.failed, "cannot read \(folder): \(reason)")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), name != "__MACOSX" { names.append(name) }
    }
    for name in names.sorted() {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if SourceFile.isFolder(path) {
        if depth < limitDepth { try list(path, depth: depth + 1, to: &found) }
      } else if name.hasSuffix(overall) || name.hasSuffix(ofKind) || number(ofOutput: name) != nil {
        found.append(path)
      }
    }
  }

  /// State collected while the metadata is read.
  private struct Survey {
    let found: [String]
    var outputs: [String] = []
    var declared: Int?
    var problems: [String] = []
    /// Metadata of the directories of outputs, as the whole export's names it, with what that says
    /// of them.
    private var kinds: [(path: String, bytes: Int?)] = []

    init(folder: String) throws {
      var found: [String] = []
      try list(folder, depth: 0, to: &found)
      self.found = found
      let overalls = found.filter { $0.hasSuffix(overall) }
      guard overalls.count < 2 else {
        throw Failure(
          .failed,
          "\(folder) contains \(overalls.count) exports",
          hint: "Name one of them: \(overalls.joined(separator: ", "))."
        )
      }
      if let overall = overalls.first { try read(overall: overall) }
    }

    /// Reads the metadata of the whole: a log of two records, a version and the kinds.
    private mutating func read(overall path: String) throws {
      let file = try SourceFile(path)
      var scanner = LogScanner(at: 0)
      let bytes = try file.read(at: 0, count: Chunk.limitBytes)
      bytes.withUnsafeBufferPointer { scanner.scan($0, isLast: true, passesOver: false) }
      if let damage = scanner.damage.first {
        problems.append("\(path), byte \(damage.offset): \(damage.reason)")
        return
      }
      do {
        guard scanner.entries.count <= 2, let version = scanner.entries.first,
          scanner.payload[version.range] == [UInt8(ascii: "3")]
        else { throw Fault(code: "syntax", reason: "not an export's metadata") }
        declared = 0
        guard scanner.entries.count == 2 else { return }
        let folder = path.dropLast(lastComponent(of: path).count)
        var reader = WireReader(scanner.payload[scanner.entries[1].range])
        while let (number, content) = try reader.next() {
          guard number == 1, case .bytes(let kind) = content else { continue }
          let (name, count, bytes) = try Self.kind(kind)
          declared? += count
          // The emulator writes backslashes on Windows.
          kinds.append((folder + name.replacing("\\", with: "/"), bytes))
        }
      } catch let fault as Fault {
        declared = nil
        problems.append("\(path): \(fault.reason)")
      }
    }

    private static func kind(
      _ bytes: ArraySlice<UInt8>
    ) throws(Fault) -> (path: String, count: Int, bytes: Int) {
      var kind = (path: "", count: 0, bytes: 0)
      var reader = WireReader(bytes)
      while let (number, content) = try reader.next() {
        switch (number, content) {
        case (2, .bytes(let path)): kind.path = String(decoding: path, as: UTF8.self)
        case (3, .number(let count)): kind.count = Int(clamping: count)
        case (4, .number(let bytes)): kind.bytes = Int(clamping: bytes)
        default: continue
        }
      }
      guard kind.count < 1 << 48, !kind.path.isEmpty else {
        throw Fault(code: "syntax", reason: "not an export's metadata")
      }
      return kind
    }

    /// Reads the metadata of each directory of outputs and compares it with what lies there.
    mutating func readKinds() throws {
      let named = Set(kinds.map(\.path))
      for kind in kinds where !found.contains(kind.path) {
        problems.append("\(kind.path) is missing")
      }
      let metadata = found.filter { $0.hasSuffix(ofKind) && !$0.hasSuffix(overall) }
      var folders: [String: [String]] = [:]
      for path in found {
        let name = lastComponent(of: path)
        guard number(ofOutput: name) != nil else { continue }
        folders[String(path.dropLast(name.count)), default: []].append(name)
      }
      for path in metadata {
        let folder = String(path.dropLast(lastComponent(of: path).count))
        if !kinds.isEmpty, !named.contains(path) {
          problems.append("\(path) is in a directory that the export does not name")
        }
        let present = folders.removeValue(forKey: folder) ?? []
        let bytes = kinds.first { $0.path == path }?.bytes
        try read(kind: path, folder, present: present, bytes: bytes)
      }
      for (folder, names) in folders.sorted(by: { $0.key < $1.key }) {
        if declared != nil { problems.append("\(folder) has no metadata") }
        let names = Self.inOrder(names)
        let numbers = names.compactMap(number(ofOutput:))
        for gap in 0..<min((numbers.last ?? 0), 1 << 20) where !numbers.contains(gap) {
          problems.append("\(folder)output-\(gap) is missing")
          if problems.count > 100 { break }
        }
        outputs += names.map { folder + $0 }
      }
    }

    private static func inOrder(_ names: [String]) -> [String] {
      names.sorted { (number(ofOutput: $0) ?? 0) < (number(ofOutput: $1) ?? 0) }
    }

    /// Reads the metadata of a directory: a bare protocol buffer.
    private mutating func read(
      kind path: String,
      _ folder: String,
      present: [String],
      bytes declaredBytes: Int?
    ) throws {
      var listed: [String] = []
      let file = try SourceFile(path)
      let bytes = try file.read(at: 0, count: Chunk.limitBytes)
      do {
        var reader = WireReader(bytes[...])
        while let (number, content) = try reader.next() {
          guard number == 2, case .bytes(let part) = content else { continue }
          var inner = WireReader(part)
          while let (number, content) = try inner.next() {
            guard number == 2, case .bytes(let name) = content else { continue }
            listed.append(String(decoding: name, as: UTF8.self))
          }
        }
      } catch {
        problems.append("\(path): \(error.reason)")
      }
      for name in listed where !present.contains(name) {
        problems.append("\(folder)\(name) is missing")
      }
      for name in Self.inOrder(present) where !listed.contains(name) {
        problems.append("\(folder)\(name) is not one of those that \(path) names")
      }
      let paths = Self.inOrder(present).map { folder + $0 }
      outputs += paths
      if let declaredBytes {
        let size = try paths.reduce(0) { try $0 + SourceFile($1).bytes }
        if size < declaredBytes {
          problems.append("\(folder) holds \(size) bytes, not the \(declaredBytes) declared")
        }
      }
    }
  }
}

/// Returns the last component of a path.
package func lastComponent(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
