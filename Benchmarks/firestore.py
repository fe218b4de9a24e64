"""Writes exports of Firestore: the log of LevelDB with documents of Datastore's wire format."""

import struct

BLOCK = 32_768


def table():
    """What CRC-32C makes of each byte."""
    found = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        found.append(byte)
    return found


TABLE = table()


def checksum(data):
    """CRC-32C, masked as LevelDB masks it."""
    crc, entries = 0xFFFFFFFF, TABLE
    for byte in data:
        crc = entries[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


def document(collection, key, fields):
    """One document; fields are texts and floats by their names."""
    element = (varint(1 << 3 | 3) + text(2, collection.encode()) + text(4, key.encode())
               + varint(1 << 3 | 4))
    out = text(13, text(13, b"dev~demo") + text(14, element))
    for name, value in fields.items():
        if isinstance(value, float):
            value = varint(4 << 3 | 1) + struct.pack("<d", value)
        else:
            value = text(3, value.encode())
        out += text(15, text(3, name.encode()) + number(4, 0) + text(5, value))
    return out + text(16, b"")


def write(path, rows):
    """Writes places as documents of one collection."""
    with open(path, "wb") as file:
        at = 0
        for row in rows:
            fields = {name: float(value) if name in ("latitude", "longitude") else value
                      for name, value in row.items() if name != "geonameid"}
            rest, is_first = document("places", row["geonameid"], fields), True
            while rest or is_first:
                left = BLOCK - at % BLOCK
                if left < 7:
                    file.write(bytes(left))
                    at += left
                    left = BLOCK
                part, rest = rest[:left - 7], rest[left - 7:]
                kind = (2 if rest else 1) if is_first else (3 if rest else 4)
                is_first = False
                file.write(struct.pack("<IHB", checksum(bytes([kind]) + part), len(part), kind) + part)
                at += 7 + len(part)
