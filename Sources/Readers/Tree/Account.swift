/// The fields of a sign-in account that are read: its identity, its ways to sign in, and its times.
///
/// Keeps only fields of an export that are known not to be secret. An account with any other field
/// is refused, so that nothing is lost silently.
enum Account {
  /// Notes on every export.
  static let notes = [
    "password hashes, salts, keys and tokens are left out: they are neither shown nor kept"
  ]

  /// The names that the fields of an account get here.
  private static let names: [String: String] = [
    "localId": "uid", "email": "email", "emailVerified": "email_verified", "displayName": "name",
    "photoUrl": "photo_url", "phoneNumber": "phone", "disabled": "disabled",
    "createdAt": "created_at", "lastSignedInAt": "last_login_at", "lastLoginAt": "last_login_at",
    "customAttributes": "claims", "providerUserInfo": "providers",
  ]

  /// The same of a provider.
  private static let providerNames: [String: String] = [
    "providerId": "provider", "rawId": "uid", "email": "email", "displayName": "name",
    "photoUrl": "photo_url",
  ]

  /// Further fields that are no secrets, of accounts and of providers.
  private static let others: Set<String> = [
    "tenantId", "validSince", "lastRefreshAt", "emailLinkSignin", "initialEmail", "screenName",
    "federatedId", "phoneNumber", "language", "timeZone", "customAuth",
  ]

  /// The columns of the table, but for hash and salt; providers have four each.
  private static let columns: [(place: Int, name: String)] = [
    (0, "localId"), (1, "email"), (2, "emailVerified"), (5, "displayName"), (6, "photoUrl"),
    (23, "createdAt"), (24, "lastSignedInAt"), (25, "phoneNumber"), (26, "disabled"),
    (27, "customAttributes"),
  ]
  private static let providers: [(place: Int, name: String)] = [
    (7, "google.com"), (11, "facebook.com"), (15, "twitter.com"), (19, "github.com"),
  ]

  /// Returns a chunk without what is secret and without the records before an offset; of a record
  /// that cannot be read nothing is kept.
  static func redacted(
    _ chunk: Chunk,
    from start: Int,
    parse: (ArraySlice<UInt8>) throws(Fault) -> Value
  ) -> Chunk {
    var texts: [(text: [UInt8], fault: Fault?)] = []
    var kept: [Int] = []
    for index in chunk.frames.indices where chunk.offsets[index] >= start {
      kept.append(index)
      do throws(Fault) {
        var text: [UInt8] = []
        let whole = try parse(Array(chunk.bytes[try chunk.range(index)])[...])
        try redacted(whole).appendJSON(to: &text)
        texts.append((text, nil))
      } catch {
        // A parser's message may quote a secret.
        let isQuoting = error.code == "syntax" && error.reason.contains("“")
        let reason = isQuoting ? "the account cannot be read" : error.reason
        texts.append(([], Fault(code: error.code, reason: reason, extent: error.extent)))
      }
    }
    var made = Chunk(bytes: Array(texts.map(\.text).joined()), isUTF8: true)
    var at = 0
    for (index, text) in zip(kept, texts) {
      let range = at..<(at + text.text.count)
      at = range.upperBound
      made.append(
        Frame(range: range, next: at, fault: text.fault),
        offset: chunk.offsets[index],
        line: chunk.lines[index]
      )
    }
    made.nextOffset = chunk.nextOffset
    made.nextLine = chunk.nextLine
    return made
  }

  /// Leaves out the secrets of an account.
  ///
  /// - Throws: `Fault` where it holds anything that may be one.
  private static func redacted(_ account: Value) throws(Fault) -> Value {
    guard case .map(let members) = account else {
      throw Fault(code: "type", reason: "an account must be an object, not \(account.kind)")
    }
    var kept: [Value.Member] = []
    for member in members where !SecretField.hides(name: member.key) {
      let name = String(decoding: member.key, as: UTF8.self)
      var value = member.value
      switch (name, value) {
      case ("mfaInfo", _): continue
      case ("customAttributes", _): value = try claims(value)
      case ("providerUserInfo", .array(let items)):
        var providers: [Value] = []
        for item in items { providers.append(try redacted(provider: item)) }
        value = .array(providers)
      default: try requireKnown(member, names)
      }
      kept.append(Value.Member(key: member.key, value: value))
    }
    return .map(kept)
  }

  private static func redacted(provider: Value) throws(Fault) -> Value {
    guard case .map(let members) = provider else {
      throw Fault(code: "type", reason: "a provider must be an object, not \(provider.kind)")
    }
    let kept = members.filter { !SecretField.hides(name: $0.key) }
    for member in kept { try requireKnown(member, providerNames) }
    return .map(kept)
  }

  private static func requireKnown(
    _ member: Value.Member,
    _ names: [String: String]
  ) throws(Fault) {
    let name = String(decoding: member.key, as: UTF8.self)
    guard names[name] != nil || others.contains(name) else {
      throw Fault(code: "field", reason: "a field is not known and may be secret")
    }
    switch member.value {
    case .map, .array: throw Fault(code: "type", reason: "the field “\(name)” is no single value")
    default: break
    }
  }

  /// An app's custom claims of an account, as JSON, without those whose names are those of secrets.
  private static func claims(_ value: Value) throws(Fault) -> Value {
    guard case .string(let text) = value, let inner = parsed(text) else {
      throw Fault(code: "type", reason: "the field “customAttributes” is not a text of JSON")
    }
    var clean: [UInt8] = []
    withoutSecrets(inner).appendJSON(to: &clean)
    return .string(clean[...])
  }

  private static func withoutSecrets(_ value: Value) -> Value {
    switch value {
    case .array(let items): .array(items.map(withoutSecrets))
    case .map(let members):
      .map(
        members.filter { !SecretField.hides(name: $0.key) }.map { member in
          Value.Member(key: member.key, value: withoutSecrets(member.value))
        }
      )
    default: value
    }
  }

  private static func parsed(_ text: ArraySlice<UInt8>) -> Value? {
    do {
      return try JSONParser.parse(text)
    } catch {
      return nil
    }
  }

  /// Makes an account of a row of the table, as the JSON has it.
  static func row(_ fields: [ArraySlice<UInt8>]) throws(Fault) -> Value {
    guard (26...30).contains(fields.count), fields.dropFirst(28).allSatisfy(\.isEmpty) else {
      throw Fault(
        code: "syntax",
        reason: "\(fields.count) fields where an account has 26 to 28",
        extent: fields.count < 26 ? .end : .record
      )
    }
    // A comma too many would make a name of what is secret.
    let flags = ["", "true", "false"]
    guard !fields[0].isEmpty, flags.contains(where: { fields[2].elementsEqual($0.utf8) }),
      !fields[3].isEmpty || fields[4].isEmpty,
      fields[23].count >= 12, (fields[23] + fields[24]).allSatisfy({ (48...57).contains($0) }),
      fields[25].isEmpty || fields[25].first == UInt8(ascii: "+"),
      fields.count < 27 || flags.contains(where: { fields[26].elementsEqual($0.utf8) })
    else { throw Fault(code: "syntax", reason: "its fields are not those of an account") }
    var members: [Value.Member] = []
    func add(_ name: String, _ value: Value) {
      members.append(Value.Member(key: Array(name.utf8)[...], value: value))
    }
    for (place, name) in columns where place < fields.count && !fields[place].isEmpty {
      switch String(decoding: fields[place], as: UTF8.self) {
      case "true" where ["emailVerified", "disabled"].contains(name): add(name, .bool(true))
      case "false" where ["emailVerified", "disabled"].contains(name): add(name, .bool(false))
      default: add(name, .string(fields[place]))
      }
    }
    var infos: [Value] = []
    for (place, provider) in providers where !fields[place].isEmpty {
      let inner = ["rawId", "email", "displayName", "photoUrl"].enumerated().compactMap {
        (index, name) -> Value.Member? in
        let text = fields[place + index]
        return text.isEmpty ? nil : Value.Member(key: Array(name.utf8)[...], value: .string(text))
      }
      let id = Value.Member(
        key: Array("providerId".utf8)[...],
        value: .string(Array(provider.utf8)[...])
      )
      infos.append(.map([id] + inner))
    }
    add("providerUserInfo", .array(infos))
    return .map(members)
  }

  /// Gives the fields the names and kinds that they have here.
  static func fields(_ members: [Value.Member]) throws(Fault) -> [Value.Member] {
    var fields: [Value.Member] = []
    for member in members {
      let name = String(decoding: member.key, as: UTF8.self)
      guard let known = names[name] else {
        fields.append(member)
        continue
      }
      let key = Array(known.utf8)[...]
      guard !fields.contains(where: { $0.key == key }) else {
        throw Fault(code: "field", reason: "the field “\(known)” occurs twice")
      }
      let value: Value =
        switch known {
        case "created_at", "last_login_at": try time(member.value, known)
        case "claims": jsonb(member.value)
        case "providers": providers(member.value)
        default: member.value
        }
      fields.append(Value.Member(key: key, value: value))
    }
    return fields
  }

  /// Milliseconds since 1970, as a number or in digits.
  private static func time(_ value: Value, _ name: String) throws(Fault) -> Value {
    var milliseconds = value.integer
    if case .string(let text) = value {
      milliseconds = Int64(String(decoding: text, as: UTF8.self))
    }
    if value == .null { return .null }
    guard let milliseconds, milliseconds > 0,
      let time = Value.timestamp(
        seconds: milliseconds / 1000,
        microseconds: milliseconds % 1000 * 1000
      )
    else { throw Fault(code: "type", reason: "the field “\(name)” is not a time") }
    return time
  }

  private static func jsonb(_ value: Value) -> Value {
    if case .string(let text) = value, let inner = parsed(text) { inner } else { value }
  }

  private static func providers(_ value: Value) -> Value {
    guard case .array(let items) = value else { return value }
    return .array(
      items.map { item in
        guard case .map(let members) = item else { return item }
        return .map(
          members.map { member in
            let name = String(decoding: member.key, as: UTF8.self)
            let known = providerNames[name] ?? name
            return Value.Member(key: Array(known.utf8)[...], value: member.value)
          }
        )
      }
    )
  }
}
