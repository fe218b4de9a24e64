// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is built alike: language mode 6, the upcoming features that make imports
/// and isolation explicit, and no warning let through.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// Of what waits for people or the database the size counts.
let small = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
  name: "reeve",
  products: [
    .executable(name: "reeve", targets: ["reeve"]),
    .executable(name: "reeve-worker", targets: ["reeve-worker"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CLibPQ"),
    .systemLibrary(name: "CMicroHTTPD"),
    .systemLibrary(name: "CQRCode"),
    .systemLibrary(name: "CReadline"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CYaml"),
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CZstd"),
    .target(name: "Bytes", swiftSettings: settings),
    .target(name: "Outcome", swiftSettings: settings),
    .target(name: "Postgres", dependencies: ["CLibPQ", "Bytes"], swiftSettings: settings),
    .target(name: "Answers", dependencies: ["Outcome", "Postgres"], swiftSettings: settings),
    .target(name: "Catalog", dependencies: ["CYaml"], swiftSettings: settings),
    // Files, programs, users and keys of this host.
    .target(
      name: "Host",
      dependencies: ["CCrypto", "CSpawn", "Bytes", "Outcome"],
      swiftSettings: settings
    ),
    .target(
      name: "Operations",
      dependencies: ["Outcome", "Postgres", "Answers", "Catalog", "Host"],
      swiftSettings: small
    ),
    .target(
      name: "Moderation",
      dependencies: ["CCrypto", "Bytes", "Outcome", "Postgres", "Catalog", "Host"],
      swiftSettings: settings
    ),
    .target(
      name: "Jobs",
      dependencies: [
        "CSpawn", "Outcome", "Postgres", "Answers", "Catalog", "Host",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    // Apart from Jobs, which needs no libcurl.
    .target(
      name: "Webhooks",
      dependencies: ["CCrypto", "CCurl", "Bytes", "Catalog", "Host", "Jobs"],
      swiftSettings: settings
    ),
    // Apart for the same reason: an HTTP server for the worker alone.
    .target(
      name: "Monitoring",
      dependencies: [
        "CMicroHTTPD", "Jobs", "Postgres", "Catalog",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Search",
      dependencies: ["Outcome", "Postgres", "Catalog", "Host"],
      swiftSettings: settings
    ),
    .target(
      name: "LiveCopy",
      dependencies: ["Outcome", "Postgres", "Answers", "Catalog"],
      swiftSettings: settings
    ),
    .target(
      name: "Readers",
      dependencies: [
        "CSQLite", "CZlib", "CZstd", "Bytes", "Outcome", "Postgres", "Answers", "Catalog",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Import",
      dependencies: [
        "CCrypto", "Bytes", "Outcome", "Postgres", "Answers", "Catalog", "Host", "Readers",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Display",
      dependencies: ["CQRCode", "Outcome", "Postgres", "Catalog", "Host"],
      swiftSettings: small
    ),
    .target(
      name: "Prompt",
      dependencies: ["CReadline", "Outcome", "Catalog", "Host", "Display"],
      swiftSettings: small
    ),
    .target(
      name: "Console",
      dependencies: [
        "Bytes", "Outcome", "Postgres", "Answers", "Catalog", "Host", "Moderation", "Display",
        "Prompt",
      ],
      swiftSettings: small
    ),
    .executableTarget(
      name: "reeve",
      dependencies: [
        "Outcome", "Postgres", "Answers", "Catalog", "Host", "Readers", "Operations", "Moderation",
        "Search", "LiveCopy", "Import", "Display", "Prompt", "Console",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small
    ),
    .executableTarget(
      name: "reeve-worker",
      dependencies: [
        "Postgres", "Answers", "Catalog", "Host", "Moderation", "Search", "LiveCopy", "Jobs",
        "Webhooks", "Monitoring", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Postgres"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "PostgresTests",
      dependencies: ["Postgres", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog"], swiftSettings: settings),
    .testTarget(
      name: "HostTests",
      dependencies: ["Outcome", "Host", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "Outcome", "Postgres", "Answers", "Catalog", "Host", "Operations", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "JobsTests",
      dependencies: [
        "CSpawn", "Host", "Jobs", "Catalog", "Postgres", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ModerationTests",
      dependencies: ["Bytes", "Outcome", "Postgres", "Moderation", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MigrationTests",
      dependencies: [
        "CSQLite", "Outcome", "Postgres", "Answers", "Catalog", "Host", "Readers", "Operations",
        "LiveCopy", "Import", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DisplayTests",
      dependencies: ["Outcome", "Postgres", "Catalog", "Display", "TestSupport"],
      exclude: ["Snapshots"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PromptTests",
      dependencies: ["Prompt", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "CReadline", "Outcome", "Postgres", "Catalog", "Operations", "Moderation", "Display",
        "Prompt", "Console", "TestSupport",
      ],
      exclude: ["Screens", "Snapshots"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntegrationTests",
      dependencies: ["Outcome", "Postgres", "Host", "Search", "TestSupport"],
      swiftSettings: settings
    ),
  ]
)

// The thread sanitizer wants a build of its own: of what it tests, not of everything.
if Context.environment["REEVE_POSTGRES_ALONE"] != nil {
  package.products = []
  package.dependencies = []
  package.targets.removeAll {
    !["CLibPQ", "Bytes", "Postgres", "TestSupport", "PostgresTests"].contains($0.name)
  }
}
