/// Statistics of a sample of a column's values.
struct AdoptionSample: Sendable {
  /// Values looked at.
  let total: Int
  /// Values that are written as only secrets are, such as `$2a$…`.
  let strong: Int
  /// Values that look random.
  let random: Int
  /// Values that name a secret inside, such as `"password":`.
  let named: Int
  /// The values, where they are few and the column says where a row is; else empty.
  let values: [String]
  /// How many of them differ.
  let distinct: Int
  /// How many words the values have.
  let words: Int
  /// How many of the words are stop words of a language, such as `english`.
  let stopWords: [String: Int]
}

/// Finds columns that hold secrets, by name, type and a sample of values.
///
/// A column that may be one is kept back as well, and the draft asks.
enum AdoptionSecrets {
  /// The verdict on a column.
  enum Verdict: Equatable, Sendable {
    case open
    /// Kept back; why, for the question in the draft.
    case doubtful(String)
    case secret
  }

  /// Judges a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: The words of its table's name.
  ///   - isPeople: Whether the table's rows are the people who use the app.
  /// - Returns: The verdict; a column with any other than `open` is kept back.
  static func judge(
    _ column: AdoptionColumn,
    of table: [String],
    isPeople: Bool
  ) -> Verdict {
    let set = AdoptionWords.bare(column.spoken)
    // A digest alone is that of a content; of a password it has a name before it.
    let isDigest = column.words == ["digest"] && !isPeople
    if !isDigest, isNamedSecret(set, joined: column.words.joined()) {
      if canHold(column) { return .secret }
      return ["int2", "int4", "int8", "numeric", "_int2", "_int4", "_int8"].contains(column.base)
        && !set.isDisjoint(with: ["pin", "cvv", "cvc", "otp", "passcode", "code", "codes"])
        ? .secret : .open
    }
    if column.found?.isSecret == true { return .secret }
    guard canHold(column) else { return .open }
    let rows = Set(AdoptionWords.bare(table).map(AdoptionWords.singular))
    if !AdoptionWords.secretTables.isDisjoint(with: rows) || rows.isSuperset(of: ["api", "key"]),
      !AdoptionWords.secretValues.isDisjoint(with: set)
    {
      return .secret
    }
    if let sample = column.sample, sample.total > 0 {
      if sample.strong > 0 { return .secret }
      if column.isDocument && sample.named > 0 || sample.named * 2 > sample.total {
        return .secret
      }
    }
    if !AdoptionWords.settings.isDisjoint(with: rows),
      !set.isDisjoint(with: ["value", "val", "v", "data"])
    {
      return .doubtful("it holds settings of any name")
    }
    if column.base == "bytea", !isDigest { return .doubtful("it is binary") }
    if column.isDocument || !set.isDisjoint(with: ["object", "changes", "handler"]),
      !AdoptionWords.copies.isDisjoint(with: set)
    {
      return .doubtful("it may contain copies of anything")
    }
    if column.isDocument, (column.sample?.total ?? 0) == 0 {
      return .doubtful("it is a document type without a value to look at")
    }
    let isPublic = !set.isDisjoint(with: ["public", "pub"])
    let isName = !AdoptionWords.settings.set.union(["tag", "translation"]).isDisjoint(with: rows)
    if column.isText, !isPublic, column.words.last == "key", !isName {
      return .doubtful("its name mentions a key")
    }
    if set.contains("hash"), column.isText {
      let plain: Set<String> = [
        "file", "image", "content", "commit", "git", "block", "tx", "photo",
      ]
      return isPeople ? .secret : plain.isDisjoint(with: set) ? .doubtful("it is a hash") : .open
    }
    if let sample = column.sample, sample.total > 0, sample.random * 2 > sample.total, !isPublic {
      return .doubtful("\(sample.random) of \(sample.total) values look random")
    }
    return .open
  }

  /// Whether words name a secret.
  static func isNamedSecret(_ set: Set<String>, joined: String) -> Bool {
    !AdoptionWords.secretNames.isDisjoint(with: set) || !AdoptionWords.secret.isDisjoint(with: set)
      || AdoptionWords.secretPairs.isNamed(by: set)
      || AdoptionWords.secretParts.set.contains { joined.contains($0) }
  }

  /// Whether a column's type can hold a secret: a text, bytes, a document or a UUID.
  private static func canHold(_ column: AdoptionColumn) -> Bool {
    guard column.values.isEmpty else { return false }
    let plain: Set<String> = ["bytea", "uuid", "bit", "varbit"]
    return column.isText || column.isDocument || plain.contains(column.base)
      || ["_text", "_varchar", "_bpchar", "_bytea", "_uuid", "_jsonb"].contains(column.base)
  }
}
