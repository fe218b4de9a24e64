internal import Host
internal import Outcome

/// Queries with the keys that people judged relevant to them.
///
/// Either one file of lines `query<TAB>key<TAB>grade`, the grade being 1 where it is left out; or
/// the files of the Text REtrieval Conference: queries `id<TAB>query`, and judgments (qrels) `id 0
/// key grade`. A grade of 0 or less says that a key is not relevant.
package struct JudgedQueries: Sendable {
  /// A query.
  package struct Query: Sendable {
    /// The identifier by which results are saved and compared: the id, or the text where there are
    /// no ids.
    package let id: String
    /// The text to search for.
    package let text: String
    /// The grades of the relevant keys, 1 to ``maximumGrade``.
    package var grades: [String: Int] = [:]
  }

  /// The queries with a relevant key, in the order of the file.
  package let queries: [Query]
  /// How many queries have no relevant key and are left out.
  package let unjudged: Int
  /// How many judgments are of queries that are not asked.
  package let unasked: Int

  /// The highest grade, and how many queries and judgments are read.
  package static let maximumGrade = 1000
  private static let maximumLines = 10_000_000
  private static let lineBytes = 100_000

  /// Reads judged queries.
  ///
  /// - Parameters:
  ///   - path: Judged queries, or queries with ids where `judgments` is given.
  ///   - judgments: The file of judgments; nil where the queries' file has them.
  /// - Throws: `Failure` with the line at fault.
  package init(_ path: String, judgments: String?) throws {
    var places: [String: Int] = [:]
    var queries: [Query] = []
    func judge(_ place: Int, _ key: Substring, _ text: Substring, at line: FileLine) throws {
      guard let grade = Int(text), grade <= Self.maximumGrade else {
        throw line.failure("a grade is a whole number up to \(Self.maximumGrade), not “\(text)”")
      }
      guard !key.isEmpty else { throw line.failure("there is no key") }
      if grade > 0, queries[place].grades.updateValue(grade, forKey: String(key)) != nil {
        throw line.failure("\(key) is judged twice for “\(queries[place].text)”")
      }
    }
    try Self.read(path) { line in
      let parts = line.text.split(separator: "\t", omittingEmptySubsequences: false)
      guard judgments != nil || (2...3).contains(parts.count) else {
        throw line.failure("a line is query, tab, key, tab, grade")
      }
      guard judgments == nil || parts.count == 2 else {
        throw line.failure("a line of queries is id, tab, query")
      }
      let id = String(parts[0])
      if judgments != nil {
        guard places.updateValue(queries.count, forKey: id) == nil else {
          throw line.failure("there are two queries \(id)")
        }
        queries.append(Query(id: id, text: String(parts[1])))
        return
      }
      let place = places[id] ?? queries.count
      if place == queries.count {
        places[id] = place
        queries.append(Query(id: id, text: id))
      }
      try judge(place, parts[1], parts.count == 3 ? parts[2] : "1", at: line)
    }
    var unasked = 0
    if let judgments {
      try Self.read(judgments) { line in
        let parts = line.text.split { $0 == " " || $0 == "\t" }
        guard parts.count == 4 else { throw line.failure("a judgment is id 0 key grade") }
        if let place = places[String(parts[0])] {
          try judge(place, parts[2], parts[3], at: line)
        } else {
          unasked += 1
        }
      }
    }
    self.unasked = unasked
    self.queries = queries.filter { !$0.grades.isEmpty }
    unjudged = queries.count - self.queries.count
    guard !self.queries.isEmpty else {
      throw Failure(.usage, "\(judgments ?? path) has no relevant key of any query")
    }
  }

  /// A line of a file.
  private struct FileLine {
    let path: String
    let number: Int
    let text: String

    func failure(_ what: String) -> Failure { Failure(.usage, "\(path):\(number): \(what)") }
  }

  /// Reads the lines of a file that are not blank.
  private static func read(_ path: String, _ take: (FileLine) throws -> Void) throws {
    var lines = try FileLines(path: path, limitBytes: lineBytes)
    var number = 0
    while let next = try lines.next() {
      number += 1
      func failure(_ what: String) -> Failure { Failure(.usage, "\(path):\(number): \(what)") }
      guard case .bytes(var bytes) = next else { throw failure("longer than \(lineBytes) bytes") }
      guard number <= maximumLines else { throw failure("more than \(maximumLines) lines") }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
        throw failure("not UTF-8")
      }
      guard text.contains(where: { !$0.isWhitespace }) else { continue }
      try take(FileLine(path: path, number: number, text: text))
    }
  }
}
