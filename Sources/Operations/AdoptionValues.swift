import Glibc

/// The kind of a column's values, regardless of its name.
struct AdoptionValues: Sendable {
  /// The kind of a value.
  enum Kind: Hashable, Sendable {
    /// A token, a digest of a password, a key.
    case secret
    /// Nothing else is written so: an address of mail, an IBAN, a card, a phone with `+`.
    case plain
    /// A text that mentions one.
    case mention
    /// An identity number without a form of its own, by its index in the list of those.
    case national(Int)
    /// A value that may also be something else: a phone number without `+`, an IP address.
    case likely
    /// Where somebody is, if the row is about somebody: a street, a pair of degrees.
    case whereabouts
    /// A date on which somebody may be born.
    case birth
    /// A date before that.
    case longAgo
  }

  /// How many values there are.
  private(set) var total = 0
  /// How many are of each kind.
  private(set) var counts: [Kind: Int] = [:]
  /// Whether a value holds several texts.
  let isDocument: Bool

  /// Looks at values.
  ///
  /// - Parameters:
  ///   - values: Different values of a column, as text.
  ///   - isDocument: Whether each may hold several texts: JSON, a list, a record.
  init(_ values: [String], isDocument: Bool) {
    self.isDocument = isDocument
    total = values.count
    for value in values {
      let parts = isDocument ? Self.parts(value) : [value]
      for kind in parts.reduce(into: Set<Kind>(), { $0.formUnion(Self.kinds($1)) }) {
        counts[kind, default: 0] += 1
      }
    }
  }

  /// Whether somebody who sees one could act as somebody else.
  var isSecret: Bool { counts[.secret] != nil }

  /// Whether they identify somebody.
  ///
  /// - Parameter ofPersons: Whether the rows are people, or about people.
  /// - Returns: Whether to mask the column.
  func isPersonal(ofPersons: Bool) -> Bool {
    guard total > 0 else { return false }
    /// Whether at least as many of ten are of a kind.
    func are(_ kind: Kind, _ tenths: Int) -> Bool {
      (counts[kind] ?? 0) * 10 >= total * tenths && counts[kind] != nil
    }
    if are(.plain, isDocument && ofPersons ? 0 : 2) || are(.mention, 5) { return true }
    let isEnough = total >= (ofPersons ? 1 : 3)
    let kinds = counts.keys.filter { if case .national = $0 { true } else { false } } + [.likely]
    if isEnough, kinds.contains(where: { are($0, 8) }) { return true }
    return ofPersons && (are(.whereabouts, isDocument ? 1 : 3))
  }

  /// Whether they are dates on which people may be born: all in the past, some long ago.
  var areBirthdays: Bool { total > 0 && counts[.birth] == total && counts[.longAgo] != nil }

  /// The texts in JSON, XML, a list or a record.
  private static func parts(_ text: String) -> [String] {
    text.split { "\"{}[]<>,".contains($0) }.prefix(200).compactMap { part in
      var part = part[...]
      while let first = part.first, " :=\\".contains(first) || first == "(" && !part.contains(")") {
        part.removeFirst()
      }
      while let last = part.last, " :=\\".contains(last) || last == ")" && !part.contains("(") {
        part.removeLast()
      }
      return part.isEmpty ? nil : String(part)
    }
  }

  /// Returns the kinds of personal data that a text may be.
  static func kinds(_ value: String) -> Set<Kind> {
    let text = value.trimmed
    guard text.utf8.count >= 5 else { return [] }
    var kinds: Set<Kind> = []
    if isToken(text) { kinds.insert(.secret) }
    if isMail(text) { return kinds.union([.plain]) }
    if text.contains("@"),
      text.split(whereSeparator: { " <>()[],;:\"'\n".contains($0) })
        .contains(where: { isMail(String($0)) })
    {
      kinds.insert(.mention)
    }
    guard text.utf8.count <= 200 else { return kinds }
    let bytes = Array(text.utf8)
    let digits = bytes.filter { 48...57 ~= $0 }.map { Int($0) - 48 }
    let rest = String(text.filter { !$0.isNumber })
    if AdoptionNumbers.isIBAN(text) || AdoptionNumbers.hasOwnForm(text) { kinds.insert(.plain) }
    if rest.allSatisfy({ " -./".contains($0) }) {
      if (13...19).contains(digits.count), rest.allSatisfy({ " -".contains($0) }),
        AdoptionNumbers.isCard(digits)
      {
        kinds.insert(.plain)
      }
      if digits.count >= 9 {
        kinds.formUnion(AdoptionNumbers.schemes(digits).map { .national($0) })
      }
    }
    if digits.count >= 8, let date = text.prefixMatch(of: /([0-9]{4})-[01][0-9]-[0-3][0-9]\b/),
      let year = Int(date.1), 1900...(time(nil) / 31_556_952 + 1960) ~= year
    {
      kinds.insert(.birth)
      if year < 1990 { kinds.insert(.longAgo) }
    }
    if isPhone(text, digits.count, rest) { kinds.insert(text.hasPrefix("+") ? .plain : .likely) }
    if isHost(text) { kinds.insert(.likely) }
    if isStreet(text) || isPlace(text) { kinds.insert(.whereabouts) }
    return kinds
  }

  private static func isMail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].utf8.count >= 4,
      let dot = parts[1].lastIndex(of: "."), dot != parts[1].startIndex
    else { return false }
    let top = parts[1][parts[1].index(after: dot)...]
    return top.count >= 2 && top.allSatisfy(\.isLetter)
      && !text.contains { $0.isWhitespace || "/,;:<>()\"".contains($0) }
  }

  private static func isToken(_ text: String) -> Bool {
    let beginnings = [
      "$2a$", "$2b$", "$2y$", "$2x$", "$argon2", "$scrypt$", "$pbkdf2", "$5$", "$6$", "$1$", "$y$",
      "$P$", "$apr1$", "pbkdf2_", "bcrypt_", "argon2$", "{SSHA}", "{BCRYPT}", "{bcrypt}",
      "sk_live_",
      "sk_test_", "rk_live_", "rk_test_", "pk_live_", "ghp_", "gho_", "ghu_", "ghs_", "github_pat_",
      "glpat-", "xoxb-", "xoxp-", "xoxa-", "AKIA", "ASIA", "AIza", "ya29.", "npm_", "hf_", "SG.",
      "sk-ant-", "sk-proj-", "dop_v1_", "shpat_", "otpauth://", "-----BEGIN ",
    ]
    if text.utf8.count >= 16, beginnings.contains(where: text.hasPrefix) { return true }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.hasPrefix("eyJ") && parts.count >= 3
      && parts.prefix(3).allSatisfy { part in
        part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=".contains($0)) }
      }
  }

  private static func isPhone(_ text: String, _ digits: Int, _ rest: String) -> Bool {
    guard (7...15).contains(digits), !text.contains(where: \.isLetter) else { return false }
    if text.hasPrefix("+") { return rest.allSatisfy { "+ ()-./".contains($0) } }
    // A date, a number of a book and a decimal are written with such characters, too.
    let groups = text.split { !$0.isNumber }
    guard rest.allSatisfy({ " ()-./".contains($0) }), digits >= 9,
      !text.hasPrefix("978"), !text.hasPrefix("979")
    else { return false }
    let isDate = groups.count == 3 && groups.contains { $0.count == 4 } && digits <= 8
    return !isDate
      && (text.hasPrefix("0") || text.hasPrefix("(") || groups.count >= 3 && groups.count <= 6)
      && groups.allSatisfy { $0.count <= 11 } && !(text.contains(".") && groups.count == 2)
  }

  /// Whether a text is an IP address.
  private static func isHost(_ text: String) -> Bool {
    let host = text.split(separator: "/").first ?? ""
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4 {
      let octets = parts.compactMap { Int($0) }
      return octets.count == 4 && octets.allSatisfy { 0...255 ~= $0 } && octets.contains { $0 > 30 }
    }
    let groups = host.split(separator: ":", omittingEmptySubsequences: false)
    return (3...8).contains(groups.count) && host.utf8.count >= 6
      && (host.contains("::") || groups.count == 8 || groups.count == 6)
      && groups.allSatisfy { $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }
  }

  /// Whether a text is a street and a number.
  private static func isStreet(_ text: String) -> Bool {
    guard text.utf8.count <= 160, text.contains(where: \.isNumber) else { return false }
    let words = text.lowercased().split { $0.isWhitespace || $0 == "," }
    let isCJK =
      ["丁目", "番地", "路", "街"].contains { text.contains($0) }
      && text.contains { "号號番区區市".contains($0) }
    return isCJK
      || words.count >= 2
        && words.contains { word in
          let plain = word.filter { $0 != "." }
          return AdoptionWords.streets.contains(plain)
            || plain.count > 4 && AdoptionWords.streetEnds.set.contains { word.hasSuffix($0) }
        }
  }

  /// Whether a text is a latitude and a longitude.
  private static func isPlace(_ text: String) -> Bool {
    let parts = text.filter { $0 != "(" && $0 != ")" }.split { $0 == "," || $0 == " " }
    guard parts.count == 2, parts.allSatisfy({ $0.contains(".") }), let one = Double(parts[0]),
      let other = Double(parts[1])
    else { return false }
    return abs(one) <= 90 && abs(other) <= 180
  }
}

extension String {
  /// Without spaces around it.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
