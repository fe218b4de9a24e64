import Catalog

/// The nodes of a JSON tree that hold records, as a trie of the paths that lead to them.
struct TreePlan: Sendable {
  /// The role of the keys that lead to a node.
  enum Role {
    /// A name, as it is in the pattern.
    case name
    /// The id of one of many.
    case id
    /// No part of the path.
    case frame
  }

  /// A node.
  struct Node: Sendable {
    var names: [[UInt8]: Int] = [:]
    var others: Int?
    var role: Role
    var isRecord = false
    /// Whether what is here is passed over.
    var isDropped = false

    /// Whether records lie below.
    var isDeep: Bool { others != nil || !names.isEmpty }
  }

  /// The root comes first.
  private(set) var nodes = [Node(role: .frame)]
  /// Whether values that belong to no record are reported.
  let tellsRest: Bool

  /// Makes a plan of a mapping's patterns.
  init(_ records: [DocumentPattern], drop: [DocumentPattern] = []) {
    tellsRest = true
    for pattern in records { nodes[place(of: pattern)].isRecord = true }
    for pattern in drop { nodes[place(of: pattern)].isDropped = true }
  }

  /// Documents of Firestore as scripts of Node write them: their collections under one key, in the
  /// file, unless it is laid out otherwise, and in each document.
  static func documents(_ layout: RootLook.Layout) -> TreePlan {
    var plan = TreePlan(tellsRest: true)
    func addDocuments(to collection: Int) -> Int {
      let document = plan.add(to: collection, name: nil, role: .id)
      plan.nodes[document].isRecord = true
      return document
    }
    var parent = 0
    switch layout {
    case .root: break
    case .collections: parent = addDocuments(to: plan.add(to: 0, name: nil, role: .name))
    case .collection: parent = addDocuments(to: 0)
    case .document: plan.nodes[0].isRecord = true
    }
    let frame = plan.add(to: parent, name: collectionsKey, role: .frame)
    let inner = addDocuments(to: plan.add(to: frame, name: nil, role: .name))
    plan.nodes[inner].names[collectionsKey] = frame
    return plan
  }

  /// The accounts of `auth:export`.
  static var accounts: TreePlan {
    var plan = TreePlan(tellsRest: false)
    let users = plan.add(to: 0, name: Array("users".utf8), role: .frame)
    let account = plan.add(to: users, name: nil, role: .frame)
    plan.nodes[account].isRecord = true
    return plan
  }

  /// The key under which an export has collections, apart from fields.
  static let collectionsKey = Array("__collections__".utf8)

  private init(tellsRest: Bool) { self.tellsRest = tellsRest }

  private mutating func add(to parent: Int, name: [UInt8]?, role: Role) -> Int {
    if let known = name.map({ nodes[parent].names[$0] }) ?? nodes[parent].others { return known }
    nodes.append(Node(role: role))
    if let name {
      nodes[parent].names[name] = nodes.count - 1
    } else {
      nodes[parent].others = nodes.count - 1
    }
    return nodes.count - 1
  }

  private mutating func place(of pattern: DocumentPattern) -> Int {
    pattern.segments.reduce(0) { node, segment in
      switch segment {
      case .name(let name): add(to: node, name: Array(name.utf8), role: .name)
      case .variable: add(to: node, name: nil, role: .id)
      }
    }
  }

  /// Returns the nodes that a key leads to from several.
  func below(_ places: [Int], _ key: ArraySlice<UInt8>) -> [Int] {
    var found: [Int] = []
    for place in places {
      if !nodes[place].names.isEmpty, let named = nodes[place].names[Array(key)] {
        found.append(named)
        // A frame is no id.
        if nodes[named].role == .frame { continue }
      }
      if let others = nodes[place].others { found.append(others) }
    }
    return found
  }
}
