/// Returns the seconds that a manifest's duration stands for.
///
/// - Parameter text: One or more of a whole number and a unit (`s m h d w`), largest unit first,
///   each unit once: `5m`, `24h`, `1h30m`. PostgreSQL's `interval` reads the same text alike.
/// - Returns: Seconds, or nil if the text is no such length or over 100 years.
package func manifestSeconds(_ text: String) -> Int? {
  let units: [(Character, Int)] = [
    ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]
  var remaining = units[...]
  var total = 0
  var digits = ""
  for character in text {
    if character.isASCII, character.isNumber {
      digits.append(character)
      continue
    }
    guard let number = Int(digits), number < 4_000_000_000,
      let place = remaining.firstIndex(where: { $0.0 == character })
    else { return nil }
    total += number * units[place].1
    remaining = units[(place + 1)...]
    digits = ""
  }
  return digits.isEmpty && !text.isEmpty && total <= 100 * 366 * 86_400 ? total : nil
}
