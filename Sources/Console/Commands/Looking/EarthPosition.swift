import Outcome
import Postgres

/// Where something is on earth, in degrees.
struct EarthPosition: Sendable, Hashable {
  /// Degrees to the north of the equator, -90 to 90.
  let latitude: Double
  /// Degrees to the east of Greenwich, -180 to 180.
  let longitude: Double

  /// Takes degrees; nil where they are nowhere on earth.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Reads `60.17,24.94`; nil for what is not two numbers.
  ///
  /// - Throws: ``Failure`` of kind usage where they are nowhere on earth.
  init?(_ text: String) throws(Failure) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.hasPrefix(" ") ? $0.dropFirst() : $0)
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    guard let position = EarthPosition(latitude: latitude, longitude: longitude) else {
      throw Failure(
        .usage,
        "`\(text)` is nowhere on earth",
        hint: "A latitude is from -90 to 90, a longitude from -180 to 180: `60.17,24.94`."
      )
    }
    self = position
  }

  /// Where the server's columns `latitude` and `longitude` are.
  struct Columns {
    private let latitude: Int
    private let longitude: Int

    /// Finds them; nil where they are not there.
    init?(_ rows: Rows) {
      guard let latitude = rows.columns.firstIndex(where: { $0.name == "latitude" }),
        let longitude = rows.columns.firstIndex(where: { $0.name == "longitude" })
      else { return nil }
      (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Reads the position in a row.
    func read(_ row: Row) throws -> EarthPosition? {
      guard let latitude = try row.get(latitude, as: Double?.self),
        let longitude = try row.get(longitude, as: Double?.self)
      else { return nil }
      return EarthPosition(latitude: latitude, longitude: longitude)
    }
  }
}

/// Reads metres: `2km`, `500m`, `1.5km`.
///
/// - Throws: ``Failure`` of kind usage for anything else.
func metres(_ text: String) throws(Failure) -> Double {
  let isKilometres = text.hasSuffix("km")
  guard text.hasSuffix("m"), let number = Double(text.dropLast(isKilometres ? 2 : 1)),
    number.isFinite, number > 0, text.first?.isNumber == true
  else {
    throw Failure(.usage, "`\(text)` is not a distance", hint: "Write 500m, 2km or 1.5km.")
  }
  return number * (isKilometres ? 1000 : 1)
}
