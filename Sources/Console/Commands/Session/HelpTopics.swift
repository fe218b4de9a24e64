import Postgres

/// Texts of help that are about no command.
enum HelpTopics {
  /// Texts that are about no command, by the word `help` takes.
  static let all: [(name: String, summary: SafeText, text: [SafeText])] = [
    (
      "subjects", "how to name a row",
      [
        "user:42             collection and key",
        "randevoo/user:42    with its app, where two apps have a `user`",
        "2   1-3   1,4       rows of the last listing, by their numbers",
        "_                   what was listed or looked at last",
        "A12                 what an action was done to",
        "Quote a key with blanks: \"user:a b\". Commands that act take no wildcards: list, then act on",
        "the rows.",
      ]
    ),
    (
      "exit-codes", "what the program returns",
      [
        "0    done",
        "1    failed, or another admin was faster",
        "2    not a command, or not with these arguments",
        "3    the database cannot be reached, or was lost",
        "4    refused: needs --yes, a right or an approval",
        "5    no such subject or action",
        "130  interrupted by Ctrl-C",
        "141  nobody reads the output any more",
      ]
    ),
    (
      "codes", "why a command is not done, with its exit status",
      RefusalCode.meanings.sorted { $0.key < $1.key }.map { code, meaning in
        "\(SafeText("\(code)").padded(to: 10)) \(meaning.exitStatus)  \(meaning.sentence) \(meaning.remedy)"
      }
    ),
    (
      "escapes", "what <U+202E> means in somebody's text",
      [
        "<U+202E>  a character that would move the cursor, reorder, hide or imitate text: controls,",
        "          line ends, bidi and zero-width characters, tags, a fifth mark on one letter",
        "<0x9B>    a byte that is no UTF-8",
        "…         cut to fit; --output json has all of it, such characters as \\u202e",
      ]
    ),
    (
      "output", "how rows are written",
      [
        "table, expanded, md        for people: times to the minute, long cells cut on a terminal",
        "json, ndjson               one array, or an object a line; the text exactly",
        "csv, tsv                   for spreadsheets, with a heading; for cut and awk, without one",
        "--json FIELDS              objects with these fields, in this order; no FIELDS lists them",
        "Rows are written as they come, however many. In csv and tsv a text that begins like a formula",
        "(= + - @ …) gets a ' before it, so that no spreadsheet runs it.",
      ]
    ),
    (
      "keys", "at the prompt",
      [
        "TAB          completes commands, flags, values, and rows by key or name: show user:ann TAB",
        "Ctrl-C       forgets the line; while a command runs, cancels it on the server; to a question, no",
        "Ctrl-R       searches the lines typed before",
        "Ctrl-D       leaves",
        "#            begins a comment; a line that begins with a blank is not remembered",
      ]
    ),
  ]
}
