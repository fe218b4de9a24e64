import Display
import Host
import Postgres
import Prompt

/// Decrypts what a command reveals, with the keys of whoever runs the console: the server never
/// gets them.
struct TextOpener {
  private let keys: TextKeys
  private var missing: Set<String> = []
  private var forged = 0

  /// Reads the keys that the environment names.
  ///
  /// - Throws: `FileRefusal`, `Failure`.
  init() throws { keys = try TextKeys.ofEnvironment(environmentValue(TextKeys.variable)) }

  /// A value as people may read it; as it is where it is not encrypted or cannot be decrypted.
  mutating func text(_ value: String?, _ binding: String?) -> String? {
    guard let value, let binding else { return value }
    switch keys.open(value, at: binding) {
    case .plain: return value
    case .text(let text): return text
    case .missing(let id): missing.insert(id)
    case .forged: forged += 1
    }
    return value
  }

  /// Some columns of rows as programs get them, in which each encrypted one is what it says.
  mutating func cells(
    _ rows: Rows,
    _ names: [String],
    _ encrypted: [(value: String, binding: String)]
  ) throws -> CellRows {
    let kept = rows.columns.filter { names.contains($0.name) }
    var cells = CellRows(columns: kept.map { CellColumn($0.name, $0.typeOID) })
    for row in rows {
      var line: [ArraySlice<UInt8>?] = []
      for column in kept {
        let value = try row.cell(column.name)
        guard let pair = encrypted.first(where: { $0.value == column.name }) else {
          line.append(value)
          continue
        }
        let binding = try row.cell(pair.binding)
        line.append(
          text(
            value.map { String(decoding: $0, as: UTF8.self) },
            binding.map {
              String(decoding: $0, as: UTF8.self)
            }
          ).map { ArraySlice($0.utf8) }
        )
      }
      cells.append(line)
    }
    return cells
  }

  /// Reports the texts that could not be decrypted, and why.
  func tell(_ context: CommandContext) {
    if !missing.isEmpty {
      let ids = missing.sorted().joined(separator: ", ")
      context.io.note(
        "\("some texts stay encrypted: the file of \(TextKeys.variable) has no key \(ids)", .yellow)"
      )
    }
    if forged > 0 {
      context.io.note(
        "\("texts that are not what was encrypted for their place: \(forged)", .red)"
      )
    }
  }
}
