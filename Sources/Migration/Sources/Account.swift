import Catalog

/// What is read of a sign-in account: who it is, how it signs in, and when it did.
enum Account {
  /// What is said of every export.
  static let notes = [
    "password hashes, salts, keys and tokens are left out: they are neither shown nor kept"
  ]

  /// What the fields of an account are called here.
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
        redacted(whole).appendJSON(to: &text)
        texts.append((text, nil))
      } catch {
        // A reason may quote what it is about.
        let isQuoting = error.reason.contains("“")
        let reason = isQuoting ? "the account cannot be read" : error.reason
        texts.append(([], Fault(code: error.code, reason: reason)))
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

  /// Leaves out members whose names say that they are secret, also in a text that is JSON.
  private static func redacted(_ value: Value) -> Value {
    switch value {
    case .array(let items): return .array(items.map(redacted))
    case .map(let members):
      return .map(
        members.filter { !SecretField.hides(name: $0.key) }.map { member in
          Value.Member(key: member.key, value: redacted(member.value))
        }
      )
    case .string(let text) where text.first == UInt8(ascii: "{"):
      guard let inner = parsed(text) else { return SecretField.hides(name: text) ? .null : value }
      var clean: [UInt8] = []
      redacted(inner).appendJSON(to: &clean)
      return .string(clean[...])
    default: return value
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
      throw Fault(code: "syntax", reason: "\(fields.count) fields where an account has 26 to 28")
    }
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
        case "claims": claims(member.value)
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

  private static func claims(_ value: Value) -> Value {
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
