import Testing

@testable import Catalog

/// The answers in a file's text, and what is wrong with it.
private func read(_ text: String) -> (answers: AdoptionAnswers, findings: [Finding]) {
  AdoptionAnswers.read(ManifestFile(name: "a", bytes: Array(text.utf8)))
}

@Suite struct AdoptionAnswersTests {
  @Test func `what is written is read again, whatever tables and columns are called`() {
    var answers = AdoptionAnswers()
    answers.people = "null"
    answers.enforcement = "guard"
    answers.hidden = ["odd: \"table\"": "a\nb", "users": ""]
    answers.authors = ["bans": ["user_id", "Ünï #1"]]
    answers.others = ["- x": ["{y}"]]
    answers.shown = ["a": ["yes"]]
    answers.secret = ["\u{202E}evil": ["\u{7}"]]
    answers.first = ["users", "007", "~"]
    let (again, findings) = read(answers.text)
    #expect(again == answers, "\(answers.text)")
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(arguments: [
    ("enforcement: magic\n", "a:1:14"), ("people: [a]\n", "a:1:9"), ("peple: users\n", "a:1:1"),
    ("hidden: users\n", "a:1:9"), ("hidden:\n  users: [a]\n", "a:2:10"),
    ("shown:\n  users: password\n", "a:2:10"), ("first: {a: b}\n", "a:1:8"),
    ("- people\n", "a:1:1"), ("people: &x users\n", "a:1:9"), ("a: [\n", "a:2:1"),
    ("people: \"\u{0}\"\n", "a:1:"),
  ])
  func `an answer that is none is told with its place, and ignored`(text: String, place: String) {
    let (answers, findings) = read(text)
    #expect(answers == AdoptionAnswers())
    #expect(findings.first?.description.hasPrefix(place) == true, "\(findings)")
  }

  @Test func `what is right beside it stays`() {
    let (answers, findings) = read("people: users\nenforcement: magic\nshown: {a: [b], c: d}\n")
    #expect(answers.people == "users" && answers.shown["a"] == ["b"] && answers.enforcement == nil)
    #expect(findings.count == 2, "\(findings)")
    #expect(read("").answers == AdoptionAnswers())
    #expect(read(String(repeating: "#", count: 9 << 20)).findings.count == 1)
  }
}
