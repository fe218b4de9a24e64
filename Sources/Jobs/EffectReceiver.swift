package import Catalog
import Postgres

/// Where an effect of an action outside the database is sent, such as a sign-in provider.
///
/// An effect may come again, with the same key: after a crash, or when an answer was lost.
package protocol EffectReceiver: Sendable {
  /// The longest that one attempt takes.
  var timeout: Duration { get }

  /// Sends an effect, which must be over by `until`: nothing is sent after that.
  ///
  /// - Parameters:
  ///   - effect: What is sent.
  ///   - until: When it must be over.
  /// - Returns: `sent` only if the receiver confirmed it as the manifest asks.
  func send(_ effect: OutsideEffect, until: ContinuousClock.Instant) async -> Delivery
}

/// An effect outside the database that is due.
package struct OutsideEffect: Sendable {
  /// The entry of the manifest that it is sent by.
  package let name: String
  /// The same for each try, and another one when a moderator sends the effect again.
  package let key: String
  /// A JSON object: outside_id, app, effect, subject, action, fields.
  package let json: String
}

/// What the answer to an effect must say, so that the effect is confirmed.
package struct EffectContract: Hashable, Sendable {
  /// By member of the answer, a JSON object; a dot leads into a member's own members.
  package let expects: [String: JSON]

  /// Takes `expect` of an entry of the manifest.
  package init(_ expects: [String: JSON]) { self.expects = expects }

  /// What is wrong with an answer; nil if it says what it must.
  package func fault(in answer: String) -> String? {
    guard !expects.isEmpty else { return nil }
    guard let said = try? JSONB(answer).decode(as: Value.self) else {
      return "the answer is no JSON, or too long"
    }
    for (path, wanted) in expects.sorted(by: { $0.key < $1.key }) {
      let found = path.split(separator: ".").reduce(Optional(said)) { $0?[String($1)] }
      guard let found else { return "the answer has no \(path)" }
      if !found.isEqual(to: wanted) { return "\(path) is \(found.text), not \(wanted.text)" }
    }
    return nil
  }

  /// A value of the answer; of numbers only whole ones can be asked for.
  private enum Value: Decodable {
    case object([String: Value])
    case scalar(JSON)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .scalar(.null)
      } else if let value = try? container.decode(Bool.self) {
        self = .scalar(.boolean(value))
      } else if let value = try? container.decode(Int.self) {
        self = .scalar(.integer(value))
      } else if let value = try? container.decode(String.self) {
        self = .scalar(.string(value))
      } else if let members = try? container.decode([String: Value].self) {
        self = .object(members)
      } else {
        self = .other
      }
    }

    subscript(member: String) -> Value? {
      guard case .object(let members) = self else { return nil }
      return members[member]
    }

    func isEqual(to wanted: JSON) -> Bool {
      guard case .scalar(let value) = self else { return false }
      return value == wanted
    }

    var text: String {
      guard case .scalar(let value) = self else { return "something else" }
      return value.text
    }
  }
}
