import CNcurses

/// A window of ncurses as this platform's header declares it.
typealias CursesWindow = UnsafeMutablePointer<WINDOW>
