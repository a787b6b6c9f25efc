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

  /// Time limit of a program that prints the tokens, in seconds.
  private static let longest = 10.0

  private static func run(_ words: [String]) throws -> [AccessToken] {
    let pipe: WakePipe
    let child: ChildProcess
    do throws(SystemError) {
      pipe = try WakePipe()
      child = try ChildProcess(words, in: .detached, replacing: [STDOUT_FILENO: pipe.writing])
    } catch {
      throw SourceError("cannot start \(words[0]): \(error.reason)")
    }
    guard let status = child.wait(killingAfter: longest) else {
      throw SourceError("\(words[0]) did not end within \(Int(longest)) s")
    }
    guard status.isSuccess else { throw SourceError("\(words[0]) \(status.words)") }
    // Not read before: the pipe holds as much as a file of secrets may have.
    return try SecretFile.tokens(in: String(decoding: pipe.drain(), as: UTF8.self), of: words[0])
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
