package import Outcome
package import Postgres

/// Where something is on earth, in degrees.
package struct EarthPosition: Sendable, Hashable {
  /// Degrees to the north of the equator, -90 to 90.
  package let latitude: Double
  /// Degrees to the east of Greenwich, -180 to 180.
  package let longitude: Double

  /// Takes degrees; nil where they are nowhere on earth.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Reads `60.17,24.94`; nil for anything but two numbers.
  ///
  /// - Throws: ``Failure`` of kind usage where they are nowhere on earth.
  package init?(_ text: String) throws(Failure) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.hasPrefix(" ") ? $0.dropFirst() : $0)
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    guard let position = EarthPosition(latitude: latitude, longitude: longitude) else {
      throw Failure(
        .usage,
        "`\(text)` is not a position on earth",
        hint: "A latitude is from -90 to 90, a longitude from -180 to 180: `60.17,24.94`."
      )
    }
    self = position
  }

  /// Where the server's columns `latitude` and `longitude` are.
  package struct Columns {
    private let latitude: Int
    private let longitude: Int

    /// Finds them; nil where they are not there.
    package init?(_ rows: Rows) {
      guard let latitude = rows.columns.firstIndex(where: { $0.name == "latitude" }),
        let longitude = rows.columns.firstIndex(where: { $0.name == "longitude" })
      else { return nil }
      (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Reads the position in a row.
    package func read(_ row: Row) throws -> EarthPosition? {
      guard let latitude = try row.get(latitude, as: Double?.self),
        let longitude = try row.get(longitude, as: Double?.self)
      else { return nil }
      return EarthPosition(latitude: latitude, longitude: longitude)
    }
  }
}
