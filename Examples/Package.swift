// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the examples see of Bellboard what every host program sees.
let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "bellboard", path: "..")],
  targets: [
    // An ncurses program that embeds the inbox.
    .executableTarget(
      name: "Lobby",
      dependencies: [
        "LobbyCurses",
        .product(name: "InboxCore", package: "bellboard"),
        .product(name: "InboxUI", package: "bellboard"),
      ],
      path: "Lobby"),
    // Makes ncurses importable for the host.
    .target(
      name: "LobbyCurses", path: "LobbyCurses", linkerSettings: [.linkedLibrary("ncursesw")]),
    // The samples of the page on embedding that need a terminal.
    .target(
      name: "Samples",
      dependencies: ["LobbyCurses", .product(name: "InboxUI", package: "bellboard")],
      path: "Samples"),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
