package import Jobs

/// An address that effects outside the database are posted to, as notices are.
package struct WebhookReceiver: EffectReceiver {
  private let webhook: Webhook
  private let contract: EffectContract

  /// Takes the address, and what its answers must say.
  package init(_ webhook: Webhook, _ contract: EffectContract) {
    (self.webhook, self.contract) = (webhook, contract)
  }

  /// The webhook's.
  package var timeout: Duration { webhook.requestTimeout }

  /// Posts the effect; an answer that does not say what it must is tried again.
  package func send(
    _ effect: OutsideEffect,
    until: ContinuousClock.Instant
  ) async -> Delivery {
    let answer = await webhook.answer(to: effect.json, key: effect.key, until: until)
    guard case .sent = answer.delivery else { return answer.delivery }
    let said = String(decoding: answer.body, as: UTF8.self)
    return contract.fault(in: said)
      .map { .retry("HTTP status \(answer.status), but \($0)", after: answer.wait) } ?? .sent
  }
}
