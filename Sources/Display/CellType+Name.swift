extension CellType {
  /// The OID of a type by the name that `format_type` gives it without modifiers, or that of a
  /// ``CellDrawing``; text for all that print alike.
  package static func oid(named name: String) -> UInt32 {
    switch name {
    case "boolean": bool
    case "smallint", "integer", "bigint": int8
    case "real", "double precision": float8
    case "numeric": 1700
    case "json", "jsonb": 3802
    case "timestamp with time zone": timestamptz
    case "timestamp without time zone": 1114
    case "text[]", "character varying[]": 1009
    case "integer[]", "bigint[]", "smallint[]": 1016
    case "interval": interval
    case "time without time zone": timeOfDay
    case "subject": subject
    default: CellDrawing(rawValue: name)?.typeOID ?? text
    }
  }
}
