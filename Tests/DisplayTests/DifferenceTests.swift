import Testing

@testable import Display

struct DifferenceTests {
  @Test func `what was not on the page before is set off, whatever moved`() {
    let before = ["NAME  STATE", "a     open", "b     open"]
    let after = ["NAME  STATE", "new   open", "a     open", "b     done"]
    let marked = Difference.marked(after, since: before).map {
      String(decoding: $0.rendered(isColoured: true), as: UTF8.self)
    }
    let (on, off) = ("\u{1B}[33m", "\u{1B}[0m")
    #expect(
      marked == [
        "NAME  STATE", "\(on)new\(off)   open", "a     open", "\(on)b\(off)     \(on)done\(off)",
      ]
    )
    #expect(Difference.new(after, since: before) == ["new   open", "b     done"])
    #expect(Difference.new(["x", "x"], since: ["x"]) == ["x"])
  }

  @Test func `a line is cut to the columns that there are, in its colours`() {
    let line: SafeText = "one \(SafeText("two"), .red) 絹の"
    let cuts = (1...12).map { line.cut(to: $0).description }
    #expect(
      cuts == [
        "…", "o…", "on…", "one…", "one …", "one t…", "one tw…", "one two…", "one two …",
        "one two …", "one two 絹…", "one two 絹の",
      ]
    )
    #expect(
      String(decoding: line.cut(to: 6).rendered(isColoured: true), as: UTF8.self)
        == "one \u{1B}[31mt…\u{1B}[0m"
    )
    for columns in 1...12 { #expect(line.cut(to: columns).width <= columns) }
  }
}
