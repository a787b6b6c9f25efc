// Makes libdbus importable. Its types are macros with casts, which Swift does not see: their letters
// are written out in BusReader.swift and BusWriter.swift.
#include <dbus/dbus.h>
