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

  /// What became of it since.
  var note: SafeText? {
    switch state {
    case "erased": "\(SafeText("erased at \(erasedAt.map { readableTime($0) } ?? "")"), .yellow)"
    case "altered": "\(SafeText("ALTERED: it is not what its digest was made of"), .red)"
    case "gone": "\(SafeText("the row is gone"), .yellow)"
    case "changed": "\(SafeText("changed since"), .yellow)"
    default: nil
    }
  }

  /// Reads the rows of a capture, which come part by part.
  static func parts(of rows: Rows) throws -> [EvidencePart] {
    var parts: [EvidencePart] = []
    for row in rows {
      let place: Int = try row.get("place")
      if parts.last?.place != place {
        parts.append(
          EvidencePart(
            place: place,
            role: try row.get("role"),
            subject: try row.get("subject"),
            state: try row.get("state"),
            erasedAt: try row.get("erased_at", as: String?.self)
          )
        )
      }
      guard let name = try row.get("field", as: String?.self) else { continue }
      let value = try row.get("value", as: String?.self)
      let index = parts.count - 1
      switch try row.get("purpose", as: String?.self) {
      case "at": parts[index].at = value
      case "by": parts[index].author = try row.get("refers", as: String?.self) ?? value
      case "text": parts[index].words = value
      default: break
      }
      parts[index].fields.append(
        Field(
          name: name,
          value: value,
          present: try row.get("present", as: String?.self),
          differs: try row.get("differs")
        )
      )
    }
    return parts
  }
}
