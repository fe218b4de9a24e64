import Catalog
import Display
import Moderation

/// A plan as an admin reads it before deciding.
struct PlanPreview {
  let plan: ActionPlan
  /// The subject as it is typed: `user:42`.
  let subject: String
  /// Columns of the screen; examples are cut to fit.
  var screen = 100

  /// The whole preview, a line each.
  var lines: [SafeText] {
    var lines: [SafeText] = [heading, ""]
    let shown = plan.effects.filter { $0.rows > 0 && $0.kind != .notify }
    let named = shown.filter { $0.kind != .erase }
    let width = max(12, named.map { Untrusted($0.counted).width }.max() ?? 0)
    for effect in shown { lines.append(line(effect, width)) }
    if plan.verb == "undo" {
      if plan.notices > 0 {
        let notices = plan.notices == 1 ? "notice" : "notices"
        lines.append(Self.row("withdraws", plan.notices, "\(notices) not yet sent"))
      }
      if plan.people > 0 {
        let people = plan.people == 1 ? "person was" : "people were"
        let gets = plan.people == 1 ? "gets" : "get"
        let what: SafeText = "\(people) already notified and \(gets) a correction"
        lines.append(Self.row("corrects", plan.people, what))
      }
    } else if plan.people > 0 {
      let notices = plural(plan.notices, "notice", "notices")
      var text = Self.row("notifies", plan.people, "\(people(plan.people)), \(notices), held 60 s")
      if !plan.notified.isEmpty {
        let names = SafeText(
          names: plan.notified,
          of: plan.people,
          columns: screen - text.width - 2
        )
        text += "  \(names, .dim)"
      }
      lines.append(text)
    }
    for jobs in plan.jobs { lines.append(Self.line(jobs)) }
    if !plan.outside.isEmpty {
      lines.append(
        Self.row("outside", plan.outside.count, "\(plan.outside.joined(separator: ", "))")
      )
    }
    if let files = plan.files, let told = files.told {
      let count = (files.withdraw ?? 0) + (files.remove ?? 0)
      lines.append(Self.row("files", count, "\(told)"))
    }
    if let reason = plan.publicReason, plan.notices > 0 {
      lines.append("  says        “\(reason)”")
    }
    for loss in plan.lost.prefix(5) {
      lines.append("  \("not restored: \(loss.collection):\(loss.key), \(loss.why)", .yellow)")
    }
    if plan.lost.count > 5 {
      lines.append("  \("… and \(plan.lost.count - 5) more that cannot be restored", .yellow)")
    }
    if plan.irreversible > 0 {
      lines.append(
        Self.row("for good", plan.irreversible, "cannot be undone", style: .red)
      )
    }
    if let kept = Self.kept(plan.kept) { lines.append("  \(kept, .dim)") }
    if let keeps = plan.keeps {
      lines.append("  keeps       \(Untrusted(keeps))")
    }
    for note in plan.notes { lines.append("  \("note: \(note)", .yellow)") }
    if let approval = plan.approval {
      let reasons = approval.rules.joined(separator: "; ")
      lines.append("  \("needs a second person: \(reasons)", .yellow)")
    }
    if let warning = plan.warning { lines.append("  \("note: \(warning)", .yellow)") }
    lines.append("")
    return lines
  }

  /// `ban user:42 Anna Keller · fraud · until 2026-11-28 10:00 UTC`.
  var heading: SafeText {
    var text: SafeText = "\(title, .bold)"
    guard plan.verb != "undo" else { return text }
    if let policy = plan.policy { text += " · \(policy)" }
    if let ending = Self.ending(plan.until, plan.eraseAt), plan.kind != "erase" {
      text += " · \(ending)"
    }
    return text
  }

  private var title: SafeText {
    let name: SafeText = plan.label.map { "\(subject) \($0)" } ?? "\(subject)"
    guard plan.verb == "undo" else {
      if let into = plan.into, let collection = plan.collection {
        let stays: SafeText = "\(collection):\(into.key)\(into.label.map { " \($0)" } ?? "")"
        return "\(plan.verb ?? "merge") \(name) into \(stays)"
      }
      return "\(plan.verb ?? "act on") \(name)\(plan.name.map { " \($0)" } ?? "")"
    }
    let kind = plan.kind ?? "action"
    if let batch = plan.batchID {
      let count = plan.subjects.map { "\($0) × \(plan.collection ?? "subject")" } ?? subject
      return "undo B\(batch), the \(kind) of \(count)"
    }
    return "undo \(plan.actionID.map { "A\($0)" } ?? subject), the \(kind) of \(name)"
  }

  /// A line that names the columns that an undo does not restore, since the app's own triggers set
  /// them; nil for none.
  static func kept(_ columns: [String]?) -> SafeText? {
    guard let columns, !columns.isEmpty else { return nil }
    return "not undone   \(columns.joined(separator: ", ")), set by the app's own triggers"
  }

  /// The effects and jobs that cannot be undone, a line each; empty if all can be.
  static func lost(_ effects: [ActionPlan.Effect], _ jobs: [ActionPlan.Jobs]?) -> [SafeText] {
    let rows = effects.reduce(0) { $0 + $1.lostRows }
    let final = rows == 0 ? [] : [row("for good", rows, "cannot be undone", style: .red)]
    return final + (jobs ?? []).filter { $0.way == .stays }.map(line)
  }

  /// `until 2026-11-28 10:00 UTC`, or `no end`.
  static func ending(_ until: String) -> SafeText {
    until == "infinity" ? "no end" : "until \(readableTime(until))"
  }

  /// As ``ending(_:)``, or from when on it cannot be undone; nil for what does not last.
  static func ending(_ until: String?, _ eraseAt: String?) -> SafeText? {
    eraseAt.map { "erased after \(readableTime($0))" } ?? until.map { ending($0) }
  }

  private func line(_ effect: ActionPlan.Effect, _ width: Int) -> SafeText {
    let isUndo = plan.verb == "undo"
    let word: SafeText =
      switch effect.kind {
      case .hide: isUndo ? "shows" : "hides"
      case .set: isUndo ? "restores" : "changes"
      case .notify: "notifies"
      case .list: "leaves"
      case .erase: "erases"
      case .delete: "deletes"
      }
    let names = (effect.examples ?? []).map { $0.label ?? "\(effect.collection):\($0.key)" }
    let isFinal = ![.list, .erase].contains(effect.kind) && effect.reversible == false
    let name: SafeText = "\(effect.counted)"
    let hasMore = effect.kind == .list || isFinal || !names.isEmpty
    var text = Self.row(word, effect.rows, hasMore ? name.padded(to: width) : name)
    if effect.kind == .list { text += "  for you to decide" }
    if isFinal { text += "  \("for good", .red)" }
    if !names.isEmpty {
      let list = SafeText(names: names, of: effect.rows, columns: screen - text.width - 2)
      text += "  \(list, .dim)"
    }
    return text
  }

  /// A line on the jobs of a plan.
  private static func line(_ jobs: ActionPlan.Jobs) -> SafeText {
    let word = jobs.way == .stays ? ActionPlan.Jobs.Way.enqueues : jobs.way
    let text = row(
      "\(word.rawValue)",
      jobs.rows,
      "\(jobs.rows == 1 ? "job" : "jobs") \(Untrusted(jobs.job))"
    )
    return jobs.way == .stays ? text + "  \("for good once begun", .red)" : text
  }

  private static func row(
    _ word: SafeText,
    _ count: Int,
    _ what: SafeText,
    style: SafeText.Style? = nil
  ) -> SafeText {
    let number = String(count)
    let blank = String(repeating: " ", count: max(0, 6 - number.utf8.count))
    let text: SafeText = "\(word.padded(to: 10))\(blank)\(number)  \(what)"
    return style.map { "  \(text, $0)" } ?? "  \(text)"
  }

  /// The differences between two plans for one subject, a line each.
  static func difference(_ old: ActionPlan, _ new: ActionPlan) -> [SafeText] {
    var lines: [SafeText] = []
    let rules = new.effects.map { ($0.rule, $0.name) }
    let gone = old.effects.filter { effect in !rules.contains { $0.0 == effect.rule } }
    for (rule, name) in rules + gone.map({ ($0.rule, $0.name) }) {
      let before = old.effects.first { $0.rule == rule }?.rows ?? 0
      let after = new.effects.first { $0.rule == rule }?.rows ?? 0
      if before != after { lines.append("  \(name): \(before) rows planned, now \(after)") }
    }
    if old.people != new.people {
      lines.append("  people notified: \(old.people) planned, now \(new.people)")
    }
    if old.irreversible != new.irreversible {
      lines.append("  irreversible: \(old.irreversible) rows planned, now \(new.irreversible)")
    }
    return lines
  }

  private func people(_ count: Int) -> SafeText { count == 1 ? "person" : "people" }
}

extension SafeText {
  /// Names with commas, as many whole ones as there is room for, and `…` where there are more; the
  /// first one is cut where even it has no room.
  fileprivate init(names: [String], of count: Int, columns: Int) {
    let room = max(20, columns)
    var shown = 1
    let first = names.first ?? ""
    let whole = Array(first.utf8).withUnsafeBufferPointer { TimesInText.columns($0, limit: room) }
    self = "\(Untrusted(first), columns: whole)"
    while shown < names.count {
      let longer: SafeText = "\(self), \(names[shown])"
      guard longer.width + (count > shown + 1 ? 3 : 0) <= room else { break }
      (self, shown) = (longer, shown + 1)
    }
    if count > shown { self += ", …" }
  }
}

extension ActionPlan.Effect {
  /// The catalog's words for its rows: for one row, `stores` is what the collection is called.
  var counted: String {
    guard rows == 1 else { return name }
    var plurals = [collection + "s", collection + "es"]
    if collection.hasSuffix("y") { plurals.append(collection.dropLast() + "ies") }
    return name.split(separator: " ", omittingEmptySubsequences: false)
      .map { plurals.contains(String($0)) ? collection : String($0) }
      .joined(separator: " ")
  }
}
