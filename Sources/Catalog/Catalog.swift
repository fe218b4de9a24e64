// The Catalog room.
