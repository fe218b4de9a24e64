import Catalog
import Glibc
import Host
import Jobs
import Logging
import Moderation
import Synchronization
import Webhooks

/// The entries of the worker's manifest and the keys of this host, read again on SIGHUP.
final class HostEntries: Sendable {
  private struct Entries {
    let commands: [String: WorkerManifest.Command]
    let sink: any NoticeSink
    let digests: (any NoticeSink)?
    let receivers: [String: any EffectReceiver]
    let copies: [String: String]
    let linkKey: LinkKey?
    let textKeys: TextKeys
  }

  private let manifest: String?
  private let folder: String?
  private let linkKeyFile: String?
  private let textKeysFile: String?
  private let logger: Logger
  private let entries: Mutex<Entries>

  /// Takes the paths of the manifest, the directory for notices, the link key and the keys of texts,
  /// where there are such.
  ///
  /// - Throws: `ManifestError`, `FileRefusal`, `Failure`, `SinkError`, `NowhereToDeliver`.
  init(
    manifest: String?,
    folder: String?,
    linkKey: String?,
    textKeys: String?,
    logger: Logger
  ) throws {
    self.manifest = manifest
    self.folder = folder
    linkKeyFile = linkKey
    textKeysFile = textKeys
    self.logger = logger
    entries = Mutex(try Self.read(manifest, folder, linkKeyFile, textKeysFile))
  }

  var commands: [String: WorkerManifest.Command] { entries.withLock { $0.commands } }
  var sink: any NoticeSink { entries.withLock { $0.sink } }
  /// Where digests go; nil where the manifest does not say.
  var digests: (any NoticeSink)? { entries.withLock { $0.digests } }
  var receivers: [String: any EffectReceiver] { entries.withLock { $0.receivers } }
  /// Where the targets of live copies are, by `APP/COPY`.
  var copies: [String: String] { entries.withLock { $0.copies } }
  var linkKey: LinkKey? { entries.withLock { $0.linkKey } }
  var textKeys: TextKeys { entries.withLock { $0.textKeys } }

  /// Reads the manifest again; a job that runs continues what it began with.
  func reload() {
    do {
      let new = try Self.read(manifest, folder, linkKeyFile, textKeysFile)
      entries.withLock { $0 = new }
      logger.notice("SIGHUP: reloaded the manifest")
    } catch {
      let reason = "\(error)".split(separator: "\n").map { Untrusted(String($0)).printed }
      logger.error("SIGHUP: kept the old manifest: \(reason.joined(separator: "; "))")
    }
  }

  private static func read(
    _ manifest: String?,
    _ folder: String?,
    _ linkKey: String?,
    _ textKeys: String?
  ) throws -> Entries {
    let file = try manifest.map { try WorkerManifest(path: $0) }
    let sink: any NoticeSink
    if let webhook = file?.notify {
      sink = try Webhook(webhook)
    } else if let folder {
      sink = try FileSink(folder: folder)
    } else {
      throw NowhereToDeliver()
    }
    let copies = file?.copies ?? [:]
    // libpq would send it to any server that asks.
    guard copies.isEmpty || getenv("PGPASSWORD") == nil else { throw PasswordForAll() }
    return Entries(
      commands: file?.commands ?? [:],
      sink: sink,
      digests: try file?.digest.map { try Webhook($0) },
      receivers: try file.map { try receivers(of: $0) } ?? [:],
      copies: copies.mapValues(\.server),
      linkKey: try linkKey.map { LinkKey(try TrustedFile.secret($0, closedTo: 0o077)) },
      textKeys: try TextKeys.ofEnvironment(textKeys)
    )
  }
}

extension HostEntries {
  /// Where effects outside the database go, by name.
  private static func receivers(
    of file: WorkerManifest
  ) throws -> [String: any EffectReceiver] {
    var webhooks: [String: Webhook] = [:]
    var receivers: [String: any EffectReceiver] = [:]
    for (effect, entry) in file.outside {
      let contract = EffectContract(entry.expects)
      switch entry.receiver {
      case .webhook(let name):
        guard let declared = file.webhooks[name] else { continue }
        let webhook = try webhooks[name] ?? Webhook(declared)
        webhooks[name] = webhook
        receivers[effect] = WebhookReceiver(webhook, contract)
      case .command(let name):
        guard let declared = file.commands[name] else { continue }
        receivers[effect] = CommandReceiver(declared, named: name, contract)
      }
    }
    return receivers
  }
}

/// The password of the worker's own database would be sent to those of live copies.
struct PasswordForAll: Error, CustomStringConvertible {
  var description: String {
    "with copies in the manifest, PGPASSWORD would be sent to their servers too; use PGPASSFILE or a "
      + "service file"
  }
}

/// Neither the command line nor the manifest says where notices go.
struct NowhereToDeliver: Error, CustomStringConvertible {
  var description: String {
    "notices need a directory (--sink) or a webhook (notify in the manifest)"
  }
}
