/// A look at the first records of a file of JSON: one of them, or the first alone, proves little.
extension SourceHead {
  /// How many records are looked at, and how much of a file at most.
  package static let limitRecords = 1000
  static let limitBytes = 4 << 20

  /// The result of such a look.
  struct Sample {
    /// Records that can be read.
    var read = 0
    /// Those of them that are objects with what was looked for.
    var found = 0
    /// Records that cannot be read.
    var faulty = 0
  }

  /// Counts the records among the first of lines, or of an array, that have something.
  func sample(of structure: Structure, _ has: ([Value.Member]) -> Bool) throws -> Sample {
    structure == .array
      ? try sample(TextReader(file: file, framing: ArrayFraming()), has)
      : try sample(TextReader(file: file, framing: LineFraming()), has)
  }

  private func sample(
    _ reader: TextReader<some RecordFraming>,
    _ has: ([Value.Member]) -> Bool
  ) throws -> Sample {
    var reader = reader
    var sample = Sample()
    var count = 0
    while count < Self.limitRecords {
      guard let chunk = try reader.next(limit: Self.limitRecords - count) else { break }
      count += chunk.frames.count
      for index in chunk.frames.indices {
        if chunk.frames[index].range.count > Chunk.usualBytes { continue }
        do throws(Fault) {
          let object = try chunk.object(index).fields
          sample.read += 1
          if has(object) { sample.found += 1 }
        } catch {
          sample.faulty += 1
        }
      }
      if chunk.nextOffset >= Self.limitBytes { break }
    }
    return sample
  }

  /// Whether the lines of a text are records of JSON for the most part, though the first is none.
  func hasLinesOfObjects() throws -> Bool {
    guard structure == nil || structure == .tree, bytes.contains(lineFeed),
      bytes.contains(UInt8(ascii: "{"))
    else { return false }
    let sample = try sample(of: .values) { _ in true }
    return sample.found > max(1, sample.faulty)
  }
}
