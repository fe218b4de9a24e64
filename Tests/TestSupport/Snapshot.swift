import Glibc
package import Testing

/// Compares output with the file of that name in the test's `Snapshots`; REEVE_WRITE_SNAPSHOTS=1
/// writes it.
package func expectSnapshot(
  _ bytes: [UInt8],
  _ name: String,
  of test: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = test.split(separator: "/").dropLast().joined(separator: "/")
  let path = "/\(folder)/Snapshots/\(name)"
  if getenv("REEVE_WRITE_SNAPSHOTS") != nil {
    let file = try #require(fopen(path, "w"), sourceLocation: sourceLocation)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
  let expected = try #require(
    contents(of: path),
    "no snapshot \(name)",
    sourceLocation: sourceLocation
  )
  #expect(
    String(decoding: bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self),
    sourceLocation: sourceLocation
  )
}

/// A file's bytes; nil where it cannot be read.
package func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return bytes
}
