/// Makes names of tables and columns from what a source calls them, each once.
package struct NameMaker {
  /// Bytes that a name may have (NAMEDATALEN of PostgreSQL).
  private static let limitBytes = 63

  private var taken: Set<String>

  /// Begins with names that are not to be had: those of system columns.
  package init(taken: Set<String> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]) {
    self.taken = taken
  }

  /// Returns a name that was not returned before, as like the text as may be; with `isExact` the
  /// text itself where it is free.
  package mutating func name(for text: String, else fallback: String, isExact: Bool = false)
    -> String
  {
    let plain = isExact ? text : Self.plain(text)
    let wanted = Self.cut(plain.isEmpty ? fallback : plain, to: Self.limitBytes)
    var name = wanted
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      name = Self.cut(wanted, to: Self.limitBytes - 8) + "_\(number)"
    }
    return name
  }

  /// Words of ASCII become `snake_case`; other names stay, but for U+0000.
  package static func plain(_ text: String) -> String {
    var name = ""
    var isLower = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "A"..."Z":
        if isLower { name += "_" }
        name.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) + 32))
        isLower = false
      case "a"..."z", "0"..."9":
        name.unicodeScalars.append(scalar)
        isLower = true
      case "_", "-", ".", " ":
        if !name.hasSuffix("_") { name += "_" }
        isLower = false
      default: return text.replacing("\u{0}", with: "")
      }
    }
    return name
  }

  private static func cut(_ text: String, to limit: Int) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      guard name.utf8.count + String(scalar).utf8.count <= limit else { break }
      name.unicodeScalars.append(scalar)
    }
    return name
  }
}
