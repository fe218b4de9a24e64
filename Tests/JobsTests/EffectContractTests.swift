import Catalog
import Testing

@testable import Jobs

/// What an answer must say.
struct EffectContractTests {
  @Test(
    arguments: [
      (#"{"disabled": true}"#, nil),
      (#"{"disabled": true, "more": [1.5, {}]}"#, nil),
      (#"{"disabled": false}"#, "disabled is false, not true"),
      (#"{"disabled": "true"}"#, #"disabled is "true", not true"#),
      (#"{"disabled": 1.5}"#, "disabled is something else, not true"),
      (#"{}"#, "the answer has no disabled"),
      ("[]", "the answer has no disabled"),
      ("ok", "the answer is no JSON, or too long"),
      ("", "the answer is no JSON, or too long"),
    ] as [(String, String?)]
  )
  func `an answer says what the manifest asks, or is not believed`(answer: String, fault: String?) {
    #expect(EffectContract(["disabled": .boolean(true)]).fault(in: answer) == fault)
  }

  @Test func `a dot leads into a member, and without a contract everything is believed`() {
    let contract = EffectContract(["user.state": .string("off")])
    #expect(contract.fault(in: #"{"user": {"state": "off"}}"#) == nil)
    #expect(contract.fault(in: #"{"user": 7}"#) == "the answer has no user.state")
    #expect(EffectContract([:]).fault(in: "") == nil)
  }
}
