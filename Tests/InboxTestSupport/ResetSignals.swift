import Foundation

/// Has a program start with no signal blocked and none ignored, as a shell starts one.
///
/// Threads of the test runner have signals blocked, and `nohup` or a script may have had the
/// runner ignore some; programs inherit both.
func resetSignals(in attributes: inout posix_spawnattr_t) -> Int16 {
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  return Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
}
