// The Jobs room.
