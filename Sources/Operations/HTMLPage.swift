import Catalog

/// A page of HTML that needs no other file: no scripts, light or dark as the reader's screen is.
package enum HTMLPage {
  /// The whole page; title is escaped here, the rest is HTML.
  package static func document(_ title: String, intro: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <meta name="robots" content="noindex"/>
    <title>\(escaped(title))</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    <header>
    <h1>\(escaped(title))</h1>
    <p>\(intro)</p>
    </header>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  /// A text for HTML, whoever wrote it: markup escaped, invisible characters made visible.
  package static func escaped(_ text: String) -> String {
    var html = ""
    for character in Untrusted(text).printed.unicodeScalars {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      default: html.unicodeScalars.append(character)
      }
    }
    return html
  }

  private static let style = """
    :root { --back: #fff; --text: #1c2430; --dim: #5a6675; --line: #dde3ea; --mark: #2563a8; }
    @media (prefers-color-scheme: dark) {
      :root { --back: #12171e; --text: #e6ebf1; --dim: #9aa7b6; --line: #2c3642; --mark: #6cb0f5; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--back); color: var(--text);
      font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { font-size: 1.6rem; margin: 0; }
    h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; border-bottom: 1px solid var(--line); }
    p, figcaption, .axis, .tile { color: var(--dim); }
    b { color: var(--text); }
    .tiles { display: flex; flex-wrap: wrap; gap: .6rem; margin-bottom: 1rem; }
    .tile { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .8rem; }
    .tile b { font-size: 1.3rem; }
    .parts { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
    figure { margin: 0; min-width: 0; }
    figure svg { display: block; width: 100%; height: 5rem; border-bottom: 1px solid var(--line); }
    td svg { height: .7rem; border: 0; }
    rect { fill: var(--mark); }
    .axis { display: flex; justify-content: space-between; font-size: .8rem; }
    table { width: 100%; border-collapse: collapse; table-layout: fixed; }
    th { text-align: left; font-weight: normal; width: 44%; }
    .number { text-align: right; width: 30%; white-space: nowrap; font-variant-numeric: tabular-nums; padding-right: .6rem; }
    @media print { body { max-width: none; } figure { break-inside: avoid; } }
    """
}
