// The Moderation room.
