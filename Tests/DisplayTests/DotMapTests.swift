import TestSupport
import Testing

@testable import Display

/// Maps of positions, without a database.
struct DotMapTests {
  private func map(
    _ positions: [(Double, Double)],
    _ size: (Int, Int) = (20, 5),
    inASCII: Bool = false
  ) -> [String] {
    let marks = positions.enumerated().compactMap { index, place in
      EarthPosition(latitude: place.0, longitude: place.1).map {
        DotMap.Mark(position: $0, number: index + 1)
      }
    }
    return DotMap(marks, ScreenSize(columns: size.0, rows: size.1), isASCII: inASCII)
      .lines.map(\.description)
  }

  @Test func `north is up, east is to the right, and a degree is as long as it is there`() {
    let lines = map([(61, 25), (59, 25), (60, 23), (60, 27)], (21, 11))
    #expect(lines.first?.contains("1") == true && lines[10].contains("2"), "\(lines)")
    #expect(lines[5].firstIndex(of: "3")! < lines[5].firstIndex(of: "4")!, "\(lines)")
    #expect(lines[11] == "59.00 N to 61.00 N, 23.00 E to 27.00 E", "\(lines)")
    #expect(lines[12] == "├───┤ 50 km", "\(lines)")
  }

  @Test func `what lies on both sides of the antimeridian is close together`() {
    let lines = map([(-16.8, 179.9), (-16.9, -179.9)])
    #expect(lines[5].hasSuffix("179.900 E to 179.900 W"), "\(lines)")
    #expect(lines[6].hasSuffix("5 km"), "\(lines)")
  }

  @Test func `one position, both poles and the whole earth are drawn`() {
    for positions in [
      [(0.0, 0.0)], [(90, 0), (-90, 0)], [(90, 10), (90, -170)], [(0, -180), (0, 180)],
      [(0, 0), (0, 120), (0, -120)], [(1e-9, 0), (0, 0)],
    ] {
      let lines = map(positions)
      #expect(lines.count == 7 && lines.allSatisfy { $0.count <= 60 }, "\(positions): \(lines)")
      #expect(lines.joined().contains("1"), "\(lines)")
    }
  }

  @Test func `without symbols a map is ASCII`() {
    let lines = map(Array(repeating: (1.0, 1.0), count: 9) + [(2, 2)], inASCII: true)
    #expect(lines.joined().utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(lines)")
    for mark in ["#1", ".10"] {
      #expect(lines.contains { $0.contains(mark) }, "\(lines)")
    }
  }

  @Test func `no number overwrites another`() {
    var generator = SeededGenerator.forThisTest()
    let positions = (0..<300).map { _ in
      (Double.random(in: -1...1, using: &generator), Double.random(in: -1...1, using: &generator))
    }
    let marks = positions.enumerated().compactMap { index, place in
      EarthPosition(latitude: place.0, longitude: place.1).map {
        DotMap.Mark(position: $0, number: index + 1)
      }
    }
    let map = DotMap(marks, ScreenSize(columns: 100, rows: 30), isASCII: false)
    let written = map.lines.dropLast(2).flatMap {
      $0.description.split { !$0.isNumber }.compactMap { Int($0) }
    }
    #expect(Set(written).count == written.count && written.allSatisfy { $0 <= 300 })
    #expect(written.count + map.unnumbered == 300)
  }
}
