// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building the program never builds this. What it measures against is
// in References, and built by Scripts/references.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "bellboard", path: "..")],
  targets: [
    // Measures the program from outside, through a pseudo-terminal.
    .executableTarget(
      name: "bench",
      dependencies: ["CPseudoTerminal"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
    // Times what the library reads and writes, within its own process.
    .executableTarget(
      name: "library",
      dependencies: [.product(name: "InboxCore", package: "bellboard")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
    // Starts a program in a pseudo-terminal.
    .target(name: "CPseudoTerminal", linkerSettings: [.linkedLibrary("util")]),
  ]
)
