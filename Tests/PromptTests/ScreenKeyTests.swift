import Testing

@testable import Prompt

struct ScreenKeyTests {
  @Test(arguments: [
    ("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[D", [ScreenKey.up, .down, .enter, .back]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~", [.pageUp, .pageDown, .first, .last]),
    ("q\r\u{1B}", [.character("q"), .enter, .back]), ("\u{7F}j", [.back, .character("j")]),
    ("\u{1B}[200~\u{1B}[1;5Z\u{1}", []), ("\u{1B}[", []), ("é", []),
  ])
  func `keys are read, and what means nothing is left out`(bytes: String, keys: [ScreenKey]) {
    #expect(ScreenKey.keys(in: Array(bytes.utf8)[...]) == keys)
  }
}
