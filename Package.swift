// swift-tools-version: 6.2
import PackageDescription

// Every target gets the same strict settings; see STYLE in CONTRIBUTING.md.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// The commit that `--version` prints; one file of C is compiled again with another.
let commit: [CSetting] =
  Context.environment["BELLBOARD_COMMIT"].map {
    [.define("BELLBOARD_COMMIT", to: "\"\($0)\"")]
  } ?? []

let package = Package(
  name: "bellboard",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "InboxCore", targets: ["InboxText", "InboxCore", "InboxPayloads"]),
    .library(name: "InboxUI", targets: ["InboxUI", "InboxTerminal"]),
    .executable(name: "bellboard", targets: ["bellboard"]),
    .executable(name: "bellboardd", targets: ["bellboardd"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // For the daemon alone; the screen links none of these.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"6.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
  ],
  targets: [
    // Text and values: JSON, times, printable text, widths, wrapping.
    .target(name: "InboxText"),
    // The operating system: descriptors, files and their events, processes, signals, clocks.
    .target(name: "InboxSystem", dependencies: ["CInboxSystem"]),
    // What a message is, where it is kept, how changes are told.
    .target(
      name: "InboxCore",
      dependencies: [
        "InboxText", "InboxSystem", "CExpression", "CInboxSystem",
        .product(name: "GRDB", package: "GRDB.swift"),
        // For what GRDB has no call of its own: giving up a read that takes too long.
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // Turn bytes into payloads: our own JSON, APNs, ntfy, the vendors' blocks.
    // The services whose webhooks they read are TOML files.
    .target(
      name: "InboxPayloads", dependencies: ["InboxCore", "InboxText", "InboxTOML"],
      resources: [.embedInCode("Webhooks/Vendors")]),
    // Read mails: their parts by libetpan, HTML by libxml2, character sets by Foundation's ICU. Apart
    // from the payloads, so that hosts which read no mail link none of these.
    .target(
      name: "InboxMail", dependencies: ["InboxCore", "InboxText", "CHTML", "CMime"],
      linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),
    // Read TOML texts with the position of every value, and word what is wrong with them.
    .target(name: "InboxTOML", dependencies: ["InboxText"]),
    // Take Markdown texts apart, by cmark-gfm.
    .target(name: "InboxMarkdown", dependencies: ["CCommonMark"]),
    // Decide what is on the screen and what a key means, with no I/O.
    .target(
      name: "InboxUI",
      dependencies: ["InboxCore", "InboxMarkdown", "InboxText", "InboxTOML"],
      resources: [.embedInCode("Theme/Files"), .embedInCode("Input/Presets")]),
    // Show frames and read keys with ncurses; run the loop.
    .target(
      name: "InboxTerminal",
      dependencies: [
        "InboxCore", "InboxSystem", "InboxText", "InboxUI", "CNcurses", "CInboxSystem",
      ]),
    // Find and read the user's configuration and theme files.
    .target(
      name: "InboxSettings",
      dependencies: ["InboxCore", "InboxPayloads", "InboxSystem", "InboxText", "InboxTOML"]),
    // Ways in: receive from the network and from programs, and keep at it.
    .target(
      name: "InboxSources",
      dependencies: [
        "InboxCore", "InboxMail", "InboxPayloads", "InboxSettings", "InboxSystem", "InboxText",
        "CDBus", "CSystemdSockets", "CZlib",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    // One inbox on several machines: talk to the server between them. For the daemon alone.
    .target(
      name: "InboxExchange",
      dependencies: [
        "CZlib", "InboxCore", "InboxSettings", "InboxSystem", "InboxText",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    // What the programs share: environment, wording, output, exit status.
    .target(
      name: "BellboardSupport",
      dependencies: [
        "CInboxSystem", "InboxCore", "InboxPayloads", "InboxSettings", "InboxSystem", "InboxText",
        "InboxTOML",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The person's program: the screen and the commands.
    .executableTarget(
      name: "bellboard",
      dependencies: [
        "BellboardSupport", "InboxCore", "InboxMail", "InboxPayloads", "InboxSystem", "InboxText",
        "InboxUI", "InboxTerminal", "InboxSettings", "InboxTOML",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      // The messages of the demonstration, and the program that setup installs for GitHub.
      resources: [
        .embedInCode("Demo/messages.json"), .embedInCode("Setup/github-notifications"),
      ]),
    // The daemon: runs the sources while no screen is open.
    .executableTarget(
      name: "bellboardd",
      dependencies: [
        "BellboardSupport", "InboxCore", "InboxExchange", "InboxSettings", "InboxSources",
        "InboxSystem", "InboxText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    // Walks Markdown texts; the extensions come first, as a static link goes by that order.
    .target(
      name: "CCommonMark",
      linkerSettings: [.linkedLibrary("cmark-gfm-extensions"), .linkedLibrary("cmark-gfm")]),
    // Searches by regular expressions, within limits.
    .target(name: "CExpression", linkerSettings: [.linkedLibrary("pcre2-8")]),
    // Takes mails apart.
    .target(name: "CMime", linkerSettings: [.linkedLibrary("etpan")]),
    // Reads HTML in one pass.
    .target(name: "CHTML", dependencies: ["CLibXML"]),
    .systemLibrary(
      name: "CLibXML", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    // Compresses what machines exchange, and writes images of the desktop.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Makes ncurses importable.
    .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),
    // Makes libdbus importable; only the daemon needs it.
    .systemLibrary(
      name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    // Lets a static program link libdbus, whose servers ask libsystemd, which has no static form.
    .target(name: "CSystemdSockets"),
    // What Swift cannot say around a terminal: signal handlers, timers as descriptors.
    .target(name: "CInboxSystem", cSettings: commit),

    // Factories, golden screens and process helpers that the tests share.
    .target(
      name: "InboxTestSupport",
      dependencies: ["InboxCore", "InboxSystem", "InboxText", "InboxUI", "InboxTerminal"],
      path: "Tests/InboxTestSupport"),
    // A second process that writes or watches, for the tests of what crosses processes.
    .executableTarget(
      name: "InboxTestProcess",
      dependencies: [
        "InboxCore", "InboxSystem", "InboxTestSupport", "InboxText",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/InboxTestProcess"),
    // The examples see of the package what every host program sees.
    .executableTarget(
      name: "Lobby",
      dependencies: [
        "InboxCore", "InboxPayloads", "InboxTerminal", "InboxText", "InboxUI", "LobbyCurses",
      ],
      path: "Examples/Lobby", packageAccess: false),
    // Makes ncurses importable for the host.
    .target(
      name: "LobbyCurses", path: "Examples/LobbyCurses",
      linkerSettings: [.linkedLibrary("ncursesw")]),
    // The samples of the page on embedding that need a terminal.
    .target(
      name: "HostSamples",
      dependencies: [
        "InboxCore", "InboxPayloads", "InboxTerminal", "InboxText", "InboxUI", "LobbyCurses",
      ],
      path: "Examples/Samples", packageAccess: false),
    .testTarget(name: "InboxSystemTests", dependencies: ["InboxSystem", "InboxTestSupport"]),
    .testTarget(
      name: "InboxTextTests", dependencies: ["InboxText", "InboxTestSupport"],
      exclude: ["Samples"]),
    .testTarget(
      name: "InboxCoreTests",
      dependencies: [
        "InboxCore", "InboxPayloads", "InboxSystem", "InboxTestSupport", "InboxText",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Samples"]),
    .testTarget(
      name: "InboxPayloadsTests",
      dependencies: [
        "InboxCore", "InboxPayloads", "InboxTOML", "InboxTestSupport", "InboxText",
      ]),
    .testTarget(
      name: "InboxMailTests",
      dependencies: ["InboxCore", "InboxMail", "InboxTestSupport", "InboxText"],
      exclude: ["Samples"]),
    .testTarget(
      name: "InboxTOMLTests", dependencies: ["InboxTOML"], exclude: ["Samples"]),
    .testTarget(
      name: "InboxMarkdownTests", dependencies: ["InboxMarkdown", "InboxTestSupport"]),
    .testTarget(
      name: "InboxUITests",
      dependencies: ["InboxText", "InboxTOML", "InboxUI", "InboxTerminal", "InboxTestSupport"],
      exclude: ["Goldens"]),
    // A pane that tells what reaches it, run by tests in a terminal.
    .executableTarget(
      name: "TerminalProbe", dependencies: ["InboxSystem", "InboxTerminal", "InboxUI"],
      path: "Tests/TerminalProbe"),
    .testTarget(
      name: "InboxTerminalTests",
      dependencies: [
        "InboxCore", "InboxSystem", "InboxTerminal", "InboxUI", "InboxTestSupport", "InboxText",
      ]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "InboxCore", "InboxUI", "InboxTerminal", "InboxTestSupport", "InboxText",
      ]),
    .testTarget(
      name: "InboxSettingsTests",
      dependencies: [
        "InboxCore", "InboxSettings", "InboxSystem", "InboxTOML", "InboxTestSupport", "InboxText",
      ]),
    .testTarget(
      name: "BellboardSupportTests",
      dependencies: [
        "BellboardSupport", "InboxCore", "InboxSettings", "InboxTestSupport", "InboxText",
      ]),
    .testTarget(
      name: "InboxSourcesTests",
      dependencies: [
        "InboxCore", "InboxPayloads", "InboxSettings", "InboxSources", "InboxTestSupport",
        "InboxText",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      exclude: ["Samples"]),
    .testTarget(
      name: "InboxExchangeTests",
      dependencies: [
        "InboxCore", "InboxExchange", "InboxTestSupport", "InboxText",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "bellboardTests",
      dependencies: [
        "BellboardSupport", "InboxCore", "InboxSettings", "InboxTOML", "InboxTerminal",
        "InboxSystem", "InboxTestSupport",
        "InboxText", "InboxUI", "bellboard",
      ],
      exclude: ["Goldens", "Samples"]),
    // Random input to everything that reads what comes from outside; Scripts/fuzz runs it longer.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "BellboardSupport", "InboxCore", "InboxExchange", "InboxMail", "InboxPayloads",
        "InboxSettings", "InboxSources", "InboxTOML", "InboxTestSupport", "InboxText", "InboxUI",
        "bellboard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    // What starts programs, pseudo-terminals and tmux; Scripts/test runs these one at a time.
    .testTarget(
      name: "ProcessTests",
      dependencies: [
        "BellboardSupport", "InboxCore", "InboxPayloads", "InboxSettings", "InboxSources",
        "InboxSystem", "InboxTOML", "InboxTerminal",
        "InboxTestProcess", "InboxTestSupport", "InboxText", "InboxUI", "TerminalProbe",
        "bellboard", "bellboardd",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Transcripts"]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = strict
}
