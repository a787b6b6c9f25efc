// Makes libdbus importable. Its types are macros with casts, which Swift does not see: their letters
// are repeated in BusValue.swift.
#include <dbus/dbus.h>
