/// A queue in memory: where each job is, told by the rules and nothing else.
struct QueueModel {
  enum Place: Hashable {
    case ready, timer, waiting, running(worker: Int), dead, completed, cancelled
  }

  /// What is asked for.
  struct Wish {
    var priority = 0
    var maxAttempts = 12
    var key: String?
    /// Whether the moment it names is to come; nil = it names none.
    var isLater: Bool?
    var after: [Int64]?
  }

  struct Entry {
    let priority: Int
    let maxAttempts: Int
    let key: String?
    let isLater: Bool
    var place = Place.waiting
    var reason = "scheduled"
    var lease = 0
    var attempt = 0
    var losses = 0
    var isCancelAsked = false
    var needs: Set<Int64>
    /// When it became ready; equal where the order is nobody's promise.
    var order = 0

    var isOver: Bool { [.dead, .completed, .cancelled].contains(place) }
  }

  private(set) var jobs: [Int64: Entry] = [:]
  /// Who holds a key.
  private(set) var keys: [String: Int64] = [:]
  /// Those that are over and no longer among `jobs`, by state.
  private(set) var forgotten: [String: Int] = [:]
  var workers: [(id: Int, nonce: String)] = []
  var isPaused = false
  var maxRunning: Int?
  /// Starts that the rate leaves, which in a test is next to 0.
  var tokens: Int?
  private var clock = 0

  func ids(_ filter: (Entry) -> Bool) -> [Int64] {
    jobs.filter { filter($0.value) }.keys.sorted()
  }

  func held(by worker: Int) -> [Int64] { ids { $0.place == .running(worker: worker) } }

  var running: [Int64] { ids { if case .running = $0.place { true } else { false } } }

  // MARK: Coming in

  /// Whether something is to wait for what will not be completed.
  func isRefused(_ wishes: [Wish]) -> Bool {
    wishes.contains { wish in
      (wish.after ?? []).contains { [.dead, .cancelled].contains(jobs[$0]?.place) }
    }
  }

  /// Takes wishes in, given the ids that came back; whether these may be.
  mutating func enqueue(_ wishes: [Wish], as ids: [Int64]) -> Bool {
    guard ids.count == wishes.count else { return false }
    var fresh: [Int64] = []
    for (wish, id) in zip(wishes, ids) {
      if let holder = wish.key.flatMap({ keys[$0] }) {
        guard holder == id else { return false }
        continue
      }
      guard jobs[id] == nil else { return false }
      if let key = wish.key { keys[key] = id }
      let needs = (wish.after ?? []).filter { jobs[$0]?.place != .completed }
      jobs[id] = Entry(
        priority: wish.priority,
        maxAttempts: wish.maxAttempts,
        key: wish.key,
        isLater: wish.isLater ?? false,
        needs: Set(needs)
      )
      if wish.after == nil { free([id]) } else { fresh.append(id) }
    }
    free(fresh.filter { jobs[$0]?.needs.isEmpty == true }.sorted())
    return true
  }

  private mutating func free(_ ids: [Int64]) {
    for id in ids {
      if jobs[id]?.isLater == true { jobs[id]?.place = .timer } else { ready([id]) }
    }
  }

  private mutating func ready(_ ids: [Int64], inOrder isOrdered: Bool = true) {
    clock += 1
    for id in ids {
      jobs[id]?.place = .ready
      jobs[id]?.order = clock
      if isOrdered { clock += 1 }
    }
  }

  /// Makes what waits for the clock ready.
  mutating func tick(_ ids: [Int64]) { ready(ids) }

  // MARK: Claims

  /// Which jobs a claim starts, given the places in the queue.
  mutating func claim(
    _ queue: [(id: Int64, priority: Int, seq: Int64)],
    worker: Int,
    max: Int,
    isFair: Bool
  ) -> [String] {
    var left = isPaused ? 0 : min(max, tokens ?? max, (maxRunning ?? .max) - running.count)
    var levels = [1, 0, -1]
    if isFair {
      let first = Dictionary(queue.map { ($0.priority, $0.seq) }, uniquingKeysWith: min)
      levels = first.sorted { $0.value < $1.value }.map(\.key)
    }
    var started: [String] = []
    for level in levels where left > 0 {
      for place in queue.filter({ $0.priority == level }).prefix(left) {
        jobs[place.id]?.place = .running(worker: worker)
        jobs[place.id]?.lease += 1
        jobs[place.id]?.attempt += 1
        left -= 1
        tokens = tokens.map { $0 - 1 }
        let entry = jobs[place.id]
        started.append("\(place.id) \(entry?.lease ?? 0) \(entry?.attempt ?? 0)")
      }
    }
    return started
  }

  /// Whether these are the ready jobs, each priority in the order in which they became so.
  func isQueue(_ queue: [(id: Int64, priority: Int, seq: Int64)]) -> Bool {
    guard queue.map(\.id).sorted() == ids({ $0.place == .ready }) else { return false }
    return zip(queue, queue.dropFirst()).allSatisfy { one, next in
      one.priority != next.priority
        || jobs[one.id].map(\.order) ?? 0 <= jobs[next.id].map(\.order) ?? 0
    }
  }

  // MARK: Endings

  mutating func complete(_ ids: [Int64]) {
    for id in ids { end(id, .completed) }
    let done = Set(ids)
    var freed: [Int64] = []
    for id in self.ids({ $0.place == .waiting && !$0.needs.isDisjoint(with: done) }) {
      jobs[id]?.needs.subtract(done)
      if jobs[id]?.needs.isEmpty == true { freed.append(id) }
    }
    free(freed)
  }

  mutating func fail(_ id: Int64, outcome: String) {
    guard let entry = jobs[id] else { return }
    if outcome == "cancelled" || entry.isCancelAsked {
      end(id, .cancelled)
    } else if outcome == "discarded" || entry.attempt >= entry.maxAttempts {
      end(id, .dead)
    } else {
      wait(id, "retryable")
    }
  }

  /// Hands attempts back: without a charge, unless somebody asked to cancel them.
  mutating func release(_ ids: [Int64], isSnoozed: Bool, inOrder: Bool = false) {
    var again: [Int64] = []
    for id in ids {
      if jobs[id]?.isCancelAsked == true {
        end(id, .cancelled)
        continue
      }
      jobs[id]?.attempt -= 1
      if isSnoozed { wait(id, "snoozed") } else { again.append(id) }
    }
    ready(again, inOrder: inOrder)
  }

  /// Ends workers that were silent.
  mutating func lose(_ lost: [Int]) {
    var again: [Int64] = []
    for id in lost.flatMap(held(by:)).sorted() {
      guard let entry = jobs[id] else { continue }
      if entry.losses >= 2 || entry.attempt >= entry.maxAttempts {
        end(id, .dead)
      } else if entry.isCancelAsked {
        end(id, .cancelled)
      } else {
        jobs[id]?.losses += 1
        again.append(id)
      }
    }
    ready(again)
  }

  private mutating func wait(_ id: Int64, _ reason: String) {
    jobs[id]?.place = .timer
    jobs[id]?.reason = reason
    jobs[id]?.losses = 0
  }

  /// Cancels; what is told of each.
  mutating func cancel(_ wanted: [Int64]) -> Set<String> {
    var told: Set<String> = []
    var gone: [Int64] = []
    for id in wanted {
      guard let entry = jobs[id], !entry.isOver, !entry.isCancelAsked else { continue }
      told.insert("\(id) \(state(entry))")
      if case .running = entry.place { jobs[id]?.isCancelAsked = true } else { gone.append(id) }
    }
    for id in gone { end(id, .cancelled) }
    return told
  }

  private mutating func end(_ id: Int64, _ place: Place) {
    guard let entry = jobs[id], !entry.isOver else { return }
    jobs[id]?.place = place
    jobs[id]?.needs = []
    if let key = entry.key { keys[key] = nil }
    guard place != .completed else { return }
    for follower in ids({ $0.place == .waiting && $0.needs.contains(id) }) {
      end(follower, .cancelled)
    }
  }

  // MARK: Told

  func state(_ entry: Entry) -> String {
    switch entry.place {
    case .ready: "available"
    case .timer: entry.reason == "retryable" ? "retryable" : "scheduled"
    case .waiting: "waiting"
    case .running: "running"
    case .dead: "discarded"
    case .completed: "completed"
    case .cancelled: "cancelled"
    }
  }

  /// How many jobs are, or ever were, in a state.
  var counts: [String: Int] {
    jobs.values.reduce(into: forgotten) { $0[state($1), default: 0] += 1 }
  }

  /// Each job with its state; lease and attempt where they matter.
  var places: Set<String> {
    Set(
      jobs.map { id, entry in
        switch entry.place {
        case .waiting, .cancelled: "\(id) \(state(entry))"
        default: "\(id) \(state(entry)) \(entry.lease) \(entry.attempt)"
        }
      }
    )
  }

  /// Who waits for whom.
  var links: Set<String> {
    Set(jobs.flatMap { id, entry in entry.needs.map { "\($0) \(id)" } })
  }

  /// Forgets what is over; which jobs.
  mutating func forget() -> [Int64] {
    let over = ids(\.isOver)
    for id in over {
      if let entry = jobs.removeValue(forKey: id) { forgotten[state(entry), default: 0] += 1 }
    }
    return over
  }
}
