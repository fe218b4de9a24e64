import Testing

@testable import Catalog

struct WorkerManifestTests {
  private func read(_ text: String) throws(ManifestError) -> WorkerManifest {
    try WorkerManifest(file: ManifestFile(name: "worker.yaml", bytes: Array(text.utf8)))
  }

  @Test func `an entry says what is run, and the rest has defaults`() throws {
    let manifest = try read(
      """
      commands:
        thumbs:
          argv: [/usr/bin/convert, -resize, 64]
          environment: {TMPDIR: /tmp, LEVEL: 3}
          directory: /srv
          timeout: 1m30s
          snooze: 5m
          output_limit: 4096
        plain:
          argv: [/bin/true]
      """
    )
    let thumbs = try #require(manifest.commands["thumbs"])
    #expect(thumbs.argv == ["/usr/bin/convert", "-resize", "64"])
    #expect(thumbs.environment == ["TMPDIR": "/tmp", "LEVEL": "3"])
    #expect(thumbs.directory == "/srv")
    #expect(thumbs.timeout == .seconds(90))
    #expect(thumbs.snooze == .seconds(300))
    #expect(thumbs.outputLimit == 4096)
    let plain = try #require(manifest.commands["plain"])
    #expect(plain.environment.isEmpty)
    #expect(plain.directory == "/")
    #expect(plain.timeout == .seconds(3600))
    #expect(plain.outputLimit == 1 << 20)
  }

  @Test(arguments: [
    ("", "worker.yaml:1:1: the file is empty"),
    ("comands: {}", "worker.yaml:1:1: unknown key “comands”; did you mean “commands”?"),
    ("commands: {a: {}}", "worker.yaml:1:15: key “argv” is missing"),
    ("commands: {a: {argv: []}}", "worker.yaml:1:22: this list must not be empty"),
    (
      "commands: {a: {argv: /bin/true}}",
      "worker.yaml:1:22: expected a list, not a single value"
    ),
    ("commands:\n  a:\n    argv: [x]", "worker.yaml:3:12: “x” is not an absolute path"),
    (
      "commands: {a: {argv: [/x], directory: y}}",
      "worker.yaml:1:39: “y” is not an absolute path"
    ),
    (
      "commands: {a: {argv: [/x], shell: true}}",
      """
      worker.yaml:1:28: unknown key “shell”; known keys: argv, environment, directory, run_as, \
      timeout, snooze, output_limit
      """
    ),
    (
      "commands: {a: {argv: [/x], timeout: soon}}",
      "worker.yaml:1:37: “soon” is not a duration such as 90s, 5m, 24h or 1h30m"
    ),
    (
      "commands: {a: {argv: [/x], output_limit: -1}}",
      "worker.yaml:1:42: “-1” is not a whole number of at least 1"
    ),
    (
      "commands: {a b: {argv: [/x]}}",
      "worker.yaml:1:12: “a b” is not a name (letters, digits, - and _, first a letter, at most 60)"
    ),
    (
      "webhooks: {a: {url: http://example.org/, secret_file: /s}}",
      "worker.yaml:1:21: “http://example.org/” is not https, or http on this host, without a user"
    ),
    (
      "webhooks: {a: {url: http://localhost.example.org/, secret_file: /s}}",
      """
      worker.yaml:1:21: “http://localhost.example.org/” is not https, or http on this host, \
      without a user
      """
    ),
    ("webhooks: {a: {url: https://x}}", "worker.yaml:1:15: key “secret_file” is missing"),
    (
      "webhooks: {a: {url: https://x, secret_file: /s, timeout: 2m}}",
      "worker.yaml:1:58: more than a minute is too long: rows stay locked"
    ),
    ("notify: a", "worker.yaml:1:9: there is no webhook “a”"),
    ("commands:", "worker.yaml:1:10: expected a mapping, not nothing"),
  ])
  func `what is wrong is told with its place`(text: String, report: String) {
    let error = #expect(throws: ManifestError.self) { try self.read(text) }
    #expect(error?.description == report)
  }

  @Test func `a copy is named with its app, and has a server`() throws {
    let manifest = try read("copies: {shop/orders: {server: service=orders}}")
    #expect(manifest.copies == ["shop/orders": WorkerManifest.Copy(server: "service=orders")])
    let error = #expect(throws: ManifestError.self) {
      try read("copies:\n  orders: {server: service=orders}\n  shop/orders: {}")
    }
    #expect(
      error?.findings.map(\.description) == [
        "worker.yaml:2:11: “orders” is not APP/COPY",
        "worker.yaml:3:16: key “server” is missing",
      ]
    )
  }

  @Test func `notices go to the webhook that is named`() throws {
    let manifest = try read(
      """
      webhooks:
        shop: {url: "https://shop.example/hook", secret_file: /etc/s, timeout: 5s, per_host: 2}
        local: {url: "http://127.0.0.1:80/x", secret_file: /etc/s}
      notify: shop
      """
    )
    #expect(manifest.notify == manifest.webhooks["shop"])
    #expect(manifest.notify?.perHost == 2)
    #expect(manifest.webhooks["local"]?.timeout == .seconds(10))
  }

  @Test func `every finding is told, in the order of the lines`() {
    let error = #expect(throws: ManifestError.self) {
      try self.read("commands:\n  a: {argv: [x]}\n  b: {argv: [/y], z: 1}\n  c: {argv: [w]}")
    }
    #expect(error?.findings.map(\.position.line) == [2, 3, 4])
  }
}

/// Where effects outside the database are sent.
struct OutsideManifestTests {
  private func read(_ outside: String) throws(ManifestError) -> WorkerManifest {
    let text = """
      webhooks: {provider: {url: "https://x.example/", secret_file: /s}}
      commands: {cut: {argv: [/bin/true]}}
      outside:
        \(outside)
      """
    return try WorkerManifest(file: ManifestFile(name: "worker.yaml", bytes: Array(text.utf8)))
  }

  @Test func `an effect goes to a webhook or a command, with what the answer must say`() throws {
    let hook = try read("disable: {webhook: provider, expect: {disabled: true, user.state: 3}}")
    #expect(hook.outside["disable"]?.receiver == .webhook("provider"))
    #expect(
      hook.outside["disable"]?.expects == ["disabled": .boolean(true), "user.state": .integer(3)]
    )
    let command = try read("shop/disable: {command: cut}")
    #expect(command.outside["shop/disable"]?.receiver == .command("cut"))
    #expect(command.outside["shop/disable"]?.expects == [:])
  }

  @Test(arguments: [
    ("a: {}", "worker.yaml:4:6: an effect goes to a webhook or to a command"),
    (
      "a: {webhook: provider, command: cut}",
      "worker.yaml:4:6: an effect goes to a webhook or to a command"
    ),
    ("a: {webhook: nope}", "worker.yaml:4:16: there is no webhook “nope”"),
    ("a: {command: nope}", "worker.yaml:4:16: there is no command “nope”"),
    (
      "a: {webhook: provider, expect: {b: [1]}}",
      "worker.yaml:4:34: “b” is not a single value"
    ),
  ])
  func `what is wrong is told with its place`(outside: String, finding: String) {
    let error = #expect(throws: ManifestError.self) { try self.read(outside) }
    #expect(error?.description == finding)
  }
}
