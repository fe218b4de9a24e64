import Dispatch

/// Signals to this process, one after another, instead of what they would do to it.
struct Signals {
  /// Their numbers.
  let numbers: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init(_ kinds: [Int32]) {
    let (numbers, arrivals) = AsyncStream<Int32>.makeStream()
    let queue = DispatchQueue(label: "reeve.signals")
    self.numbers = numbers
    sources = kinds.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { arrivals.yield(number) }
      source.activate()
      return source
    }
  }

  /// Stops receiving them; call it before the last copy is released.
  func cancel() { for source in sources { source.cancel() } }
}
