extension [Value.Member] {
  /// Returns the value of a key; nil where there is none.
  package func value(_ key: StaticString) -> Value? {
    first { member in
      member.key.count == key.utf8CodeUnitCount
        && member.key.elementsEqual(
          UnsafeBufferPointer(start: key.utf8Start, count: member.key.count)
        )
    }?.value
  }
}

extension Value {
  /// A whole number; nil for other values.
  package var integer: Int64? {
    switch self {
    case .int(let number): number
    case .double(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// A number, the nearest that has a double's form; nil for other values.
  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .decimal(let digits): Double(String(decoding: digits, as: UTF8.self))
    default: nil
    }
  }

  /// Returns a time; nil where PostgreSQL has none of that year.
  package static func timestamp(seconds: Int64, microseconds: Int64) -> Value? {
    let (product, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, isBeyond) = product.addingReportingOverflow(microseconds)
    // From 4714 BC on; Int64 ends before PostgreSQL does.
    guard !isOver, !isBeyond, sum >= -210_866_803_200_000_000, sum < .max else { return nil }
    return .timestamp(sum)
  }

  /// Returns a map; of one whose only key begins with $ the key gets another, as in JSON such an
  /// object is a value that JSON has no form for.
  package static func escaped(_ members: [Member]) -> Value {
    guard members.count == 1, let member = members.first, member.key.first == UInt8(ascii: "$")
    else { return .map(members) }
    return .map([Member(key: ([UInt8(ascii: "$")] + member.key)[...], value: member.value)])
  }
}
