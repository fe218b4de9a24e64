import Postgres

/// One reading of the board's figures, from `reeve.console_top`.
struct TopFigures: Sendable {
  /// A queue of jobs.
  struct Queue: Decodable, Sendable {
    let name: String
    let available: Int
    let later: Int
    let running: Int
    let discarded: Int
    /// Jobs that ended, ever.
    let ended: Int
    let workers: Int
    /// Seconds that the oldest ready job has waited.
    let oldest: Int64?
    let is_paused: Bool
  }

  /// A job that runs.
  struct Run: Decodable, Sendable {
    let job: Int64
    let kind: String
    let attempt: Int
    let done: Int?
    let total: Int?
    let host: String?
    let pid: Int?
    let seconds: Int64
  }

  /// A worker.
  struct Worker: Decodable, Sendable {
    let host: String
    let pid: Int
    let queue: String
    let version: String
    let running: Int
    /// Seconds since its last sign of life.
    let silent: Int64
    let seconds: Int64
  }

  /// The open cases.
  struct Cases: Decodable, Sendable {
    /// Those that came in up to so long ago.
    struct Age: Decodable, Sendable {
      let age: String
      let cases: Int
      let urgent: Int
      let claimed: Int
    }

    let ages: [Age]
    /// Reports in no case yet.
    let reports: Int
  }

  /// An open transaction.
  struct Transaction: Decodable, Sendable {
    let pid: Int
    let login: String?
    let program: String?
    let state: String?
    /// Whether it waits for a lock.
    let waits: Bool?
    let seconds: Int64
  }

  /// Up to which reports and cases are counted.
  static let most = 10_000

  let at: Timestamp
  let queues: [Queue]
  let running: [Run]
  let workers: [Worker]
  let cases: Cases
  let transactions: [Transaction]

  /// Decodes a row.
  ///
  /// - Throws: `DecodingError` for a key that is missing or has another type.
  init(_ row: ConsoleFunctions.ConsoleTopRow) throws {
    at = row.at
    queues = try row.queues.decode()
    running = try row.running.decode()
    workers = try row.workers.decode()
    cases = try row.cases.decode()
    transactions = try row.transactions.decode()
  }
}
