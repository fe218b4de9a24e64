import Catalog
import Display
import Outcome
import Prompt

/// An admin's own settings in a session: the values of `set`, and the texts of `alias` and `reply`.
struct ConsoleSettings: Sendable, Hashable {
  /// The format of times in lists on a terminal.
  enum Times: String, CaseIterable {
    /// `3 min ago`.
    case relative
    /// `2026-11-28 10:00`, with the zone in the heading.
    case exact
  }

  /// The format of times in lists on a terminal.
  var times = Times.relative
  /// Whether output that exceeds the screen goes through a pager.
  var pages = true
  /// The pager's command line for the shell; nil for that of the environment.
  var pager: String?
  /// The command line that fetches pictures: ``PictureSource``; nil for none.
  var pictures: String?
  /// How rows are written where a command does not say; nil for `--output`.
  var output: OutputFormat?
  /// How many rows a list has where a command does not say.
  var limit = 20
  /// Command lines by the word that stands for them; `$1` … `$9` and `$*` in them are arguments.
  var aliases: [String: String] = [:]
  /// Public reasons by the name that `--public @NAME` gives.
  var replies: [String: String] = [:]

  /// How times are written: relative in a list on a screen, elsewhere exact with their zone.
  func times(isList: Bool, onScreen: Bool) -> TimeStyle {
    guard isList, onScreen else { return TimeStyle() }
    return times == .relative ? TimeStyle(now: .now) : TimeStyle(namesZone: false)
  }

  /// The settings that `set` changes, in order, with their present values.
  var values: [(name: String, value: String, help: SafeText)] {
    [
      ("limit", "\(limit)", "how many rows a list has"),
      ("output", output?.rawValue ?? "default", "how rows are written: table, expanded, json, …"),
      ("pager", pages ? pager ?? "on" : "off", "on, off, or a command for what exceeds the screen"),
      ("pictures", pictures ?? "off", "off, or a program that fetches the picture that {} names"),
      ("times", times.rawValue, "how lists tell times: relative or exact"),
    ]
  }

  /// Changes the setting that `set` names.
  ///
  /// - Throws: ``Failure`` of kind usage for a name or a value that there is not.
  mutating func set(_ name: String, _ value: String) throws(Failure) {
    func unknown(_ hint: SafeText) -> Failure {
      Failure(.usage, "`set \(name) \(value)` is unknown", hint: hint)
    }
    switch name {
    case "limit":
      guard let number = Int(value), (1...1_000_000).contains(number) else {
        throw unknown("Give a number from 1 to 1000000.")
      }
      limit = number
    case "output":
      guard value == "default" || OutputFormat(rawValue: value) != nil else {
        let names = ["default"] + OutputFormat.allCases.map(\.rawValue)
        throw unknown("One of: \(names.joined(separator: ", ")).")
      }
      output = OutputFormat(rawValue: value)
    case "pager":
      pages = value != "off"
      pager = value == "on" || value == "off" ? nil : value
    case "pictures":
      if value != "off" { _ = try PictureSource(value) }
      pictures = value == "off" ? nil : value
    case "times":
      guard let chosen = Times(rawValue: value) else { throw unknown("One of: relative, exact.") }
      times = chosen
    default:
      let names = values.map(\.name)
      throw Failure(
        .usage,
        "there is nothing called `\(name)` to set",
        hint: nearest(to: name, among: names).map { "Did you mean `\($0)`?" }
          ?? "One of: \(names.joined(separator: ", "))."
      )
    }
  }

  /// The words of the command line that words stand for; themselves where they stand for nothing.
  func meant(by typed: [Word]) -> [Word] {
    do {
      return try expanded(typed).map { words(of: $0).words } ?? typed
    } catch {
      // An alias without its arguments does nothing, and says so when it is run.
      return []
    }
  }

  /// The command line that a line stands for; nil where its first word is no alias.
  ///
  /// The words after an alias replace `$1` … `$9` and `$*` in it; if it has none of these, they are
  /// appended.
  ///
  /// - Throws: ``Failure`` of kind usage where there are too few words, or too many.
  func expanded(_ words: [Word]) throws(Failure) -> String? {
    guard let name = words.first?.text, let template = aliases[name] else { return nil }
    let rest = words.dropFirst().map {
      $0.isQuoted
        ? "\"\($0.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        : escapedWord($0.text)
    }
    var line = ""
    var highest = 0
    var takesAll = false
    var isReference = false
    for character in template {
      if isReference {
        isReference = false
        if character == "*" {
          takesAll = true
          line += rest.joined(separator: " ")
          continue
        }
        if let place = character.wholeNumberValue, place > 0, character.isASCII {
          highest = max(highest, place)
          if place <= rest.count { line += rest[place - 1] }
          continue
        }
        line += "$"
      }
      if character == "$" { isReference = true } else { line.append(character) }
    }
    if isReference { line += "$" }
    guard rest.count >= highest else {
      throw Failure(
        .usage,
        "`\(name)` needs \(highest) \(highest == 1 ? "argument" : "arguments")",
        hint: "It stands for `\(template)`."
      )
    }
    if !takesAll, rest.count > highest {
      line += " " + rest.dropFirst(highest).joined(separator: " ")
    }
    return line
  }
}
