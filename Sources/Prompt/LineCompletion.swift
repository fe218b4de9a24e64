import CReadline
import Catalog
import Display
import Glibc

/// Implements TAB for readline, on the terminal thread.
final class LineCompletion {
  private let vocabulary: any Vocabulary
  private let isColoured: Bool
  private let isASCII: Bool
  private var last = Completion()
  /// The commands that TAB was bound to before, in Emacs mode and in vi mode.
  private var tabs: [Command?] = []
  /// Whether a hint is behind the cursor.
  private(set) var isHintShown = false

  /// A function that readline runs for a key.
  typealias Command = @convention(c) (Int32, Int32) -> Int32

  /// Completes with what is known.
  init(_ vocabulary: any Vocabulary, isColoured: Bool, isASCII: Bool) {
    (self.vocabulary, self.isColoured, self.isASCII) = (vocabulary, isColoured, isASCII)
  }

  /// Fills in what TAB asked for, in readline's form: all strings are malloc'ed, readline frees
  /// them.
  func complete(
    from start: Int,
    to end: Int
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    guard let line = creadline_line() else { return nil }
    let bytes = UnsafeBufferPointer(start: line, count: end).map { UInt8(bitPattern: $0) }
    let typed = String(decoding: bytes[start...], as: UTF8.self)
    last = vocabulary.complete(
      before: String(decoding: bytes[..<start], as: UTF8.self),
      word: words(of: typed).words.first?.text ?? ""
    )
    let candidates = last.candidates
    creadline_completion_rules(
      last.append.flatMap(\.asciiValue).map { Int32($0) } ?? 0,
      last.wantsFiles ? 1 : 0
    )
    guard !candidates.isEmpty else { return nil }
    var texts = candidates.map { escapedWord($0.text) }
    if texts.count > 1 {
      let common = commonPrefix(texts)
      texts.insert(common.folded.hasPrefix(typed.folded) ? common : typed, at: 0)
    }
    let size = (texts.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return nil }
    let list = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { list[index] = strdup(text) }
    list[texts.count] = nil
    return list
  }

  /// Takes over TAB from whatever the user's inputrc binds it to, and the drawing of the line.
  func takeKeys(_ tab: Command, _ redisplay: (@convention(c) () -> Void)?) {
    tabs = [0, 1].map { creadline_tab($0) }
    for mode: Int32 in [0, 1] where tabs[Int(mode)] != nil { creadline_set_tab(mode, tab) }
    if let redisplay { creadline_set_redisplay(redisplay) }
  }

  /// TAB: completes a name with blanks, else does what it does without us.
  func tab(_ now: Command, _ count: Int32, _ key: Int32) -> Int32 {
    if let line = creadline_line() {
      let bytes = UnsafeBufferPointer(start: line, count: Int(creadline_point()))
      let before = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let (offset, candidates) = vocabulary.completeName(before: before) {
        if candidates.count == 1 {
          creadline_replace(Int32(offset), escapedWord(candidates[0].text) + " ")
        } else {
          last = Completion(candidates: candidates)
          display()
        }
        return 0
      }
    }
    guard let before = tabs[Int(creadline_is_vi())] else { return 0 }
    return creadline_run_tab(before, now, count, key)
  }

  /// Draws what may come next after the line, where the cursor is at its end and there is room.
  func drawHint(after prompt: SafeText) {
    guard creadline_point() == creadline_end(), creadline_end() > 0, let line = creadline_line()
    else { return }
    let text = String(cString: line)
    let room =
      Int(creadline_screen_columns(1)) - prompt.width - Untrusted(text).width
      - (isASCII ? 3 : 1)
    guard let hint = vocabulary.hint(after: text), room >= 8 else { return }
    let shown: SafeText = "\(Untrusted(hint), columns: room)"
    show(hint: shown.inASCII(isASCII).description)
  }

  /// Takes the hint away before a key changes the line, and gets ready for TAB.
  func prepare() {
    vocabulary.prepare()
    if isHintShown { show(hint: "") }
  }

  private func show(hint: String) {
    isHintShown = !hint.isEmpty
    creadline_hint(hint)
  }

  /// Lists the candidates with their labels below the line.
  func display() {
    let limit = 24
    // In ASCII the mark of a cut text takes two columns more.
    let columns = max(Int(creadline_screen_columns(1)), 40) - (isASCII ? 2 : 0)
    let shown = last.candidates.prefix(limit)
    let widest = min(shown.map { Untrusted($0.text).width }.max() ?? 0, columns / 2)
    var text = SafeText()
    for candidate in shown {
      let name: SafeText = "\(Untrusted(candidate.text), columns: columns / 2)"
      let label: SafeText = "\(Untrusted(candidate.label), columns: columns - widest - 5)"
      text += "  \(name.padded(to: widest))"
      text += candidate.label.isEmpty ? "\n" : "  \(label, .dim)\n"
    }
    let more = last.candidates.count - shown.count
    if more > 0 { text += "  … and \(more) more\n" }
    let shownText = text.inASCII(isASCII).rendered(isColoured: isColoured)
    withBytes(shownText) { creadline_print_below($0, $1) }
  }
}

/// Lends bytes to C.
func withBytes(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>, Int) -> Void) {
  bytes.withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) { text in
      if let start = text.baseAddress { body(start, text.count) }
    }
  }
}

/// The longest beginning that all texts share, in whole characters.
private func commonPrefix(_ texts: [String]) -> String {
  guard var common = texts.first else { return "" }
  for text in texts {
    common = String(zip(common, text).prefix { $0 == $1 }.map(\.0))
  }
  return common
}
