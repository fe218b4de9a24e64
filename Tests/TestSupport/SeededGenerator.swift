import Glibc

/// A generator of random numbers that gives the same ones again: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Starts the sequence that belongs to `seed`.
  package init(seed: UInt64) { state = seed }

  /// Takes the seed from REEVE_TEST_SEED, or a new one, and prints it.
  package static func forThisTest(_ name: String = #function) -> SeededGenerator {
    let given = getenv("REEVE_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = given ?? .random(in: 0...UInt64.max)
    print("REEVE_TEST_SEED=\(seed) for \(name)")
    return SeededGenerator(seed: seed)
  }

  /// Returns the next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// Makes text of up to `limit` characters, rich in those that formats stumble over; never NUL.
  package mutating func text(limit: Int) -> String {
    let awkward: [Unicode.Scalar] = [
      "\"", "\\", "'", "{", "}", ",", " ", "\n", "\t", "\r", "N", "U", "L", "é", "漢", "\u{202E}",
      "\u{7F}", "\u{1}", "😀", "$", "1", "\u{301}", "\u{FEFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...limit, using: &self) {
      if Bool.random(using: &self) {
        text.append(awkward[Int.random(in: 0..<awkward.count, using: &self)])
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &self)) {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
