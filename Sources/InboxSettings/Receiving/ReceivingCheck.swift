import Foundation
import InboxCore
import InboxPayloads
import InboxSystem
package import InboxTOML

/// The check of files, programs and addresses that a valid configuration refers to.
package struct ReceivingCheck {
  private let file: TOMLFile<ReceivingSettings>
  private let programs: ProgramSearch
  private var errors: [TOMLError] = []

  /// The errors of a configuration; while the file itself has errors, of its other tables alone.
  ///
  /// - Parameters:
  ///   - file: The configuration.
  ///   - path: The value of `PATH`, for finding programs.
  /// - Returns: The errors, with the positions of the values.
  package static func errors(
    of file: TOMLFile<ReceivingSettings>, path: String?
  ) -> [TOMLError] {
    guard !file.isUnreadable else { return [] }
    var check = ReceivingCheck(file: file, programs: ProgramSearch(path: path))
    if file.errors.isEmpty {
      check.checkHTTP()
      check.checkSMTP()
      check.checkExchange()
    }
    check.checkTables()
    return check.errors
  }

  private init(file: TOMLFile<ReceivingSettings>, programs: ProgramSearch) {
    (self.file, self.programs) = (file, programs)
  }

  private mutating func checkHTTP() {
    let http = file.values.http
    guard http.isEnabled else { return }
    checkAddresses(http.addresses, at: "http.listen")
    checkTokens(http)
    checkCertificate(http)
    for (index, webhook) in zip(file.indices(of: "webhook"), file.values.webhooks) {
      do throws(WebhookVendorError) {
        let vendor = try webhook.vendor()
        check(Self.place("webhook", index, "secret_file"), try webhook.secrets(for: vendor))
      } catch {
        errors += error.errors
      }
    }
  }

  private mutating func checkSMTP() {
    let (http, smtp) = (file.values.http, file.values.smtp)
    guard smtp.isEnabled else { return }
    checkAddresses(smtp.addresses, at: "smtp.listen")
    // With HTTP enabled, the common settings were checked before.
    guard !http.isEnabled else { return }
    checkTokens(http)
    checkCertificate(http)
  }

  private mutating func checkAddresses(_ addresses: [ListenAddress], at list: TOMLPath) {
    for (index, address) in addresses.enumerated() {
      let place = list.appending(index: index)
      if !address.isLocal, !file.values.http.asksForToken {
        add(address.tokenIsMissing, at: place)
      }
      guard case .unix(let path) = address else { continue }
      let folder = (path as NSString).deletingLastPathComponent
      if !FileStatus.isFolder(folder) { add("there is no folder \(folder)", at: place) }
    }
  }

  private mutating func checkTokens(_ http: HTTPSettings) {
    if !http.tokenFile.isEmpty {
      check("http.token_file", try SecretFile.tokens(http.tokenFile))
    } else if let program = http.tokenCommand.first {
      checkProgram(program, at: "http.token_command")
    }
  }

  private mutating func checkCertificate(_ http: HTTPSettings) {
    guard !http.certificate.isEmpty || !http.key.isEmpty else { return }
    guard !http.key.isEmpty else { return add("it needs http.key", at: "http.certificate") }
    guard !http.certificate.isEmpty else { return add("it needs http.certificate", at: "http.key") }
    checkReadable(http.certificate, at: "http.certificate")
    check("http.key", try SecretFile.text(http.key))
  }

  private mutating func checkTables() {
    for (index, server) in zip(file.indices(of: "ntfy"), file.values.ntfy) {
      guard let token = server.tokenFile else { continue }
      check(Self.place("ntfy", index, "token_file"), try SecretFile.credential(token))
    }
    for (index, command) in zip(file.indices(of: "command"), file.values.commands) {
      checkProgram(command.command[0], at: Self.place("command", index, "command"))
    }
    for (name, words) in file.values.actions.commands.sorted(by: { $0.key < $1.key }) {
      guard let program = words[0].literal else { continue }
      checkProgram(program, at: TOMLPath("actions").appending(key: name).appending(key: "run"))
    }
  }

  private mutating func checkExchange() {
    let exchange = file.values.exchange
    guard exchange.isOn else { return }
    if !exchange.folder.isEmpty {
      if !exchange.servers.isEmpty {
        add("set exchange.url or exchange.folder, not both", at: "exchange.folder")
      }
      if !FileStatus.isFolder(HomePath.expanded(exchange.folder)) {
        add("there is no folder \(exchange.folder)", at: "exchange.folder")
      }
    }
    if !exchange.key.isEmpty, access(HomePath.expanded(exchange.key), F_OK) != 0 {
      add(
        "there is no file \(exchange.key); copy the key file of another machine, or write a new one "
          + "with 'exchange key'",
        at: "exchange.key")
    } else {
      checkSecret(exchange.key, at: "exchange.key")
    }
    checkSecret(exchange.credentials, at: "exchange.creds")
    checkSecret(exchange.seed, at: "exchange.nkey")
    if !exchange.authority.isEmpty { checkReadable(exchange.authority, at: "exchange.ca") }
  }

  private mutating func checkReadable(_ path: String, at place: TOMLPath) {
    guard access(HomePath.expanded(path), R_OK) != 0 else { return }
    add("cannot read \(path): \(SystemError(call: "access").reason)", at: place)
  }

  private mutating func checkSecret(_ path: String, at place: TOMLPath) {
    guard !path.isEmpty else { return }
    check(place, try SecretFile.text(path))
  }

  private static func place(_ table: String, _ index: Int, _ key: String) -> TOMLPath {
    TOMLPath(table).appending(index: index).appending(key: key)
  }

  private mutating func check<Secret>(
    _ place: TOMLPath, _ secret: @autoclosure () throws(SecretError) -> Secret
  ) {
    do throws(SecretError) {
      _ = try secret()
    } catch {
      add(error.description, at: place)
    }
  }

  private mutating func checkProgram(_ name: String, at place: TOMLPath) {
    guard !programs.finds(HomePath.expanded(name)) else { return }
    add("there is no program \(name)", at: place)
  }

  private mutating func add(_ reason: String, at place: TOMLPath) {
    errors.append(file.error(.unusable(reason), at: place))
  }
}

extension ListenAddress {
  /// The error of a public address without a token.
  package var tokenIsMissing: String {
    "\(self) can be reached from other machines and no token is asked for; "
      + "set http.token_file, or listen on 127.0.0.1"
  }
}
