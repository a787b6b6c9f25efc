import InboxSettings
import InboxSystem
import NIOSSL
import Synchronization

/// The TLS certificate of the service, reloaded when its files change.
///
/// If the files cannot be used, as during a renewal, the previous certificate stays in use.
///
/// State: the TLS context, and the status of the files it was made from. Guard: the mutex, because
/// connections start on several threads.
final class ServerCertificate: Sendable {
  private struct State {
    var context: NIOSSLContext?
    var statuses: [FileStatus?] = []
  }

  private let certificate: String
  private let key: String
  /// Called with the error of changed files, or nil when they can be used.
  private let told: @Sendable ((any Error)?) -> Void
  private let state = Mutex(State())

  /// Whether the settings have a certificate.
  static func isNamed(in settings: HTTPSettings) -> Bool {
    !settings.certificate.isEmpty || !settings.key.isEmpty
  }

  /// The certificate of the settings; nil if they have none.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - told: Called with the error of changed files, or nil when they can be used.
  init?(_ settings: HTTPSettings, told: @escaping @Sendable ((any Error)?) -> Void) {
    guard Self.isNamed(in: settings) else { return nil }
    (certificate, key) = (settings.certificate, settings.key)
    self.told = told
  }

  /// Loads the files for the first time.
  ///
  /// - Throws: ``SourceError``, `SecretError` when they cannot be used.
  func load() throws {
    try reload()?.get()
  }

  /// The TLS context for a new connection; nil before the first load.
  func context() -> NIOSSLContext? {
    refresh()
    return state.withLock { $0.context }
  }

  /// Reloads the files if they have changed.
  func refresh() {
    if case .failure(let error)? = reload() { told(error) }
  }

  /// Reloads the files if they have changed; nil if they have not.
  private func reload() -> Result<Void, any Error>? {
    let outcome = state.withLock { state -> Result<Void, any Error>? in
      let now = statuses
      guard state.statuses != now else { return nil }
      state.statuses = now
      return Result { state.context = try newContext() }
    }
    if case .success? = outcome { told(nil) }
    return outcome
  }

  private var statuses: [FileStatus?] {
    [certificate, key].map { FileStatus(path: HomePath.expanded($0)) }
  }

  /// A TLS context for TLS 1.2 or later.
  private func newContext() throws -> NIOSSLContext {
    guard !certificate.isEmpty else { throw SourceError("http.key needs http.certificate") }
    guard !key.isEmpty else { throw SourceError("http.certificate needs http.key") }
    let keyText = try SecretFile.text(key)
    let chain: [NIOSSLCertificate]
    let privateKey: NIOSSLPrivateKey
    do {
      chain = try NIOSSLCertificate.fromPEMFile(HomePath.expanded(certificate))
    } catch {
      throw SourceError("\(certificate) holds no certificates in PEM form, or cannot be read")
    }
    guard !chain.isEmpty else { throw SourceError("\(certificate) holds no certificates") }
    do {
      privateKey = try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)
    } catch {
      throw SourceError("\(key) holds no private key in PEM form without a passphrase")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw SourceError("\(key) is not the key of the certificate in \(certificate)")
    }
  }
}
