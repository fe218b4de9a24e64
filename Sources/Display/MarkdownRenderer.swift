import Catalog

/// A table in GitHub's Markdown, in which no cell can be anything but text.
struct MarkdownRenderer: RowRenderer {
  private let columns: [CellColumn]
  private let kinds: [CellKind]
  private var hasBegun = false
  private var scratch: [UInt8] = []

  init(_ columns: [CellColumn]) {
    self.columns = columns
    kinds = columns.map { CellKind($0.typeOID) }
  }

  mutating func append(_ rows: CellRows, to out: inout [UInt8]) {
    if !hasBegun {
      hasBegun = true
      for column in columns {
        scratch.removeAll(keepingCapacity: true)
        Untrusted(column.name).append(to: &scratch)
        cell(&out)
      }
      out += "|\n".utf8
      for kind in kinds { out += kind == .number ? "| ---: ".utf8 : "| --- ".utf8 }
      out += "|\n".utf8
    }
    rows.forEach { cells in
      for (index, kind) in kinds.enumerated() {
        scratch.removeAll(keepingCapacity: true)
        _ = appendReadable(cells[index], kind, to: &scratch)
        cell(&out)
      }
      out += "|\n".utf8
    }
  }

  /// Writes the printed cell so that no sign in it begins a cell, a style, a link, a picture or
  /// HTML.
  private func cell(_ out: inout [UInt8]) {
    out += "| ".utf8
    for byte in scratch {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "*"),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "$"):
        out.append(UInt8(ascii: "\\"))
      default: break
      }
      out.append(byte)
    }
    out.append(0x20)
  }
}
