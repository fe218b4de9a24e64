import TestSupport
import Testing

@testable import Prompt

@Suite(.blocking)
struct LookUpsTests {
  private struct Failed: Error {}

  @Test func `a look-up that fails offers what was found before, else the guess`() {
    let lookUps = LookUps<String>()
    let rows = [Candidate(text: "user:1", label: "Anna")]
    var found: [Candidate] = []
    // One that comes too late is offered the next time.
    while found.isEmpty { found = lookUps.find("an", { rows }, orElse: { _ in [] }) }
    #expect(found == rows)
    #expect(lookUps.find("an", { throw Failed() }, orElse: { _ in [] }) == rows)
    let guessed = lookUps.find("ann", { throw Failed() }, orElse: { $0["an"] ?? [] })
    #expect(guessed == rows)
    #expect(lookUps.find("b", { throw Failed() }, orElse: { _ in [] }).isEmpty)
  }
}
