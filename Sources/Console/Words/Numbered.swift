import Display
import Outcome

/// The kinds of objects that people name by a letter and a number; the raw value is the noun, which
/// may also precede a number: `case:12`.
enum Numbered: String, Sendable {
  case action, batch, `case`, glass, job, notice, outside, proposal, report

  /// The letter before its numbers; nil of a job, which has none.
  var letter: Character? {
    self == .job ? nil : rawValue.uppercased().first
  }

  /// Reads `A12` or `a12`; nil for anything else, as for a number without its letter.
  func lettered(_ word: String) -> Int64? {
    guard let letter, word.first?.uppercased() == String(letter) else { return nil }
    return Self.digits(word.dropFirst())
  }

  /// Reads `A12`, `a12`, `action:12` or `12`.
  ///
  /// - Throws: ``Failure`` of kind usage for anything else.
  func number(_ word: String) throws(Failure) -> Int64 {
    let prefix = "\(rawValue):"
    let digits = word.hasPrefix(prefix) ? word.dropFirst(prefix.count) : word[...]
    if let number = lettered(word) ?? Self.digits(digits) { return number }
    let hint: SafeText =
      switch self {
      case .action: "Actions are written `A12`."
      case .batch: "Batches are written `B7`."
      case .case: "Cases are written `C12`; `queue` lists them."
      case .glass: "Emergencies are written `G3`; `break-glass` lists them."
      case .job: "Jobs have numbers, such as `42`; `jobs` lists them."
      case .notice: "Notices are written `N15`; `notices` lists them."
      case .outside: "Effects outside are written `O3`; `outside` lists them."
      case .proposal: "Proposals are written `P17`."
      case .report: "Reports are written `R5`."
      }
    throw Failure(.usage, "`\(word)` is not a valid \(rawValue)", hint: hint)
  }

  /// Reads a number above 0 of ASCII digits alone.
  private static func digits(_ text: Substring) -> Int64? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text),
      number > 0
    else { return nil }
    return number
  }
}
