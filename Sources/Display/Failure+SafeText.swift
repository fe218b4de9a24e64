package import Outcome

extension Failure {
  /// Takes lines that are escaped already; escaping them again changes nothing.
  package init(_ exit: ExitStatus, _ message: SafeText, hint: SafeText? = nil, code: String? = nil)
  {
    self.init(exit, message.description, hint: hint?.description, code: code)
  }

  /// Adds sentences.
  package func adding(hint: SafeText) -> Failure { adding(hint: hint.description) }
}
