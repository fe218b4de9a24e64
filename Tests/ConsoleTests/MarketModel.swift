/// What should be so on a marketplace, kept in memory.
struct MarketModel {
  /// What one action did.
  struct Done {
    let rows: Set<String>
    let held: Set<Int>
    let isTimed: Bool
    let batch: Int64?
    /// The person whom it bars without end, so that it answers whatever strikes propose.
    var bars: Int? = nil
  }

  /// What a threshold of strikes proposes.
  struct Proposed: Hashable, Comparable {
    let person: Int
    let policy: String
    let threshold: Int

    static func < (left: Proposed, right: Proposed) -> Bool {
      (left.person, left.threshold, left.policy) < (right.person, right.threshold, right.policy)
    }
  }

  /// A proposal, and where it is.
  struct Pending {
    let proposed: Proposed
    /// Whether an action in force already does it.
    var isAnswered: Bool
    var isInCase = false
  }

  var owner: [Int: Int] = [:]
  var stores: [Int: Int] = [:]
  var customers: [Int: (customer: Int, store: Int)] = [:]
  var states: [Int: String] = [:]
  var active: [Int64: Done] = [:]
  /// The strikes that count, by their actions.
  var strikes: [Int64: (person: Int, weight: Int)] = [:]
  /// What was proposed for strikes, and still is.
  var proposals: [Pending] = []
  /// Actions that somebody appealed against.
  var appealed: Set<Int64> = []

  func total(_ person: Int) -> Int {
    strikes.values.reduce(0) { $0 + ($1.person == person ? $1.weight : 0) }
  }

  /// What waits to be decided.
  var open: [Proposed] { proposals.filter { !$0.isAnswered }.map(\.proposed).sorted() }

  func isBarred(_ person: Int) -> Bool { active.values.contains { $0.bars == person } }

  /// Who answers for a row.
  func person(_ collection: String, _ key: Int) -> Int {
    switch collection {
    case "user": key
    case "store": owner[key] ?? 0
    default: owner[stores[key] ?? 0] ?? 0
    }
  }

  /// Counts what was done at once: the gravest threshold that it reaches is a proposal.
  mutating func strike(_ actions: [(id: Int64, person: Int)], _ policy: String) {
    let weight = ["fraud": 3, "counterfeit": 2][policy] ?? 1
    for person in Set(actions.map(\.person)) {
      let before = total(person)
      for action in actions where action.person == person {
        strikes[action.id] = (person, weight)
      }
      let reached = [9, 6, 3].first { before < $0 && $0 <= total(person) }
      if let reached {
        let proposed = Proposed(person: person, policy: policy, threshold: reached)
        proposals.append(Pending(proposed: proposed, isAnswered: isBarred(person)))
      }
    }
  }

  /// Voids strikes of actions that have ended, proposes again what they answered, and withdraws
  /// what the other strikes do not come to.
  mutating func void(_ actions: [Int64]) {
    var persons = Set(actions.compactMap { strikes.removeValue(forKey: $0)?.person })
    for index in proposals.indices where proposals[index].isAnswered {
      let person = proposals[index].proposed.person
      guard !isBarred(person) else { continue }
      proposals[index].isAnswered = false
      persons.insert(person)
    }
    for person in persons {
      let total = total(person)
      proposals.removeAll {
        !$0.isAnswered && $0.proposed.person == person && $0.proposed.threshold > total
      }
    }
  }

  /// Puts what waits into cases, unless an action in force already does it.
  mutating func takeIn() {
    for index in proposals.indices {
      guard !proposals[index].isAnswered, !proposals[index].isInCase else { continue }
      proposals[index].isAnswered = isBarred(proposals[index].proposed.person)
      proposals[index].isInCase = !proposals[index].isAnswered
    }
  }

  /// The rows that a verb on a subject hides.
  func reach(_ collection: String, _ key: Int) -> Set<String> {
    var rows: Set<String> = ["\(collection):\(key)"]
    if collection == "user" {
      for (store, person) in owner where person == key { rows.formUnion(reach("store", store)) }
    } else if collection == "store" {
      for (product, store) in stores where store == key { rows.insert("product:\(product)") }
    }
    return rows
  }

  /// Cancels a customer's own reservations, for good, then holds those that wait at the stores.
  ///
  /// - Returns: Those that are held.
  mutating func bar(_ user: Int) -> Set<Int> {
    for (id, place) in customers where place.customer == user {
      if ["pending", "held"].contains(states[id]) { states[id] = "cancelled" }
    }
    return hold(at: Set(owner.filter { $0.value == user }.keys))
  }

  /// Holds what waits at stores.
  ///
  /// - Returns: Those that are held.
  mutating func hold(at places: Set<Int>) -> Set<Int> {
    let held = customers.filter { places.contains($0.value.store) && states[$0.key] == "pending" }
    for id in held.keys { states[id] = "held" }
    return Set(held.keys)
  }

  mutating func end(_ action: Int64) {
    guard let done = active.removeValue(forKey: action) else { return }
    for id in done.held where states[id] == "held" { states[id] = "pending" }
  }

  /// Each hidden row, the actions that hide it, and whether it is without end.
  var hidden: [String: (causes: Set<Int64>, isForever: Bool)] {
    var rows: [String: (causes: Set<Int64>, isForever: Bool)] = [:]
    for (id, done) in active {
      for row in done.rows {
        rows[row, default: ([], false)].causes.insert(id)
        if !done.isTimed { rows[row]?.isForever = true }
      }
    }
    return rows
  }
}
