/// Metrics of one name, to be written in Prometheus' text format 0.0.4.
struct Family {
  /// The type of a metric family for Prometheus.
  enum Kind: String {
    case counter, gauge, histogram
  }

  /// One line: a value and its labels.
  struct Sample {
    /// The suffix to the family's name: empty, or `_bucket`, `_sum`, `_count`.
    var suffix = ""
    /// Names and values, in the order in which they are written.
    let labels: [(String, String)]
    let value: Double
  }

  let name: String
  let kind: Kind
  let help: String
  var samples: [Sample]

  init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    self.name = name
    self.kind = kind
    self.help = help
    self.samples = samples
  }

  /// Its lines, each ended by a line feed; none where it has no sample.
  var text: String {
    guard !samples.isEmpty else { return "" }
    var text = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      text += name + sample.suffix
      if !sample.labels.isEmpty {
        let labels = sample.labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
        text += "{" + labels.joined(separator: ",") + "}"
      }
      text += " \(Self.number(sample.value))\n"
    }
    return text
  }

  /// A label's value is any text, but for three characters.
  private static func escaped(_ value: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
      case "\"": text.append(contentsOf: "\\\"".unicodeScalars)
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// As Go's ParseFloat reads it.
  private static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}
