/// Why a command was not done: a code of the table `reeve.refusal`.
package struct RefusalCode: Hashable, Sendable, CustomStringConvertible {
  /// The meaning of a code, as in `reeve.refusal`.
  package struct Meaning: Hashable, Sendable {
    /// A full sentence.
    package let sentence: String
    /// Exit status of the program: 1, 2, 4 or 5.
    package let exitStatus: Int32
    /// Advice, a full sentence.
    package let remedy: String
  }

  /// The code: lower-case letters, or an SQLSTATE of class RV.
  package let name: String

  /// Takes a code, also one of a newer database that this program does not know.
  package init(_ name: String) { self.name = name }

  /// The code.
  package var description: String { name }

  /// The meaning of the code; nil for a code of a newer database.
  package var meaning: Meaning? { Self.meanings[name] }

  /// Exit status of the program; 1 for a code of a newer database.
  package var exitStatus: Int32 { meaning?.exitStatus ?? 1 }
}
