import Foundation
import InboxSettings
import InboxSystem
import NIOSSL

/// The certificate of the service, by its files; a renewed one is another value.
struct ServerCertificate: Sendable, Hashable {
  private let certificate: String
  private let key: String
  private let statuses: [FileStatus?]

  /// The certificate that the settings name; nil where they name none.
  init?(_ settings: HTTPSettings) {
    guard !settings.certificate.isEmpty || !settings.key.isEmpty else { return nil }
    (certificate, key) = (settings.certificate, settings.key)
    statuses = [certificate, key].map { FileStatus(path: HomePath.expanded($0)) }
  }

  /// How connections are encrypted: by TLS 1.2 or later.
  ///
  /// - Throws: ``SourceError``, `SecretError` when the files cannot be used.
  func configuration() throws -> TLSConfiguration {
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
    do {
      privateKey = try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)
    } catch {
      throw SourceError("\(key) holds no private key in PEM form without a passphrase")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }
}
