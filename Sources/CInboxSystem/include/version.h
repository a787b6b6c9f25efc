#pragma once

/// The commit that the programs were built from, short; empty where the build was not told.
///
/// `BELLBOARD_COMMIT` in the environment of the build names it; `Scripts/build` sets it.
const char *inbox_commit(void);
