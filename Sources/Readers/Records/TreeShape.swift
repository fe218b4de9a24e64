/// Finds out what the collections of a tree of JSON are, in memory that does not grow with it.
///
/// Everything below ids is merged into one node; names stay separate nodes.
struct TreeShape: Sendable {
  private struct Place {
    var names: [[UInt8]: Int] = [:]
    /// The shape of the values behind ids.
    var others: Int?
    /// How many containers, arrays and other values were found here.
    var containers = 0
    var arrays = 0
    var scalars = 0
    /// Ids that nobody types, and ids that are whole numbers.
    var ids = 0
    var numbers = 0
    /// Whether it had too many names, so that all of them are ids.
    var isMerged = false
  }

  /// The most names of one path; more of them are ids.
  private static let limitNames = 64
  private static let limitPlaces = 20_000
  private static let limitDepth = 24

  private var places = [Place()]
  /// Those that were merged into others, and can be taken again.
  private var unused: [Int] = []

  /// Looks at a file, to its end or to that of a first part.
  ///
  /// - Throws: `Failure` where the file cannot be read; one that is no JSON is looked at as far as
  ///   it is.
  init(_ file: SourceFile, end: Int? = nil) throws {
    var stream = try JSONStream(file, end: end)
    do {
      while try stream.peek() != nil { try add(from: &stream) }
    } catch is JSONStream.Broken {}
  }

  private mutating func add(from stream: inout JSONStream) throws {
    var nothing: [UInt8] = []
    var levels: [(place: Int, isArray: Bool, count: Int)] = []
    func isContainer(_ byte: UInt8?) -> Bool {
      byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }
    func enter(_ place: Int) throws {
      let isArray = try stream.peek() == UInt8(ascii: "[")
      places[place].containers += 1
      if isArray { places[place].arrays += 1 }
      try stream.enter()
      levels.append((place, isArray, 0))
    }
    guard isContainer(try stream.peek()) else {
      _ = try stream.take(into: &nothing, limit: nil)
      return
    }
    try enter(0)
    while let level = levels.last {
      guard try stream.step() else {
        levels.removeLast()
        continue
      }
      levels[levels.count - 1].count += 1
      let first = try stream.peek()
      if first == UInt8(ascii: "n") || stream.keyFault != nil {
        // A null value counts as absent; whatever has a damaged key is one damaged record.
        _ = try stream.take(into: &nothing, limit: nil)
        continue
      }
      let key = level.isArray ? Array(String(level.count).utf8)[...] : stream.key
      let place = place(below: level.place, key)
      if let place, isContainer(first), levels.count < Self.limitDepth {
        try enter(place)
        continue
      }
      if let place {
        if isContainer(first) { places[place].containers += 1 } else { places[place].scalars += 1 }
      }
      _ = try stream.take(into: &nothing, limit: nil)
    }
  }

  private mutating func place(below parent: Int, _ key: ArraySlice<UInt8>) -> Int? {
    if let known = places[parent].names[Array(key)] { return known }
    let look = KeyLook(key)
    if look == .id { places[parent].ids += 1 }
    if look == .number { places[parent].numbers += 1 }
    if look == .name {
      if !places[parent].isMerged, places[parent].names.count < Self.limitNames {
        guard let new = newPlace() else { return nil }
        places[parent].names[Array(key)] = new
        return new
      }
      if !places[parent].isMerged { mergeNames(of: parent) }
      places[parent].isMerged = true
      places[parent].ids += 1
    }
    if let others = places[parent].others { return others }
    guard let new = newPlace() else { return nil }
    places[parent].others = new
    return new
  }

  /// Returns a place of which nothing is known; nil where there are too many.
  private mutating func newPlace() -> Int? {
    if let place = unused.popLast() { return place }
    guard places.count < Self.limitPlaces else { return nil }
    places.append(Place())
    return places.count - 1
  }

  /// Takes all names of a path as ids.
  private mutating func mergeNames(of parent: Int) {
    let names = places[parent].names.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(
      \.value
    )
    places[parent].names = [:]
    places[parent].ids += names.count
    for place in names {
      if let others = places[parent].others {
        merge(place, into: others)
      } else {
        places[parent].others = place
      }
    }
  }

  private mutating func merge(_ from: Int, into target: Int) {
    let source = places[from]
    places[from] = Place()
    unused.append(from)
    places[target].isMerged = places[target].isMerged || source.isMerged
    places[target].containers += source.containers
    places[target].arrays += source.arrays
    places[target].scalars += source.scalars
    places[target].ids += source.ids
    places[target].numbers += source.numbers
    for (name, place) in source.names {
      if let known = places[target].names[name] {
        merge(place, into: known)
      } else {
        places[target].names[name] = place
      }
    }
    if let others = source.others {
      if let known = places[target].others {
        merge(others, into: known)
      } else {
        places[target].others = others
      }
    }
    if places[target].names.count > Self.limitNames || places[target].isMerged {
      mergeNames(of: target)
      places[target].isMerged = true
    }
  }

  /// Whether this is rather a tree of collections than one record: no value is beside them, or
  /// ids lead to them.
  var isTree: Bool {
    var shape = self
    let hasIDs = places.contains { place in
      place.ids + place.numbers > 0 && place.arrays == 0
        && (place.others.map { places[$0].containers > 0 } ?? false)
    }
    let hasValues = places[0].names.values.contains { places[$0].scalars > 0 }
    return (hasIDs || !hasValues) && shape.patterns.contains { $0.last == "{}" }
  }

  /// The paths of the records, with `{}` for ids, every value in one of them.
  var patterns: [[String]] {
    mutating get {
      var found: [[String]] = []
      if places[0].others != nil || isCollection(0, depth: 0) {
        visitCollection(0, [], &found)
      } else {
        for (name, place) in members(of: 0) { visit(place, [name], &found) }
      }
      return found
    }
  }

  private func members(of place: Int) -> [(name: String, place: Int)] {
    places[place].names.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
      .sorted { $0.name < $1.name }
  }

  /// A path outside of collections: a collection, a record of its own, or a group of those.
  private mutating func visit(_ place: Int, _ path: [String], _ found: inout [[String]]) {
    if isCollection(place, depth: path.count) { return visitCollection(place, path, &found) }
    let inner = members(of: place)
    let hasCollections = inner.contains { isCollection($0.place, depth: path.count + 1) }
    let hasOnlyNames = places[place].others == nil
    if hasCollections, hasOnlyNames, inner.allSatisfy({ places[$0.place].scalars == 0 }) {
      for (name, place) in inner { visit(place, path + [name], &found) }
      return
    }
    found.append(path)
    visitRecord(place, path, &found)
  }

  private mutating func visitCollection(
    _ place: Int,
    _ path: [String],
    _ found: inout [[String]]
  ) {
    if !places[place].names.isEmpty { mergeNames(of: place) }
    guard let item = places[place].others else { return }
    let path = path + ["{}"]
    // Ids lead to further ids.
    if places[item].scalars == 0, isCollection(item, depth: path.count) {
      return visitCollection(item, path, &found)
    }
    found.append(path)
    visitRecord(item, path, &found)
  }

  /// Collections inside a record: behind ids that nobody types.
  private mutating func visitRecord(_ place: Int, _ path: [String], _ found: inout [[String]]) {
    for (name, inner) in members(of: place) where places[inner].containers > 0 {
      let isOwn =
        places[inner].arrays == 0 && places[inner].scalars == 0
        && (places[inner].ids > 0 || leadsToIDs(inner, depth: path.count + 1))
      if isOwn, isCollection(inner, depth: path.count + 1) {
        visitCollection(inner, path + [name], &found)
      } else if places[inner].scalars == 0, places[inner].arrays == 0 {
        visitRecord(inner, path + [name], &found)
      }
    }
  }

  /// Whether several readable names lead to collections behind ids: they are ids themselves, such
  /// as the lessons of a course.
  private func leadsToIDs(_ place: Int, depth: Int) -> Bool {
    places[place].names.count > 1
      && places[place].names.values.contains { item in
        places[item].names.values.contains { inner in
          let isOwn =
            places[inner].containers > 0 && places[inner].arrays == 0
            && places[inner].scalars == 0
          return isOwn
            && (places[inner].ids > 0 && isCollection(inner, depth: depth + 2)
              || leadsToIDs(inner, depth: depth + 2))
        }
      }
  }

  /// Whether the keys of a path are ids.
  private func isCollection(_ place: Int, depth: Int) -> Bool {
    let here = places[place]
    guard here.containers > 0 else { return false }
    if let others = here.others {
      let count = places[others].containers + places[others].scalars
      let isFew = here.names.count > count
      let hasOnlyItems = places[others].containers > 0 || here.arrays == 0
      // A field of most: these are records with further ids among their fields.
      let hasField = here.names.values.contains { places[$0].scalars * 2 >= here.containers }
      if !isFew, hasOnlyItems, depth < 2 || !hasField { return true }
      if depth >= 2, hasField { return false }
    }
    // Names that all lead to records with the same fields, or all to collections of such.
    let inner = Array(here.names.values) + (here.others.map { [$0] } ?? [])
    guard !here.names.isEmpty, inner.allSatisfy({ isContainer($0) }) else { return false }
    if areAlike(inner.map { fields(of: [$0]) }, whenOne: depth == 1) { return true }
    // Side by side in the root are different things, however alike they are.
    if depth == 0 { return false }
    return areAlike(
      inner.map { item in
        let records = Array(places[item].names.values) + (places[item].others.map { [$0] } ?? [])
        return records.allSatisfy { isContainer($0) } ? fields(of: records) : []
      },
      whenOne: false
    )
  }

  private func isContainer(_ place: Int) -> Bool {
    places[place].containers > 0 && places[place].scalars == 0 && places[place].arrays == 0
  }

  /// The names that have a value of no container in one of several paths.
  private func fields(of items: [Int]) -> Set<[UInt8]> {
    items.reduce(into: []) { fields, item in
      fields.formUnion(places[item].names.filter { places[$0.value].scalars > 0 }.map(\.key))
    }
  }

  /// Whether records have mostly the same fields.
  private func areAlike(_ fields: [Set<[UInt8]>], whenOne: Bool) -> Bool {
    let all = fields.reduce(into: Set<[UInt8]>()) { $0.formUnion($1) }
    guard !all.isEmpty, fields.count(where: \.isEmpty) * 4 <= fields.count else { return false }
    if fields.count == 1 { return whenOne }
    return 2 * fields.reduce(0) { $0 + $1.count } > all.count * fields.count
  }
}

/// The look of an object's key: a name, a number or an id.
private enum KeyLook {
  case name, number, id

  init(_ key: ArraySlice<UInt8>) {
    // No name that a pattern could have.
    let isNameless = key.isEmpty || key.contains(UInt8(ascii: "/")) || key.contains(0)
    if isNameless || key.first == UInt8(ascii: "{") {
      self = .id
      return
    }
    let digits = key.count { (48...57).contains($0) }
    if digits == key.count {
      self = key.count < 10 ? .number : .id
      return
    }
    let isWord = key.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 32) || byte == 45 || byte == 95
    }
    self = isWord && key.count >= 20 && (digits > 0 || PushID.time(key) != nil) ? .id : .name
  }
}
