import Bytes
import Outcome

/// An export of a person as one HTML page: a table for each part, without scripts or links.
struct PersonPage {
  private var part: String?
  private var columns: [String] = []

  /// Begins the page.
  func head(_ title: String) -> [UInt8] {
    var out: [UInt8] = []
    out += "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n".utf8
    out += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ".utf8
    out += "style-src 'unsafe-inline'\">\n<title>".utf8
    text(Array(title.utf8)[...], &out)
    out += "</title>\n<style>body{font:14px sans-serif;margin:2em}".utf8
    out += "table{border-collapse:collapse}".utf8
    out += "td,th{border:1px solid #ccc;padding:2px 6px;text-align:left;vertical-align:top}".utf8
    out += "</style>\n<h1>".utf8
    text(Array(title.utf8)[...], &out)
    out += "</h1>\n".utf8
    return out
  }

  /// Appends rows; rows of one part follow each other.
  ///
  /// - Throws: `JSONCursor.Malformed` for a row that is no JSON object.
  mutating func body(_ lines: [ExportPersonCommand.Line]) throws -> [UInt8] {
    var out: [UInt8] = []
    for line in lines {
      let fields = try Self.fields(line.object)
      let names = fields.map(\.name)
      if part != line.part || columns != names {
        if part != nil { out += "</table>\n".utf8 }
        if part != line.part {
          out += "<h2>".utf8
          text(Array(line.part.utf8)[...], &out)
          out += "</h2>\n".utf8
        }
        (part, columns) = (line.part, names)
        out += "<table><tr>".utf8
        for name in names {
          out += "<th>".utf8
          text(Array(name.utf8)[...], &out)
        }
        out += "\n".utf8
      }
      out += "<tr>".utf8
      for field in fields {
        out += "<td>".utf8
        text(field.value, &out)
      }
      out += "\n".utf8
    }
    return out
  }

  /// Ends the page.
  func end() -> [UInt8] { part == nil ? [] : Array("</table>\n".utf8) }

  /// The members of an object in order: texts without quotes, nothing for null, all else as it is.
  private static func fields(
    _ object: ArraySlice<UInt8>
  ) throws(JSONCursor.Malformed) -> [(name: String, value: ArraySlice<UInt8>)] {
    var fields: [(name: String, value: ArraySlice<UInt8>)] = []
    for member in try members(of: object) {
      var value = member.value
      if value.first == UInt8(ascii: "\"") {
        var cursor = JSONCursor(value)
        value = try cursor.string()
      } else if value.first == UInt8(ascii: "n") {
        value = []
      }
      fields.append((member.name, value))
    }
    return fields
  }

  /// The members of an object in order, each value as it is written.
  ///
  /// - Throws: `JSONCursor.Malformed` for what is no JSON object.
  static func members(
    of object: ArraySlice<UInt8>
  ) throws(JSONCursor.Malformed) -> [(name: String, value: ArraySlice<UInt8>)] {
    var members: [(name: String, value: ArraySlice<UInt8>)] = []
    var cursor = JSONCursor(object)
    try cursor.object { (cursor, key) throws(JSONCursor.Malformed) in
      let start = cursor.at
      try skip(&cursor)
      members.append((String(decoding: key, as: UTF8.self), object[start..<cursor.at]))
    }
    return members
  }

  private static func skip(_ cursor: inout JSONCursor) throws(JSONCursor.Malformed) {
    cursor.skipBlanks()
    switch cursor.next {
    case UInt8(ascii: "\""): _ = try cursor.string()
    case UInt8(ascii: "{"):
      try cursor.object { (cursor, _) throws(JSONCursor.Malformed) in try skip(&cursor) }
    case UInt8(ascii: "["):
      try cursor.array { (cursor) throws(JSONCursor.Malformed) in try skip(&cursor) }
    case UInt8(ascii: "t"): try cursor.word("true")
    case UInt8(ascii: "f"): try cursor.word("false")
    case UInt8(ascii: "n"): try cursor.word("null")
    default: _ = try cursor.number()
    }
  }

  /// Writes a text so that a browser shows it and does nothing else.
  private func text(_ bytes: ArraySlice<UInt8>, _ out: inout [UInt8]) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "<"): out += "&lt;".utf8
      case UInt8(ascii: ">"): out += "&gt;".utf8
      case UInt8(ascii: "&"): out += "&amp;".utf8
      case UInt8(ascii: "\""): out += "&quot;".utf8
      case 0..<9, 11..<32, 127: out += "\u{FFFD}".utf8
      default: out.append(byte)
      }
    }
  }
}
