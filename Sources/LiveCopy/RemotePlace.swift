import FoundationEssentials

/// How far a copy is, as the database of its target has it: written there in the transactions that
/// write the rows.
struct RemotePlace: Decodable, Sendable {
  /// A row that the target refuses.
  struct Rejection: Decodable, Sendable {
    let key: String
    /// The SQLSTATE with which it was refused there; `source` where its values cannot be computed.
    let code: String
    let reason: String
  }

  /// `copying`, `following`, `live`, or `returning` while a rollback keeps it closed.
  var phase: String
  /// How often a cutover was taken back; one that began before cannot make the target live.
  var fence: Int
  /// The rollback that closed the target last, as the source numbers them.
  var round: Int
  /// Key of the last row copied, a text a column.
  var lastKey: [String]?
  /// The position in the change log up to which changes are applied.
  var xid: String
  var changeID: Int64
  var copied: Int
  var applied: Int
  let rejects: [Rejection]

  private enum CodingKeys: String, CodingKey {
    case phase, fence, round, xid, copied, applied, rejects
    case lastKey = "last_key"
    case changeID = "change_id"
  }

  /// Whether changes up to a position are applied.
  func isAtLeast(xid: String, changeID: Int64) -> Bool {
    (UInt64(self.xid) ?? 0, self.changeID) >= (UInt64(xid) ?? 0, changeID)
  }
}

/// The statements for the database of a target, built by functions of the source's database, which
/// knows the mapping.
struct RemoteStatements: Decodable, Sendable {
  /// The target's name, with quotes where it needs them.
  let target: String
  let stage: String
  let occupied: String
  let put: String
  let remove: String
  let wipe: String
  let page: String
  let digests: String
  let unlike: String

  private enum CodingKeys: String, CodingKey {
    case target
    case stage = "there_stage"
    case occupied = "there_occupied"
    case put = "there_put"
    case remove = "there_remove"
    case wipe = "there_wipe"
    case page = "there_page"
    case digests = "there_digests"
    case unlike = "there_unlike"
  }
}
