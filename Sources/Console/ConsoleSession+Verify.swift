import Moderation

extension ConsoleSession {
  /// Verifies an export offline; it needs no server.
  ///
  /// - Throws: ``CommandFailure`` of kind failed where the chain is not sound.
  func auditVerify(_ path: String, _ anchor: String?) async throws {
    var known: AuditAnchor?
    if let anchor {
      known = AuditAnchor(anchor)
      guard known != nil else { throw notAnchor(anchor) }
    }
    let report: AuditReport
    do {
      report = try AuditVerifier.verify(path: path, anchor: known)
    } catch {
      throw CommandFailure(.failed, "\(String(describing: error))")
    }
    let entries = plural(report.entries, "entry", "entries")
    guard report.isSound else {
      for finding in report.findings { io.note("\(SafeText("\(finding.description)"), .red)") }
      throw CommandFailure(
        .failed,
        "the export is not sound: \(entries) verified before the fault"
      )
    }
    try await emitText("\("sound", .green)  \(entries), head \(report.head?.description ?? "none")")
    if known == nil {
      io.note(
        "  \(SafeText("Without --anchor a cut end or a chain made anew does not show."), .dim)"
      )
    }
  }
}
