package import Display
import Host

extension PictureStyle {
  /// The style of a terminal, as far as its environment and its answer show.
  package static func best(of io: any ConsoleIO) async -> PictureStyle {
    let plain: PictureStyle = !io.isASCII && io.isColoured ? .blocks : .ascii
    // Only a terminal can answer; within tmux only tmux does.
    guard io.wholeScreen != nil, io.isColoured else { return plain }
    let names = ["LC_TERMINAL", "TERM_PROGRAM"].compactMap { environmentValue($0) }
    if environmentValue("TMUX") == nil, names.contains("iTerm2") || names.contains("iTerm.app") {
      return .iterm
    }
    return PictureStyle(answer: await io.askTerminal(question)) ?? plain
  }
}
