// The Postgres room.
