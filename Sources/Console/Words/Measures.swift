import Catalog
import Outcome

/// Checks a length of time, such as `7d` or `1h30m`, which PostgreSQL reads as an interval.
///
/// - Throws: ``Failure`` of kind usage for anything else.
func interval(_ text: String) throws(Failure) -> String {
  guard let seconds = manifestSeconds(text), seconds > 0 else {
    throw Failure(
      .usage,
      "`\(text)` is not a duration",
      hint: "Write 30m, 12h, 7d, 2w or 1d12h; or use `--forever`."
    )
  }
  return text
}

/// Reads metres: `2km`, `500m`, `1.5km`.
///
/// - Throws: ``Failure`` of kind usage for anything else.
func metres(_ text: String) throws(Failure) -> Double {
  let isKilometres = text.hasSuffix("km")
  guard text.hasSuffix("m"), let number = Double(text.dropLast(isKilometres ? 2 : 1)),
    number.isFinite, number > 0, text.first?.isNumber == true
  else {
    throw Failure(.usage, "`\(text)` is not a distance", hint: "Write 500m, 2km or 1.5km.")
  }
  return number * (isKilometres ? 1000 : 1)
}
