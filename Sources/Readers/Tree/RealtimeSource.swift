import Catalog

/// An export of Firebase's Realtime Database: one tree of JSON, of any depth.
struct RealtimeSource: TreeSource {
  static let format = "rtdb"
  static let title = "exports of the Realtime Database (JSON)"
  static let traits = SourceTraits(hasCollections: true, hasDoubles: true)

  var reader: TreeReader?
  var isOver = false
  let file: SourceFile
  /// The mapping's paths; nil if the collections are yet to be detected.
  private var plan: TreePlan?

  init(_ input: SourceInput) throws { file = try input.file }

  func begin() throws -> TreeReader {
    if let plan { return try TreeReader(file, plan: plan) }
    var shape = try TreeShape(file)
    return try TreeReader(file, plan: TreePlan(shape.patterns.map(DocumentPattern.init(path:))))
  }

  static func begins(_ head: SourceHead) throws -> Bool {
    try head.structure == .tree && !head.hasLinesOfObjects()
  }

  mutating func select(_ records: [DocumentPattern], drop: [DocumentPattern]) {
    plan = TreePlan(records, drop: drop)
  }

  func frames(of path: DocumentPath) -> [ArraySlice<UInt8>] { path.segments }

  static var plainNumbers: JSONParser.Numbers? { .doubles }

  static func value(_ text: ArraySlice<UInt8>) throws(Fault) -> Value {
    try JSONParser.parse(text, numbers: .doubles)
  }
}

extension DocumentPattern {
  /// Makes a pattern of a path that has `{}` for ids.
  fileprivate init(path: [String]) {
    self.init(
      segments: path.enumerated().map { $1 == "{}" ? .variable("\($0)") : .name($1) }
    )
  }
}
