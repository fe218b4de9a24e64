import Display
import Moderation
import Postgres
import TestSupport
import Testing

@testable import Console

struct PlanTests {
  static let ban = """
    {"verb":"ban","app":"randevoo","collection":"user","key":"42","label":"Anna \\u001b[31mKeller",
     "version":3,"until":"2026-11-28T10:00:00.5+00:00","policy":"fraud","effects":[
     {"rule":1,"name":"account","collection":"user","kind":"hide","rows":1,"reversible":true,
      "examples":[{"key":"42","label":"Anna"}]},
     {"rule":2,"name":"stores","collection":"store","kind":"hide","rows":2,"reversible":true,
      "examples":[{"key":"5","label":"東京時計店"},{"key":"6","label":"\\u202egnp"}]},
     {"rule":3,"name":"reservations at their stores","collection":"reservation","kind":"set","rows":12,
      "reversible":true,"examples":[{"key":"8","label":null}]},
     {"rule":4,"name":"reservations as a customer","collection":"reservation","kind":"set","rows":2,
      "reversible":false,"examples":[]},
     {"rule":5,"name":"approved reservations","collection":"reservation","kind":"list","rows":3,
      "reversible":true,"examples":[]},
     {"rule":6,"name":"products","collection":"product","kind":"hide","rows":0,"reversible":true,
      "examples":[]}],
     "people":14,"notices":15,"irreversible":2,"danger":"severe","warning":"they are a moderator's friend"}
    """

  static let undo = """
    {"verb":"undo","app":"randevoo","collection":"user","key":"42","label":"Anna","action_id":12,
     "kind":"ban","until":null,"policy":"fraud","version":4,"effects":[
     {"rule":1,"name":"account","collection":"user","kind":"hide","rows":1,"reversible":true,"examples":[]}],
     "lost":[{"collection":"reservation","key":"9","why":"irreversible"}],"people":3,"notices":1,
     "irreversible":0,"danger":"moderate"}
    """

  @Test(arguments: [("ban", ban), ("undo", undo)])
  func `a plan is shown as it was`(name: String, json: String) throws {
    let plan = try JSONB(json).decode(as: ActionPlan.self)
    let lines = PlanPreview(plan: plan, subject: "user:42", screen: 100).lines
    for line in lines { #expect(line.width <= 100) }
    let out = lines.flatMap { line -> [UInt8] in line.rendered(isColoured: false) + [0x0A] }
    try expectSnapshot(out, "plan-\(name).txt")
  }

  @Test func `examples are whole names, as many as there is room for`() throws {
    let plan = try JSONB(Self.ban).decode(as: ActionPlan.self)
    let lines = PlanPreview(plan: plan, subject: "user:42", screen: 60).lines.map(plain)
    #expect(lines[3].hasSuffix("stores                        東京時計店, …"))
    let label = String(repeating: "x", count: 200)
    let long = try JSONB(Self.ban.replacing("東京時計店", with: label)).decode(as: ActionPlan.self)
    let cut = PlanPreview(plan: long, subject: "user:42", screen: 100).lines.map(plain)
    #expect(cut[3].hasSuffix("xxx…, …"))
    #expect(cut[3].count <= 110)
  }

  @Test func `a public reason is read whole before it is sent`() throws {
    let reason = String(repeating: "Your offer was a copy. ", count: 40)
    let json = Self.ban.replacing("\"people\":14", with: "\"public\":\"\(reason)\",\"people\":14")
    let plan = try JSONB(json).decode(as: ActionPlan.self)
    let lines = PlanPreview(plan: plan, subject: "user:42", screen: 60).lines.map(plain)
    #expect(lines.contains { $0.contains(reason) })
  }

  @Test func `styles become colours only where they are wanted`() throws {
    let plan = try JSONB(Self.ban).decode(as: ActionPlan.self)
    let lines = PlanPreview(plan: plan, subject: "user:42").lines
    let coloured = lines.flatMap { $0.rendered(isColoured: true) }
    #expect(coloured.contains(0x1B))
    #expect(!lines.flatMap { $0.rendered(isColoured: false) }.contains { $0 < 0x20 })
    #expect(SafeText("\("x", .red)").rendered(isColoured: true, isPrompt: true).first == 1)
  }

  @Test func `a refusal alone is a plan too`() throws {
    let plan = try JSONB(#"{"refusal":{"code":"rank","message":"no"}}"#).decode(as: ActionPlan.self)
    #expect(plan.refusal?.code == "rank")
    #expect(plan.refusal?.message == "no")
  }

  @Test(arguments: [("true", true), ("false", false), ("null", false)])
  func `a plan is enforced only where it says so`(value: String, isEnforced: Bool) throws {
    let plan = #"{"verb":"ban","enforced":\#(value)}"#
    #expect(try JSONB(plan).decode(as: ActionPlan.self).isEnforced == isEnforced)
    #expect(try !JSONB(#"{"verb":"ban"}"#).decode(as: ActionPlan.self).isEnforced)
    #expect(try !JSONB(#"{"verb":"ban"}"#).decode(as: BatchPlan.self).sum.isEnforced)
  }

  @Test func `the difference of two plans names each row that changed`() throws {
    let old = try JSONB(Self.ban).decode(as: ActionPlan.self)
    let changed = Self.ban.replacing("\"rows\":12", with: "\"rows\":13")
      .replacing("\"people\":14", with: "\"people\":20")
    let new = try JSONB(changed).decode(as: ActionPlan.self)
    #expect(
      PlanPreview.difference(old, new).map(plain) == [
        "  reservations at their stores: 12 rows planned, now 13",
        "  people notified: 14 planned, now 20",
      ]
    )
    #expect(PlanPreview.difference(old, old).isEmpty)
  }

  @Test func `an outcome has its number and its losses`() throws {
    let json =
      #"{"action_id":13,"effects":[{"rule":1,"name":"account","kind":"hide","#
      + #""collection":"user","rows":1}],"lost":[],"withdrawn":1,"corrections":0}"#
    let outcome = try JSONB(json).decode(as: ActionOutcome.self)
    #expect(outcome.actionID == 13)
    #expect(outcome.withdrawn == 1)
  }
}

extension String {
  /// The text with one part put in another's place, wherever it is.
  fileprivate func replacing(_ old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
