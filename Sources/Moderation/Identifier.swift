/// Normal forms of identifiers of persons, so that two spellings of one are equal.
enum Identifier {
  /// Domains that ignore what follows a plus in an address, and those of them that also ignore
  /// dots; each with the name of the domain that has the same mailboxes.
  private static let domains: [String: (name: String, ignoresDots: Bool)] = [
    "gmail.com": ("gmail.com", true), "googlemail.com": ("gmail.com", true),
    "outlook.com": ("outlook.com", false), "hotmail.com": ("hotmail.com", false),
    "live.com": ("live.com", false), "icloud.com": ("icloud.com", false),
    "me.com": ("icloud.com", false), "mac.com": ("icloud.com", false),
    "fastmail.com": ("fastmail.com", false), "proton.me": ("proton.me", false),
    "protonmail.com": ("proton.me", false), "pm.me": ("proton.me", false),
  ]

  /// Returns an identifier in its normal form; empty if it identifies no person.
  ///
  /// An e-mail address is in lower case, without the dots and tags that its domain ignores; a phone
  /// number is its digits from the country code on; anything else is as it is, without blanks
  /// around.
  static func normal(_ value: String, kind: String) -> String {
    switch kind {
    case "email": email(value)
    case "phone": phone(value)
    default: trimmed(value)
    }
  }

  private static func trimmed(_ value: String) -> String {
    guard let first = value.firstIndex(where: { !$0.isWhitespace }),
      let last = value.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(value[first...last])
  }

  private static func email(_ value: String) -> String {
    let address = trimmed(value).lowercased()
    guard let at = address.lastIndex(of: "@"), at > address.startIndex else { return "" }
    let host = String(address[address.index(after: at)...])
    guard let domain = domains[host] else { return host.isEmpty ? "" : address }
    var mailbox = address[..<at].prefix { $0 != "+" }
    if domain.ignoresDots { mailbox.removeAll { $0 == "." } }
    return mailbox.isEmpty ? address : "\(mailbox)@\(domain.name)"
  }

  private static func phone(_ value: String) -> String {
    // The trunk's zero that is written for callers at home: +39 (0) 6.
    var text = trimmed(value)
    if let trunk = text.firstRange(of: "(0)") { text.removeSubrange(trunk) }
    var digits = text.compactMap(\.wholeNumberValue).map(String.init).joined()
    if digits.hasPrefix("00") { digits.removeFirst(2) }
    return digits.count < 6 ? "" : digits
  }
}
