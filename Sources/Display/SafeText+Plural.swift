/// A number and its noun.
package func plural(_ count: Int, _ one: SafeText, _ many: SafeText) -> SafeText {
  "\(count) \(count == 1 ? one : many)"
}
