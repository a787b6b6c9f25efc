// Only a header; SwiftPM wants a file to compile.
