import Display

/// Keeps what came in until somebody can read it, and has it looked for once there is a prompt.
struct NewsDesk {
  /// Most lines that wait for a command to end; the commands that they name list the rest.
  private static let limit = 10

  private var lines: [SafeText] = []
  private var task: Task<Void, Never>?

  /// Begins to look, if that has not begun.
  mutating func open(_ look: @escaping @Sendable () async -> Void) {
    guard task == nil else { return }
    task = Task { await look() }
  }

  /// Ends the looking.
  func close() { task?.cancel() }

  /// Takes in lines.
  mutating func add(_ more: [SafeText]) { lines = (lines + more).suffix(Self.limit) }

  /// Hands out the lines.
  mutating func take() -> [SafeText] {
    defer { lines = [] }
    return lines
  }
}
