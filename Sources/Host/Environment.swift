import Glibc

/// Returns a variable of the environment, nil where it is unset or empty.
package func environmentValue(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
