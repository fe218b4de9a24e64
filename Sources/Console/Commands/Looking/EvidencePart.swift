import Display
import Postgres

/// One row of a capture.
struct EvidencePart {
  struct Field {
    let name: String?
    let value: String?
    let present: String?
    let differs: Bool
  }

  let place: Int
  let role: String
  let subject: String
  let state: String
  let erasedAt: String?
  var fields: [Field] = []
  /// When a message was sent, who wrote it, and what.
  var at: String?
  var author: String?
  var words: String?

  /// How the evidence differs from the present row; nil where it does not.
  var note: SafeText? {
    switch state {
    case "erased": "\(SafeText("erased at \(erasedAt.map { readableTime($0) } ?? "")"), .yellow)"
    case "altered": "\(SafeText("ALTERED: it does not match its digest"), .red)"
    case "gone": "\(SafeText("the row is gone"), .yellow)"
    case "unread":
      "\(SafeText("the row cannot be read: its table, key or collection is gone"), .yellow)"
    case "changed": "\(SafeText("changed since"), .yellow)"
    default: nil
    }
  }

  /// Gathers the fields of a capture, which come part by part.
  static func parts(of fields: [EvidenceField]) -> [EvidencePart] {
    var parts: [EvidencePart] = []
    for field in fields {
      if parts.last?.place != field.place {
        parts.append(
          EvidencePart(
            place: field.place,
            role: field.role,
            subject: field.subject,
            state: field.state,
            erasedAt: field.erasedAt?.description
          )
        )
      }
      guard let name = field.field else { continue }
      let index = parts.count - 1
      switch field.purpose {
      case "at": parts[index].at = field.value
      case "by": parts[index].author = field.refers ?? field.value
      case "text": parts[index].words = field.value
      default: break
      }
      parts[index].fields.append(
        Field(
          name: name,
          value: field.value,
          present: field.present,
          differs: field.differs ?? false
        )
      )
    }
    return parts
  }
}

/// One field of a capture, masked or not.
struct EvidenceField {
  let place: Int
  let role: String
  let subject: String
  let state: String
  let erasedAt: Timestamp?
  let field: String?
  let value: String?
  let present: String?
  let differs: Bool?
  let purpose: String?
  let refers: String?

  /// Takes a masked one.
  init(_ row: ConsoleFunctions.EvidenceShowRow) {
    (place, role, subject, state) = (row.place, row.role, row.subject, row.state)
    (erasedAt, field, value, present) = (row.erasedAt, row.field, row.value, row.present)
    (differs, purpose, refers) = (row.differs, row.purpose, row.refers)
  }

  /// Takes one that is not masked, and decrypts it.
  init(_ row: ConsoleFunctions.EvidenceReadRow, _ opener: inout TextOpener) {
    (place, role, subject, state) = (row.place, row.role, row.subject, row.state)
    value = opener.text(row.value, row.binding)
    present = opener.text(row.present, row.presentBinding)
    (erasedAt, field, purpose, refers) = (row.erasedAt, row.field, row.purpose, row.refers)
    // The server cannot compare texts that two keys have encrypted.
    differs = row.binding == nil || present == nil ? row.differs : value != present
  }
}
