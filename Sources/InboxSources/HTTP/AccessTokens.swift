import Crypto
import Foundation
import InboxSettings
import InboxSystem
import Synchronization

/// The tokens that authorize requests, from a file or a program.
///
/// State: the cached tokens with the status of their file. Guard: the mutex, because requests are
/// served by several threads.
final class AccessTokens: Sendable {
  private struct Cache {
    var tokens: [AccessToken] = []
    var status: FileStatus?
  }

  private let path: String?
  private let cache: Mutex<Cache>

  /// Reads the tokens of the settings; nil if the settings have none.
  ///
  /// - Throws: `SecretError` if they cannot be read, or others can read them; ``SourceError``.
  init?(_ settings: HTTPSettings) throws {
    if !settings.tokenFile.isEmpty {
      path = settings.tokenFile
      cache = Mutex(try Self.read(settings.tokenFile))
    } else if !settings.tokenCommand.isEmpty {
      path = nil
      cache = Mutex(Cache(tokens: try Self.run(settings.tokenCommand)))
    } else {
      return nil
    }
  }

  /// The current tokens; a changed file is read again.
  ///
  /// - Throws: `SecretError`.
  func all() throws -> [AccessToken] {
    try cache.withLock { cache in
      if let path, FileStatus(path: path) != cache.status { cache = try Self.read(path) }
      return cache.tokens
    }
  }

  private static func read(_ path: String) throws -> Cache {
    let status = FileStatus(path: path)
    return Cache(tokens: try SecretFile.tokens(path), status: status)
  }

  private static func run(_ words: [String]) throws -> [AccessToken] {
    try SecretFile.tokens(in: try SecretProgram.output(of: words), of: words[0])
  }
}

extension [AccessToken] {
  /// The first token that equals one of some texts; nil if none does.
  func first(among texts: [String]) -> AccessToken? {
    var found: AccessToken?
    // All are compared in full: the time must not depend on the match.
    for token in self {
      for text in texts where ConstantTime.equals(Data(token.text.utf8), Data(text.utf8)) {
        found = found ?? token
      }
    }
    return found
  }
}

/// Comparison in constant time.
enum ConstantTime {
  /// Whether two texts are equal.
  static func equals(_ first: some DataProtocol, _ second: some DataProtocol) -> Bool {
    // Comparing digests takes the same time for all texts.
    SHA256.hash(data: first) == SHA256.hash(data: second)
  }
}

/// Programs that print a secret.
enum SecretProgram {
  /// Time limit of such a program, in seconds.
  private static let longest = 10.0

  /// The output of a program.
  ///
  /// - Throws: ``SourceError``.
  static func output(of words: [String]) throws -> String {
    let (child, reading): (ChildProcess, Int32)
    do throws(SystemError) {
      (child, reading) = try ChildProcess.piping(STDOUT_FILENO, of: words, in: .detached)
    } catch {
      throw SourceError("cannot start \(words[0]): \(error.reason)")
    }
    defer { close(reading) }
    let bytes = collect(reading)
    guard let status = child.wait(upTo: longest) else {
      child.send(SIGKILL)
      child.reapLater()
      throw SourceError("\(words[0]) did not end within \(Int(longest)) s")
    }
    guard status.isSuccess else { throw SourceError("\(words[0]) \(status.words)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func collect(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let end = ContinuousClock.now + .seconds(longest)
    while bytes.count < SecretFile.mostBytes, ContinuousClock.now < end {
      let ready = Descriptors.wait(for: [.readable(descriptor)], atMost: longest)
      guard !ready.all.isEmpty else { continue }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
