import Prompt

extension ConsoleVocabulary {
  /// Returns the possible next words after a complete command word and a blank; nil for none.
  func hint(after line: String) -> String? {
    let parsed = words(of: line)
    guard line.last == " ", !parsed.isOpen, let first = parsed.words.first else { return nil }
    let second = parsed.words.dropFirst().first.flatMap { commands["\(first.text) \($0.text)"] }
    guard let command = second ?? commands[first.text] else { return nil }
    let rest = Array(parsed.words.dropFirst(second == nil ? 1 : 2))
    if let last = rest.last, last.isFlag {
      guard let flag = command.flags.first(where: { "--\($0.name)" == last.text }) else {
        return nil
      }
      if flag.kind != .none {
        return plain(flag.usage).split(separator: " ").dropFirst().joined(separator: " ")
      }
    }
    let usage = plain(command.arguments.usage).split(separator: " ").map { String($0) }
    let given = Set(rest.filter(\.isFlag).map(\.text))
    let typed = arguments(rest, command).count
    var parts: [String] = []
    var place = 0
    var next = 0
    while next < usage.count {
      var part = usage[next]
      next += 1
      guard part.drop(while: { $0 == "[" }).hasPrefix("--") else {
        if place >= typed { parts.append(part) }
        place += 1
        continue
      }
      // A flag's value follows it, perhaps with the flag that can be there instead: `7d|--forever`.
      if next < usage.count, !part.hasSuffix("]"), !usage[next].hasPrefix("--"),
        !usage[next].hasPrefix("[")
      {
        part += " " + usage[next]
        next += 1
      }
      let names = part.split { " []|".contains($0) }.map { String($0) }
      if !names.contains(where: given.contains) { parts.append(part) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
