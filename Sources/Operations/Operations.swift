// The Operations room.
