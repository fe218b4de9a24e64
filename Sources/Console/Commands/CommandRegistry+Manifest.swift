package import Catalog

extension Manifest {
  /// Actions and views that nobody could type, since a command of the console has their name, or
  /// the view that of an action.
  package var hiddenCommands: [Finding] {
    let own = verbs.filter { verb in !ActionKind.all.contains { $0.name == verb.word } }
    let taken = Set(verbs.flatMap { [$0.word, "un\($0.word)"] })
    func findings(_ words: [(word: String, pointer: String)], _ what: String) -> [Finding] {
      words.filter { !CommandRegistry.commands.isFree($0.word) }.map {
        Finding(position(of: $0.pointer), "`\($0.word)` is a command of the console; \(what)")
      }
    }
    return findings(own, "give the action another verb")
      + findings(views, "give the view another name")
      + views.filter { taken.contains($0.word) && CommandRegistry.commands.isFree($0.word) }.map {
        Finding(position(of: $0.pointer), "an action has this verb; give the view another name")
      }
  }
}
