// The Console room.
