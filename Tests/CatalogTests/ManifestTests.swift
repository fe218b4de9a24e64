import Testing

@testable import Catalog

/// A small manifest that is right in every line.
private let shop = """
  app: shop
  schema: shop
  owner: shop_owner
  title: A shop
  collections:
    user:
      table: users
      key: [id]
      label: t.name
      show: [id, name]
      visible: blocked_until
      enforcement: column
  actions:
    - verb: ban
      collection: user
      effects:
        - {name: account, collection: user, hide: true}
  """

private func read(_ catalog: String, policies: String? = nil, jobs: [String: String] = [:])
  throws(ManifestError) -> Manifest
{
  try Manifest(
    catalog: ManifestFile(name: "catalog.yaml", bytes: Array(catalog.utf8)),
    policies: policies.map { ManifestFile(name: "policies.yaml", bytes: Array($0.utf8)) },
    jobs: jobs.sorted { $0.key < $1.key }.map {
      ($0.key, ManifestFile(name: "\($0.key).yaml", bytes: Array($0.value.utf8)))
    }
  )
}

/// What is said of a manifest that cannot be read.
private func findings(
  _ catalog: String,
  policies: String? = nil,
  jobs: [String: String] = [:]
) -> [String] {
  do {
    _ = try read(catalog, policies: policies, jobs: jobs)
    return []
  } catch {
    return error.findings.map(\.description)
  }
}

@Suite struct ManifestTests {
  @Test func `a manifest becomes sorted JSON`() throws {
    let manifest = try read(
      shop,
      policies: "policies: {spam: {title: Spam, clause: \"3.1\", grace: 24h}}",
      jobs: [
        "mine": "{kind: a.b, app: shop, every: 5m, args: {n: 1, deep: {x: [true, ~, '1']}}}",
        "theirs": "{kind: a.b, app: other, every: 5m}",
      ]
    )
    #expect(manifest.app == "shop")
    #expect(manifest.owner == "shop_owner")
    #expect(
      manifest.json == """
        {"actions":[{"collection":"user","effects":[{"collection":"user","hide":true,\
        "name":"account"}],"verb":"ban"}],"app":"shop","collections":{"user":{"enforcement":"column",\
        "key":["id"],"label":"t.name","show":["id","name"],"table":"users",\
        "visible":"blocked_until"}},"jobs":{"mine":{"app":"shop","args":{"deep":{"x":[true,null,\
        "1"]},"n":1},"every":"5m","kind":"a.b"}},"owner":"shop_owner","policies":{"spam":\
        {"clause":"3.1","grace":"24h","title":"Spam"}},"schema":"shop","title":"A shop"}
        """
    )
  }

  @Test(arguments: [
    ("/collections/user/show/1", 10, 16), ("/collections/user/nope", 7, 5),
    ("/actions/0/effects/0/hide", 17, 49), ("/nothing/here", 1, 1),
  ])
  func `a pointer names its line and column`(pointer: String, line: Int, column: Int) throws {
    let position = try read(shop).position(of: pointer)
    #expect(position == Position(file: "catalog.yaml", line: line, column: column))
  }

  @Test func `a pointer into a job names the job's file`() throws {
    let manifest = try read(shop, jobs: ["j": "kind: a.b\napp: shop\nevery: 5m"])
    #expect(
      manifest.position(of: "/jobs/j/every") == Position(file: "j.yaml", line: 3, column: 8)
    )
  }

  @Test func `every error of every file is told, in order`() {
    let broken = shop.replacing("table: users", with: "tabel: users")
      .replacing("hide: true", with: "hide: yes")
      .replacing("title: A shop", with: "title: A shop\ntitle: again")
    let policies =
      "policies:\n  spam: {title: Spam, clause: \"3\", grace: 5 minutes}\n"
      + "  fraud: {title: F, clause: f, grace: 0s, severity: huge, strikes: -1, duration: 0s}\n"
    let told = findings(
      broken,
      policies: policies,
      jobs: ["j": "{kind: k, app: shop, every: 0s, args: 3, when: now}"]
    )
    #expect(
      told == [
        "catalog.yaml:5:1: key “title” occurs twice (first in line 4)",
        "catalog.yaml:8:5: unknown key “tabel”; did you mean “table”?",
        "catalog.yaml:8:5: key “table” is missing",
        "catalog.yaml:18:49: “yes” is neither true nor false",
        "policies.yaml:2:43: “5 minutes” is not a duration such as 90s, 5m, 24h or 1h30m",
        "policies.yaml:3:53: “huge” is not one of low, medium, high, critical; did you mean “high”?",
        "policies.yaml:3:68: “-1” is not a whole number of at least 0",
        "policies.yaml:3:82: “0s” is shorter than 60s",
        "j.yaml:1:29: “0s” is shorter than 1s",
        "j.yaml:1:39: expected a mapping, not a single value",
        """
        j.yaml:1:42: unknown key “when”; known keys: kind, app, every, cron, zone, missed, most, \
        overlap, args, queue
        """,
      ]
    )
  }

  @Test(arguments: [
    ("show: [id, name]", "show: []", ":10:11: this list must not be empty"),
    ("show: [id, name]", "show: id", ":10:11: expected a list, not a single value"),
    ("table: users", "table:", ":7:11: expected a text, not nothing"),
    ("table: users", "table: {a: 1}", ":7:12: expected a text, not a mapping"),
    ("enforcement: column", "enforcement: colunm", "; did you mean “column”?"),
    (
      "enforcement: column", "enforcement: guard\n    guards: []",
      ":13:13: this list must not be empty"
    ),
    (
      "enforcement: column",
      "enforcement: guard\n    guards: [{table: t, actor: [a], writes: [truncate]}]",
      "“truncate” is not one of insert, update, delete"
    ),
    (
      "enforcement: column", "enforcement: policy\n    guards: [{table: t}]",
      ":13:14: key “actor” is missing"
    ),
    ("verb: ban", "verb: b/n", "“b/n” is not a name"),
    ("  user:\n", "  us er:\n", "“us er” is not a name"),
    ("app: shop", "", "key “app” is missing"),
  ])
  func `a wrong value is told with its place`(right: String, wrong: String, message: String) {
    let told = findings(shop.replacing(right, with: wrong, maxReplacements: 1))
    #expect(told.contains { $0.contains(message) }, "\(told)")
  }

  @Test(arguments: [
    ("90s", 90), ("5m", 300), ("24h", 86_400), ("1h30m", 5_400), ("2w", 1_209_600), ("0s", 0),
  ])
  func `a length of time is read`(text: String, seconds: Int) {
    #expect(manifestSeconds(text) == seconds)
  }

  @Test(arguments: [
    "", "5", "m", "5M", "-5m", "5 m", "30m1h", "5m5m", "٥m", "99999999999999999999s", "9999w",
  ])
  func `what is no length of time is refused`(text: String) {
    #expect(manifestSeconds(text) == nil)
  }

  @Test(
    arguments: [
      ("collection", ["collections", "color"], "collections"),
      ("grcae", ["grace", "title"], "grace"),
      ("x", ["a", "b"], nil), ("completely", ["other"], nil),
    ] as [(String, [String], String?)]
  )
  func `the nearest word is found`(word: String, candidates: [String], expected: String?) {
    #expect(nearest(to: word, among: candidates) == expected)
  }
}
