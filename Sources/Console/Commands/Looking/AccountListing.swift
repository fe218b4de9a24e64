import Catalog
import Outcome
import Postgres

/// A sign-in provider's listing of its accounts: the JSON that `firebase auth:export` writes, or CSV
/// whose first line names `uid` (or `localId`) and `disabled`.
struct AccountListing {
  /// The accounts that are disabled there, in the order of the file.
  let disabled: [String]

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: ``Failure`` where it cannot be read or is neither.
  init(_ path: String, _ options: ConsoleOptions) throws {
    let text = try KeyFile(path, options).text
    guard text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else {
      disabled = try Self.lines(text, path)
      return
    }
    do {
      let export = try JSONB(text).decode(as: Export.self)
      disabled = export.users.compactMap { $0.disabled == true ? $0.localId : nil }
    } catch is DecodingError {
      throw Failure(
        .failed,
        "\(path) is not what `auth:export` writes: users, each with localId and disabled"
      )
    }
  }

  private struct Export: Decodable {
    struct User: Decodable {
      let localId: String
      let disabled: Bool?
    }

    let users: [User]
  }

  private static func lines(_ text: String, _ path: String) throws(Failure) -> [String] {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.isEmpty }
    let names = lines.first.map { cells($0).map { $0.lowercased() } } ?? []
    guard let uid = names.firstIndex(where: { ["uid", "localid"].contains($0) }),
      let flag = names.firstIndex(of: "disabled")
    else {
      throw Failure(.failed, "the first line of \(path) does not name uid and disabled")
    }
    var disabled: [String] = []
    for (place, line) in lines.enumerated().dropFirst() {
      let cells = cells(line)
      guard cells.count == names.count else {
        throw Failure(
          .failed,
          "\(path): record \(place) has \(cells.count) columns, the first line \(names.count)"
        )
      }
      switch cells[flag].lowercased() {
      case "true", "t", "1", "yes": disabled.append(cells[uid])
      case "false", "f", "0", "no", "": continue
      default:
        throw Failure(.failed, "\(path): record \(place) says neither true nor false")
      }
    }
    return disabled
  }

  /// The cells of a line; quotes around one, and doubled within.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var wasQuote = false
    for character in line {
      switch character {
      case "\"":
        // A quote that ends a cell, and one after it, are a quote of the cell.
        if !isQuoted, wasQuote { cells[cells.count - 1].append("\"") }
        isQuoted.toggle()
        wasQuote = true
        continue
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
      wasQuote = false
    }
    return cells.map { cell in
      var cell = cell[...]
      while cell.first == "\u{FEFF}" { cell.removeFirst() }
      return String(cell)
    }
  }
}
