import Bytes
import CCrypto
import CCurl
package import Catalog
import Dispatch
import Glibc
import Host
package import Jobs
import Synchronization

/// An address that notices are posted to, each signed, a few at a time.
///
/// A request carries `Idempotency-Key`, the notice's key, and `Reeve-Signature: t=T,v1=H`: T seconds
/// since 1970, H the HMAC-SHA256 in hexadecimal, under the shared secret, of T, a dot and the body.
package final class Webhook: NoticeSink {
  /// A connection to the host, and the thread that it blocks.
  private final class Lane: Sendable {
    let queue = DispatchQueue(label: "reeve webhook")
    let handle: Mutex<Handle>

    init(for url: String) throws(SinkError) {
      guard let raw = curl_easy_init() else {
        throw SinkError("make a connection for", url, ENOMEM)
      }
      handle = Mutex(Handle(raw: raw))
    }
  }

  /// Owns one handle of libcurl and cleans it up exactly once.
  private struct Handle: ~Copyable {
    let raw: UnsafeMutableRawPointer
    deinit { curl_easy_cleanup(raw) }
  }

  private let url: String
  private let timeout: Duration
  private let secret: [UInt8]
  private let lanes: [Lane]
  /// The number of answers that were asked for one by one.
  private let asked = Atomic(0)

  /// Takes an entry of the manifest and reads its secret.
  ///
  /// - Throws: `FileRefusal` where the secret cannot be read or trusted, is short or open to
  ///   everybody;
  ///   `SinkError`.
  package init(_ entry: WorkerManifest.Webhook) throws {
    // TLS writes to a connection that the host has closed must not end us.
    signal(SIGPIPE, SIG_IGN)
    url = entry.url
    timeout = entry.timeout
    secret = try TrustedFile.secret(entry.secretFile, closedTo: 0o007)
    var lanes: [Lane] = []
    for _ in 0..<entry.perHost { lanes.append(try Lane(for: entry.url)) }
    self.lanes = lanes
  }

  /// As many as there are connections: none waits for another's answer in an open transaction.
  package var batchNotices: Int { lanes.count }

  /// Posts each notice over a connection of its own.
  package func deliver(_ notices: [Notice]) async -> [Delivery] {
    await withTaskGroup(of: (Int, Delivery).self) { group in
      for (place, notice) in notices.enumerated() {
        let lane = lanes[place % lanes.count]
        group.addTask { (place, await self.post(notice, over: lane)) }
      }
      var deliveries = [Delivery](repeating: .retry("", after: 0), count: notices.count)
      for await (place, delivery) in group { deliveries[place] = delivery }
      return deliveries
    }
  }

  private func post(_ notice: Notice, over lane: Lane) async -> Delivery {
    await answer(to: notice.json, key: notice.key, over: lane, until: nil).delivery
  }

  /// The answer to a request.
  struct Answer: Sendable {
    /// Of HTTP; 0 where there was none.
    let status: Int
    /// The beginning of its body, 4096 bytes at most.
    let body: [UInt8]
    /// Seconds of `Retry-After`; 0 for none.
    let wait: Int
    /// Why there was none.
    let error: String

    /// What it means for what was sent.
    var delivery: Delivery {
      guard status > 0 else { return .retry(error, after: wait) }
      return Webhook.judge(
        status: status,
        String(decoding: body.prefix(200), as: UTF8.self),
        after: wait
      )
    }
  }

  /// How long one request may take.
  package var requestTimeout: Duration { timeout }

  /// Posts a body over the next connection in turn, and returns the answer.
  func answer(
    to json: String,
    key: String,
    until: ContinuousClock.Instant
  ) async -> Answer {
    let place = asked.wrappingAdd(1, ordering: .relaxed).oldValue
    return await answer(to: json, key: key, over: lanes[place % lanes.count], until: until)
  }

  private func answer(
    to json: String,
    key: String,
    over lane: Lane,
    until: ContinuousClock.Instant?
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      lane.queue.async {
        // Others may have been before it.
        let left = until.map { min(self.timeout, $0 - .now) } ?? self.timeout
        guard left > .zero else {
          return continuation.resume(
            returning: Answer(status: 0, body: [], wait: 0, error: "no connection was free")
          )
        }
        continuation.resume(
          returning: lane.handle.withLock { handle in
            self.post(Array(json.utf8), key: key, within: left, handle.raw)
          }
        )
      }
    }
  }

  private func post(
    _ body: [UInt8],
    key: String,
    within timeout: Duration,
    _ handle: UnsafeMutableRawPointer
  ) -> Answer {
    var headers: UnsafeMutablePointer<curl_slist>?
    for header in [
      "Content-Type: application/json", "Expect:", "User-Agent: reeve/\(Release.version)",
      "Idempotency-Key: \(key)",
      "Reeve-Signature: \(Self.signature(of: body, at: time(nil), under: secret))",
    ] {
      headers = curl_slist_append(headers, header)
    }
    defer { curl_slist_free_all(headers) }
    var answer = ccurl_answer()
    let code = body.withUnsafeBytes { bytes -> CURLcode in
      guard let base = bytes.baseAddress else { return CURLE_READ_ERROR }
      let milliseconds = max(Int(timeout / .milliseconds(1)), 1)
      return ccurl_post(handle, url, headers, base, bytes.count, milliseconds, &answer)
    }
    let wait = Int(clamping: min(max(answer.wait, 0), 86_400))
    guard code == CURLE_OK else {
      let error = Self.text(of: &answer.error, limit: Int(CURL_ERROR_SIZE))
      return Answer(status: 0, body: [], wait: wait, error: error)
    }
    let said = withUnsafeBytes(of: &answer.begin) { Array($0.prefix(answer.kept)) }
    return Answer(status: answer.status, body: said, wait: wait, error: "")
  }

  /// Returns the result of a delivery by its status: 2xx is sent; 408, 425, 429 and 5xx are
  /// retried; all others failed.
  static func judge(status: Int, _ said: String, after wait: Int) -> Delivery {
    let told = "HTTP status \(status)" + (said.isEmpty ? "" : ": \(said)")
    switch status {
    case 200...299: return .sent
    case 408, 425, 429, 500...599: return .retry(told, after: wait)
    default: return .failed(told)
    }
  }

  /// The value of the header `Reeve-Signature`.
  static func signature(of body: [UInt8], at moment: Int, under secret: [UInt8]) -> String {
    let signed = Array("\(moment).".utf8) + body
    var code = [UInt8](repeating: 0, count: CCRYPTO_HASH_BYTES)
    ccrypto_hmac_sha256(secret, secret.count, signed, signed.count, &code)
    return "t=\(moment),v1=\(code.hexadecimal)"
  }

  private static func text<Field>(of field: inout Field, limit: Int) -> String {
    withUnsafeBytes(of: &field) { bytes in
      String(decoding: bytes.prefix(limit).prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
