import Bytes
import Testing

@testable import Moderation

/// A forger who knows the format and computes every digest and hash again: only an anchor finds
/// them.
struct AuditForgeryTests {
  /// What an entry says, before it is sealed.
  struct Draft {
    var seq: Int64
    var microseconds: Int64
    var commandID: Int64
    var actor = "anna"
    var principal: String? = "bo"
    var kind = "ban"
    var subject: String? = "randevoo/user:42"
    var batch: String? = "7"
    var content = #"{"code": null, "outcome": "done", "why": "spam \"x\""}"#
  }

  private static let drafts = (1...6).map {
    Draft(seq: Int64($0), microseconds: 1_795_264_200_000_000 + Int64($0), commandID: Int64($0))
  }

  /// Each field of an entry: changed, emptied and taken away.
  private static let changes: [(name: String, make: @Sendable (inout Draft) -> Void)] = [
    ("time", { $0.microseconds += 1 }), ("command", { $0.commandID += 1 }),
    ("actor", { $0.actor = "eve" }), ("no actor", { $0.actor = "" }),
    ("principal", { $0.principal = "eve" }), ("empty principal", { $0.principal = "" }),
    ("no principal", { $0.principal = nil }), ("kind", { $0.kind = "undo" }),
    ("subject", { $0.subject = "randevoo/user:43" }), ("no subject", { $0.subject = nil }),
    ("batch", { $0.batch = "8" }), ("no batch", { $0.batch = nil }),
    ("content", { $0.content.replace("spam", with: "fine") }),
    ("space in the content", { $0.content.append(" ") }),
    ("empty content", { $0.content = "" }),
    (
      "a field moved on",
      { draft in
        (draft.principal, draft.subject) = (draft.subject, draft.principal)
      }
    ),
  ]

  /// Entries added, dropped, repeated and exchanged, with sequence numbers that follow each other.
  private static let rearrangements: [(name: String, make: @Sendable ([Draft]) -> [Draft])] = [
    ("one added in front", { [$0[2]] + $0 }),
    ("one added within", { $0[..<3] + [$0[0]] + $0[3...] }),
    ("the first dropped", { Array($0.dropFirst()) }),
    ("one dropped within", { Array($0[..<2] + $0[3...]) }),
    ("the last dropped", { Array($0.dropLast()) }),
    ("all dropped", { _ in [] }), ("one repeated", { $0[..<3] + [$0[2]] + $0[3...] }),
    ("two exchanged", { $0[..<2] + [$0[3], $0[2]] + $0[4...] }),
    ("turned round", { $0.reversed() }),
  ]

  @Test func `whatever field of an entry up to the anchor is forged, the anchor finds it`() throws {
    for index in Self.drafts.indices {
      for change in Self.changes {
        var drafts = Self.drafts
        change.make(&drafts[index])
        try expectFound(drafts, "\(change.name) of entry \(index + 1)", from: index + 1)
      }
    }
  }

  @Test func `whatever entry is added, dropped or moved before the anchor, it finds that`() throws {
    for rearrangement in Self.rearrangements {
      let drafts = rearrangement.make(Self.drafts)
      try expectFound(drafts, rearrangement.name, from: Self.drafts.count)
    }
    // What was added after the last anchor is as good as any new entry.
    let sound = Self.sealed(Self.drafts)
    let anchor = AuditAnchor(seq: 6, hash: sound[5].hash)
    #expect(try verify(Self.sealed(Self.drafts + [Self.drafts[0]]), anchor: anchor).isSound)
  }

  @Test func `a forged part of the chain does not continue from its anchor`() throws {
    let sound = Self.sealed(Self.drafts)
    var drafts = Self.drafts
    drafts[1].actor = "eve"
    let forged = Self.sealed(drafts)
    let anchor = AuditAnchor(seq: 3, hash: sound[2].hash)
    #expect(try verify(Array(sound[3...]), anchor: anchor).isSound)
    #expect(try verify(Array(forged[3...]), anchor: anchor).findings.map(\.kind) == [.rewritten])
    #expect(try verify(Array(sound[4...]), anchor: anchor).findings.map(\.kind) == [.unanchored])
  }

  /// Every anchor at `from` or after it finds these drafts; without one they are a sound chain.
  private func expectFound(_ drafts: [Draft], _ what: String, from: Int) throws {
    let sound = Self.sealed(Self.drafts)
    let forged = Self.sealed(drafts)
    #expect(try verify(forged, anchor: nil).isSound, "the forger erred: \(what)")
    for seq in from...Self.drafts.count {
      let anchor = AuditAnchor(seq: Int64(seq), hash: sound[seq - 1].hash)
      #expect(try verify(sound, anchor: anchor).isSound)
      #expect(try !verify(forged, anchor: anchor).isSound, "not found: \(what), anchor \(seq)")
    }
  }

  /// Numbers, digests, hashes and links, all again.
  private static func sealed(_ drafts: [Draft]) -> [AuditEntry] {
    var previous = [UInt8](repeating: 0, count: AuditEntry.hashBytes)
    return zip(Int64(1)..., drafts).map { seq, draft in
      func entry(hash: [UInt8]) -> AuditEntry {
        AuditEntry(
          seq: seq,
          microseconds: draft.microseconds,
          commandID: draft.commandID,
          actor: draft.actor,
          principal: draft.principal,
          kind: draft.kind,
          subject: draft.subject,
          batch: draft.batch,
          manifest: AuditEntry.digest([3] + draft.content.utf8),
          previous: previous,
          hash: hash,
          content: draft.content
        )
      }
      let sealed = entry(hash: entry(hash: []).computedHash)
      previous = sealed.hash
      return sealed
    }
  }

  private func verify(_ entries: [AuditEntry], anchor: AuditAnchor?) throws -> AuditReport {
    let lines = entries.map { entry in
      func quoted(_ text: String?) -> String {
        guard let text else { return "null" }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
      }
      return """
        {"seq":\(entry.seq),"us":\(entry.microseconds),"command_id":\(entry.commandID),\
        "actor":\(quoted(entry.actor)),"principal":\(quoted(entry.principal)),\
        "kind":\(quoted(entry.kind)),"subject":\(quoted(entry.subject)),\
        "batch":\(quoted(entry.batch)),"manifest_hex":"\(entry.manifest.hexadecimal)",\
        "prev_hex":"\(entry.previous.hexadecimal)","hash_hex":"\(entry.hash.hexadecimal)",\
        "content":\(quoted(entry.content))}
        """
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    return try AuditChainFixture.withFile(bytes) {
      try AuditVerifier.verify(path: $0, anchor: anchor)
    }
  }
}
