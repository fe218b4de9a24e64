import Display
import Outcome

/// Texts of help that are about no command.
enum HelpTopics {
  /// Texts that are about no command, by the word `help` takes.
  static let all: [(name: String, summary: SafeText, text: [SafeText])] = [
    (
      "subjects", "how to name a row",
      [
        "user:42             collection and key",
        "randevoo/user:42    with its app, where two apps have a `user`",
        "2   #2   1-3   1,4  rows of the last list, by number",
        "_                   what was listed or shown last",
        "A12                 what an action was done to",
        "Quote a key with blanks: \"user:a b\". Commands that act take no wildcards: list, then",
        "act on the rows.",
      ]
    ),
    (
      "exit-codes", "what the program returns",
      [
        "0    done",
        "1    failed, or another admin was faster",
        "2    unknown command or wrong arguments",
        "3    no connection to the database, or connection lost",
        "4    refused: needs --yes, a right or an approval",
        "5    no such subject or action",
        "130  interrupted by Ctrl-C",
        "141  the reader of the output has gone",
      ]
    ),
    (
      "codes", "why a command is not done, with its exit status",
      RefusalCode.meanings.sorted { $0.key < $1.key }.map { code, meaning in
        "\(SafeText("\(code)").padded(to: 10)) \(meaning.exitStatus)  \(meaning.sentence) \(meaning.remedy)"
      }
    ),
    (
      "escapes", "what <U+202E> means in text that users wrote",
      [
        "<U+202E>  a character that would move the cursor, reorder, hide or imitate text: controls,",
        "          line ends, bidi and zero-width characters, tags, a fifth mark on one letter",
        "<0x9B>    a byte that is not UTF-8",
        "…         cut to fit; --output json prints everything, with such characters as \\u202e",
      ]
    ),
    (
      "output", "how rows are written",
      [
        "table, expanded, md        for people: times to the minute, by the clock of your zone",
        "json, ndjson               one array, or one object per line; text exactly as stored",
        "csv, tsv                   for spreadsheets, with a header; for cut and awk, without one",
        "--json FIELDS              objects with these fields, in this order; without FIELDS, lists the fields",
        "Rows are streamed. In csv and tsv, text that begins like a formula",
        "(= + - @ …) is preceded by ', so that no spreadsheet executes it.",
      ]
    ),
    (
      "errors", "what a script reads when a command fails",
      [
        "FILE:LINE:COLUMN: MESSAGE, on a terminal with a caret under the word at fault.",
        "With --output json one object, the last line of standard error: file, line, column, code,",
        "exit, message, hint. code is one of `help codes`, an SQLSTATE, or a word for the exit status.",
      ]
    ),
    (
      "keys", "at the prompt",
      [
        "TAB          completes commands, flags, values, and rows by key or name: show user:anna k TAB",
        "Ctrl-C       discards the line; cancels a running command on the server; answers a question with no",
        "Ctrl-R       searches earlier lines",
        "Ctrl-D       quits",
        "Ctrl-\\       cancels a running command and quits",
        "#            begins a comment, except before a digit: #3 is a row of the last list",
        "             A line that begins with a blank is not kept in the history.",
      ]
    ),
  ]
}
