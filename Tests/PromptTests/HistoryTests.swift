import Testing

@testable import Prompt

struct HistoryTests {
  @Test(arguments: [
    ("find user anna@example.com", true), ("search \"x a@b.de\"", true),
    ("find user +49 170 1234567", true),
    ("find user 0170 123 45 67", true), ("find user (030) 123-4567", true),
    ("find user +491701234", true),
    ("show user:4917012345678", false), ("ban user:42 --for 7d", false),
    ("slots store:3 --day 2026-11-21", false),
    ("undo A12", false), ("audit verify f --anchor 41:9f2c0123456789abcdef", false),
    ("find user anna", false),
    ("find user @anna", false), ("find user --where handle=anna --why x", true),
    ("reveal user:42 email --why \"asked by anna@example.com\"", true),
  ])
  func `lines with an address or a number of a person are not kept`(line: String, isPersonal: Bool)
  {
    #expect(History.isPersonal(line) == isPersonal)
  }
}
