// The Search room.
