-- Sotravel: group adventure trips. Run as the owner of schema `sotravel`, which exists.
--
-- The rules live here and in functions/, so that they hold whoever writes. Invariants bind
-- everybody, the owner too; rules relative to the moment (bans, active trips) bind everybody but
-- the owner and the back office, whose imports and samples may hold the past. The app's writers run
-- as the owner and therefore check these themselves, against the `at` they are given.

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

GRANT USAGE ON SCHEMA sotravel TO sotravel_app;

COMMENT ON SCHEMA sotravel IS
'Group adventure trips. Errors of the app bear SQLSTATE class ST:
ST001 no such row
ST002 the user is blocked
ST003 not theirs to do
ST004 the trip, event or invitation is not in a state for it
ST005 not a member of the trip
ST006 the link is not valid here and now
ST007 an argument makes no sense
ST008 the text of a message is not encrypted by a key of message_keys';

-- People ------------------------------------------------------------------------------------

CREATE TABLE sotravel.users(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT users_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT users_legacy_id_key UNIQUE,
  name text NOT NULL,
  email text,
  photo_url text,
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC',
  current_trip_id bigint,
  blocked_until timestamptz,
  signed_in_at timestamptz,
  is_new boolean NOT NULL DEFAULT FALSE,
  name_folded text NOT NULL DEFAULT '',
  legacy_digest text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT users_locale_form CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$')
);

COMMENT ON TABLE sotravel.users IS 'People who travel.';
COMMENT ON COLUMN sotravel.users.signed_in_at IS
'The last sign-in that sign_ins has or had; forgotten with it.';
COMMENT ON COLUMN sotravel.users.is_new IS
'They registered here, and a job has yet to welcome them.';
COMMENT ON COLUMN sotravel.users.legacy_id IS
'Id in the service before the move to PostgreSQL; a random one of who came since.';
COMMENT ON COLUMN sotravel.users.legacy_digest IS
'Of what the last import made of them, so that heal() overwrites no edit made here; erased for who
is erased, whom no import fills again; NULL for who came since.';
COMMENT ON COLUMN sotravel.users.current_trip_id IS
'The trip that the app shows, and with which a position is shared; always one of theirs.';
COMMENT ON COLUMN sotravel.users.blocked_until IS
'May not act while later than now; infinity = no end, NULL = not blocked.';
COMMENT ON COLUMN sotravel.users.name_folded IS 'The name in lower case, by trigger.';

CREATE INDEX users_name_folded ON sotravel.users (name_folded text_pattern_ops, id);
CREATE INDEX users_signed_in_at ON sotravel.users (signed_in_at);
CREATE INDEX users_new ON sotravel.users (id) WHERE is_new;

CREATE TABLE sotravel.identities(
  provider text NOT NULL,
  provider_id text NOT NULL,
  user_id bigint NOT NULL CONSTRAINT identities_user_id_fkey REFERENCES sotravel.users,
  verified_email text,
  handle text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (provider, provider_id),
  CONSTRAINT identities_user_key UNIQUE (user_id, provider),
  CONSTRAINT identities_provider_known CHECK (provider IN ('email', 'telegram')),
  CONSTRAINT identities_handle_telegram CHECK (handle IS NULL OR provider = 'telegram')
);

COMMENT ON TABLE sotravel.identities IS
'Sign-in accounts: a person has one by email, one by Telegram, or both.';
COMMENT ON COLUMN sotravel.identities.handle IS 'The name on Telegram.';

CREATE TABLE sotravel.social_links(
  user_id bigint NOT NULL CONSTRAINT social_links_user_id_fkey REFERENCES sotravel.users,
  kind text NOT NULL,
  url text NOT NULL,
  CONSTRAINT social_links_pkey PRIMARY KEY (user_id, kind),
  CONSTRAINT social_links_url_form
    CHECK (url ~ '^https://[^[:space:]]+$' AND char_length(url) <= 500)
);

COMMENT ON TABLE sotravel.social_links IS 'Where else a person is found, one link a kind.';

-- Sign-ins ----------------------------------------------------------------------------------

CREATE TABLE sotravel.sign_ins(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_ins_pkey PRIMARY KEY,
  user_id bigint NOT NULL CONSTRAINT sign_ins_user_id_fkey REFERENCES sotravel.users,
  at timestamptz NOT NULL,
  provider text NOT NULL,
  device_kind text NOT NULL,
  country text,
  device bytea,
  address bytea,
  CONSTRAINT sign_ins_at_finite CHECK (isfinite(at)),
  CONSTRAINT sign_ins_provider_known CHECK (provider IN ('email', 'telegram')),
  CONSTRAINT sign_ins_device_kind_known
    CHECK (device_kind IN ('phone', 'tablet', 'computer', 'other')),
  CONSTRAINT sign_ins_country_code CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT sign_ins_device_length CHECK (octet_length(device) = 32),
  CONSTRAINT sign_ins_address_length CHECK (octet_length(address) = 32)
);

COMMENT ON TABLE sotravel.sign_ins IS
'When, by which provider, on what and from where a person signed in: the last 50 of each, for 90
days (retain in the catalog).';
COMMENT ON COLUMN sotravel.sign_ins.country IS
'Of the address, as the app''s servers looked it up.';
COMMENT ON COLUMN sotravel.sign_ins.device IS
'A keyed digest (sign_in_digest) of the installation''s id.';
COMMENT ON COLUMN sotravel.sign_ins.address IS
'A keyed digest of the address, of IPv6 of its first 64 bits; the address itself is not kept.';

CREATE INDEX sign_ins_user_id ON sotravel.sign_ins (user_id, at DESC, id DESC);
CREATE INDEX sign_ins_at ON sotravel.sign_ins (at);

CREATE TABLE sotravel.sign_in_key(
  is_one boolean NOT NULL DEFAULT TRUE CONSTRAINT sign_in_key_pkey PRIMARY KEY,
  key bytea NOT NULL
    DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  CONSTRAINT sign_in_key_one CHECK (is_one),
  CONSTRAINT sign_in_key_length CHECK (octet_length(key) = 32)
);

COMMENT ON TABLE sotravel.sign_in_key IS
'The key of the digests in sign_ins: one row, which the first sign-in makes, granted to nobody. A
dump without it holds digests that addresses cannot be tried against.';

-- Notices -----------------------------------------------------------------------------------

CREATE TABLE sotravel.notices(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT notices_pkey PRIMARY KEY,
  user_id bigint NOT NULL CONSTRAINT notices_user_id_fkey REFERENCES sotravel.users,
  notice_id bigint NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  link text,
  has_sound boolean NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  CONSTRAINT notices_notice_key UNIQUE (user_id, notice_id)
);

COMMENT ON TABLE sotravel.notices IS
'What the back office has sent to a person, as their phone lists it: notice_list.';
COMMENT ON COLUMN sotravel.notices.notice_id IS
'The back office''s number of the notice, which each person has once.';
COMMENT ON COLUMN sotravel.notices.link IS 'What a tap opens.';

CREATE INDEX notices_user_id ON sotravel.notices (user_id, id);
CREATE INDEX notices_unread ON sotravel.notices (user_id) WHERE read_at IS NULL;

CREATE TABLE sotravel.quiet_notices(
  template text CONSTRAINT quiet_notices_pkey PRIMARY KEY
);

COMMENT ON TABLE sotravel.quiet_notices IS
'Templates of the catalog whose notices a phone shows without a sound.';

INSERT INTO sotravel.quiet_notices(template) VALUES ('welcome'), ('correction'), ('report-upheld'),
  ('report-dismissed');

-- Trips -------------------------------------------------------------------------------------

CREATE TABLE sotravel.trips(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT trips_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT trips_legacy_id_key UNIQUE,
  title text NOT NULL,
  place text NOT NULL,
  map_kind text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  image_url text,
  hidden_until timestamptz,
  legacy_digest text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT trips_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT trips_place_length CHECK (char_length(place) BETWEEN 1 AND 200),
  CONSTRAINT trips_map_kind_known CHECK (map_kind IN ('mountain', 'street')),
  CONSTRAINT trips_time_order CHECK (starts_at < ends_at),
  CONSTRAINT trips_time_finite CHECK (isfinite(starts_at) AND isfinite(ends_at)),
  CONSTRAINT trips_end_key UNIQUE (id, ends_at)
);

COMMENT ON TABLE sotravel.trips IS 'Trips, each active from its start until its end.';
COMMENT ON COLUMN sotravel.trips.map_kind IS
'mountain or street: the map of members who share no position; see map_kind.';
COMMENT ON COLUMN sotravel.trips.legacy_digest IS 'As in users.';
COMMENT ON COLUMN sotravel.trips.hidden_until IS
'In nobody''s list while later than now; infinity = no end, NULL = visible.';

CREATE TABLE sotravel.trip_members(
  trip_id bigint NOT NULL CONSTRAINT trip_members_trip_id_fkey REFERENCES sotravel.trips,
  user_id bigint NOT NULL CONSTRAINT trip_members_user_id_fkey REFERENCES sotravel.users,
  role text NOT NULL DEFAULT 'traveller',
  joined_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT trip_members_pkey PRIMARY KEY (trip_id, user_id),
  CONSTRAINT trip_members_role_known CHECK (role IN ('host', 'traveller'))
);

COMMENT ON TABLE sotravel.trip_members IS
'Who is on a trip. A trip that has members has a host among them (trigger).';

CREATE INDEX trip_members_user_id ON sotravel.trip_members (user_id);

CREATE VIEW sotravel.fellow_members WITH (security_invoker = TRUE) AS
SELECT m.trip_id, m.user_id, f.user_id AS fellow_id
FROM sotravel.trip_members m
JOIN sotravel.trip_members f ON f.trip_id = m.trip_id AND f.user_id <> m.user_id;

COMMENT ON VIEW sotravel.fellow_members IS
'Each member of a trip with each other one; with the rights of whoever reads it.';

ALTER TABLE sotravel.users ADD CONSTRAINT users_current_trip_fkey
  FOREIGN KEY (current_trip_id, id) REFERENCES sotravel.trip_members (trip_id, user_id)
  ON DELETE SET NULL (current_trip_id);

CREATE INDEX users_current_trip ON sotravel.users (current_trip_id, id);

CREATE TABLE sotravel.trip_links(
  trip_id bigint CONSTRAINT trip_links_pkey PRIMARY KEY
    CONSTRAINT trip_links_trip_id_fkey REFERENCES sotravel.trips,
  token bytea NOT NULL CONSTRAINT trip_links_token_key UNIQUE,
  CONSTRAINT trip_links_token_length CHECK (octet_length(token) = 32)
);

COMMENT ON TABLE sotravel.trip_links IS
'What a person must know to join a trip; granted to nobody, shown by trip_link to its hosts.';

-- Events ------------------------------------------------------------------------------------

CREATE TABLE sotravel.events(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT events_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT events_legacy_id_key UNIQUE,
  trip_id bigint NOT NULL CONSTRAINT events_trip_id_fkey REFERENCES sotravel.trips,
  author_id bigint NOT NULL CONSTRAINT events_author_id_fkey REFERENCES sotravel.users,
  title text NOT NULL,
  details text NOT NULL DEFAULT '',
  place text NOT NULL DEFAULT '',
  latitude double precision,
  longitude double precision,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'planned',
  hidden_until timestamptz,
  legacy_digest text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT events_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT events_details_length CHECK (char_length(details) <= 4000),
  CONSTRAINT events_latitude_range CHECK (latitude BETWEEN -90 AND 90),
  CONSTRAINT events_longitude_range CHECK (longitude BETWEEN -180 AND 180),
  CONSTRAINT events_place_whole CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT events_time_order CHECK (starts_at < ends_at),
  CONSTRAINT events_time_finite CHECK (isfinite(starts_at) AND isfinite(ends_at)),
  CONSTRAINT events_status_known CHECK (status IN ('planned', 'cancelled', 'finished'))
);

COMMENT ON TABLE sotravel.events IS 'What members of a trip do together.';
COMMENT ON COLUMN sotravel.events.status IS
'planned → cancelled | finished, nothing else (trigger); a job finishes what is over.';

COMMENT ON COLUMN sotravel.events.legacy_digest IS 'As in users; its status is no part of it.';

CREATE INDEX events_trip_id ON sotravel.events (trip_id, starts_at);
CREATE INDEX events_author_id ON sotravel.events (author_id);
CREATE INDEX events_place ON sotravel.events (latitude, longitude);
CREATE INDEX events_over ON sotravel.events (ends_at) WHERE status = 'planned';

CREATE TABLE sotravel.event_links(
  event_id bigint CONSTRAINT event_links_pkey PRIMARY KEY
    CONSTRAINT event_links_event_id_fkey REFERENCES sotravel.events,
  token bytea NOT NULL CONSTRAINT event_links_token_key UNIQUE,
  CONSTRAINT event_links_token_length CHECK (octet_length(token) = 32)
);

COMMENT ON TABLE sotravel.event_links IS
'The token of an event''s RSVP link; granted to nobody, shown by event_link to who may invite.';

CREATE TABLE sotravel.invitations(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT invitations_pkey PRIMARY KEY,
  event_id bigint NOT NULL CONSTRAINT invitations_event_id_fkey REFERENCES sotravel.events,
  user_id bigint NOT NULL CONSTRAINT invitations_user_id_fkey REFERENCES sotravel.users,
  invited_by bigint CONSTRAINT invitations_invited_by_fkey REFERENCES sotravel.users,
  audience text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  invited_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  answered_at timestamptz,
  legacy_status text,
  CONSTRAINT invitations_person_key UNIQUE (event_id, user_id),
  CONSTRAINT invitations_audience_known
    CHECK (audience IN ('nearby', 'friends', 'chosen', 'link')),
  CONSTRAINT invitations_status_known
    CHECK (status IN ('pending', 'going', 'not_going', 'expired', 'withdrawn'))
);

COMMENT ON TABLE sotravel.invitations IS
'Who was asked to an event and what they answered: one answer a person, which they may change until
the event is over.';
COMMENT ON COLUMN sotravel.invitations.invited_by IS 'NULL for who came by the link.';
COMMENT ON COLUMN sotravel.invitations.audience IS
'How they came to be asked: nearby, as a friend, chosen by name, or by the RSVP link.';
COMMENT ON COLUMN sotravel.invitations.legacy_status IS
'What the last import had; NULL for who was asked here.';
COMMENT ON COLUMN sotravel.invitations.ends_at IS 'The event''s end, kept by trigger.';

CREATE INDEX invitations_user_id ON sotravel.invitations (user_id);
CREATE INDEX invitations_invited_by ON sotravel.invitations (invited_by);
CREATE INDEX invitations_unanswered ON sotravel.invitations (ends_at) WHERE status = 'pending';

-- Chats -------------------------------------------------------------------------------------

CREATE TABLE sotravel.chats(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT chats_pkey PRIMARY KEY,
  legacy_id bigint CONSTRAINT chats_legacy_id_key UNIQUE,
  kind text NOT NULL,
  trip_id bigint CONSTRAINT chats_trip_id_fkey REFERENCES sotravel.trips,
  event_id bigint CONSTRAINT chats_event_key UNIQUE
    CONSTRAINT chats_event_id_fkey REFERENCES sotravel.events,
  title text,
  low_id bigint CONSTRAINT chats_low_id_fkey REFERENCES sotravel.users,
  high_id bigint CONSTRAINT chats_high_id_fkey REFERENCES sotravel.users,
  legacy_last_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT chats_pair_key UNIQUE (low_id, high_id),
  CONSTRAINT chats_shape CHECK (CASE kind
    WHEN 'event' THEN event_id IS NOT NULL AND title IS NULL AND low_id IS NULL
    WHEN 'group' THEN event_id IS NULL AND trip_id IS NOT NULL AND title IS NOT NULL
      AND low_id IS NULL
    WHEN 'pair' THEN event_id IS NULL AND trip_id IS NULL AND title IS NULL
      AND coalesce(low_id < high_id, FALSE)
    ELSE FALSE END),
  CONSTRAINT chats_pair_whole CHECK ((low_id IS NULL) = (high_id IS NULL)),
  CONSTRAINT chats_title_length CHECK (char_length(title) BETWEEN 1 AND 100)
);

COMMENT ON TABLE sotravel.chats IS
'Chats: of an event (one each), of a group on a trip, or of a pair (one each; low_id < high_id).';
COMMENT ON COLUMN sotravel.chats.legacy_last_id IS
'The last message''s id, as the chat''s basic information said before the move; see chat_faults.';

CREATE INDEX chats_trip_id ON sotravel.chats (trip_id);
CREATE INDEX chats_high_id ON sotravel.chats (high_id);

CREATE TABLE sotravel.chat_members(
  chat_id bigint NOT NULL CONSTRAINT chat_members_chat_id_fkey REFERENCES sotravel.chats,
  user_id bigint NOT NULL CONSTRAINT chat_members_user_id_fkey REFERENCES sotravel.users,
  CONSTRAINT chat_members_pkey PRIMARY KEY (chat_id, user_id)
);

COMMENT ON TABLE sotravel.chat_members IS 'Who reads and writes in a chat.';

CREATE INDEX chat_members_user_id ON sotravel.chat_members (user_id);

CREATE TABLE sotravel.messages(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT messages_pkey PRIMARY KEY,
  legacy_id text,
  chat_id bigint NOT NULL CONSTRAINT messages_chat_id_fkey REFERENCES sotravel.chats,
  author_id bigint NOT NULL CONSTRAINT messages_author_id_fkey REFERENCES sotravel.users,
  body text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  hidden_until timestamptz,
  CONSTRAINT messages_legacy_id_key UNIQUE (chat_id, legacy_id),
  CONSTRAINT messages_body_length CHECK (char_length(body) BETWEEN 1
    AND CASE WHEN body ~ '^enc[01][.]' THEN 21500 ELSE 4000 END)
);

CREATE TABLE sotravel.message_keys(
  key_id text CONSTRAINT message_keys_pkey PRIMARY KEY,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT message_keys_form CHECK (key_id ~ '^[0-9a-f]{16}$')
);

COMMENT ON TABLE sotravel.message_keys IS
'Ids of the keys by which the texts of messages are encrypted, before they come here; the keys are
nowhere in the database. Without any, texts are stored in the clear.';

COMMENT ON COLUMN sotravel.messages.body IS
'As it was written, up to 4000 characters; encrypted while message_keys has a key; … once erased.';
COMMENT ON TABLE sotravel.messages IS 'What members of a chat write.';
COMMENT ON CONSTRAINT messages_legacy_id_key ON sotravel.messages IS
'A NULL differs from every other: only imported messages have a legacy_id.';
COMMENT ON COLUMN sotravel.messages.hidden_until IS
'Shown to nobody while later than now; infinity = no end, NULL = visible.';

CREATE INDEX messages_chat_id ON sotravel.messages (chat_id, sent_at, id);
CREATE INDEX messages_author_id ON sotravel.messages (author_id);

-- Positions ---------------------------------------------------------------------------------

CREATE UNLOGGED TABLE sotravel.locations(
  user_id bigint CONSTRAINT locations_pkey PRIMARY KEY
    CONSTRAINT locations_user_id_fkey REFERENCES sotravel.users,
  trip_id bigint NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  seen_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT locations_latitude_range CHECK (latitude BETWEEN -90 AND 90),
  CONSTRAINT locations_longitude_range CHECK (longitude BETWEEN -180 AND 180),
  CONSTRAINT locations_seen_finite CHECK (isfinite(seen_at)),
  CONSTRAINT locations_member_fkey FOREIGN KEY (trip_id, user_id)
    REFERENCES sotravel.trip_members (trip_id, user_id) ON DELETE CASCADE,
  CONSTRAINT locations_trip_end_fkey FOREIGN KEY (trip_id, ends_at)
    REFERENCES sotravel.trips (id, ends_at) ON UPDATE CASCADE
);

COMMENT ON TABLE sotravel.locations IS
'The last known position of a person, shared with one trip; no history. It is gone with the
person''s withdrawal, ban or leaving, with the trip''s end, and 15 minutes after it was seen.
Unlogged: no WAL, archive or standby keeps what was deleted. A crash empties it; phones send anew.';
COMMENT ON COLUMN sotravel.locations.ends_at IS 'The trip''s end, kept by the foreign key.';
COMMENT ON CONSTRAINT locations_member_fkey ON sotravel.locations IS
'Only members have a position on a trip; who leaves takes it along.';

CREATE INDEX locations_trip_id ON sotravel.locations (trip_id, user_id);
CREATE INDEX locations_seen_at ON sotravel.locations (seen_at);
CREATE INDEX locations_ends_at ON sotravel.locations (ends_at);

CREATE TABLE sotravel.map_areas(
  name text CONSTRAINT map_areas_pkey PRIMARY KEY,
  kind text NOT NULL,
  south double precision NOT NULL,
  west double precision NOT NULL,
  north double precision NOT NULL,
  east double precision NOT NULL,
  CONSTRAINT map_areas_kind_known CHECK (kind IN ('mountain', 'street')),
  CONSTRAINT map_areas_latitudes CHECK (-90 <= south AND south < north AND north <= 90),
  CONSTRAINT map_areas_longitudes CHECK (-180 <= west AND west < east AND east <= 180)
);

COMMENT ON TABLE sotravel.map_areas IS
'Where which kind of map is drawn: the smallest area around a position decides, or it is street.';

INSERT INTO sotravel.map_areas(name, kind, south, west, north, east) VALUES
  ('Western Alps', 'mountain', 44.0, 6.2, 46.2, 7.9),
  ('Swiss Alps', 'mountain', 45.9, 7.0, 46.85, 9.0),
  ('Rhaetian Alps', 'mountain', 46.0, 9.0, 47.1, 10.9),
  ('Tyrol and Dolomites', 'mountain', 46.0, 10.9, 47.7, 13.0),
  ('Tauern and Julian Alps', 'mountain', 46.2, 13.0, 47.7, 14.4),
  ('Pyrenees', 'mountain', 42.2, -1.8, 43.1, 2.6),
  ('Central Apennines', 'mountain', 41.7, 13.0, 42.9, 14.1),
  ('Tatras', 'mountain', 48.9, 19.0, 49.4, 20.6),
  ('Highlands', 'mountain', 56.4, -5.9, 58.3, -3.6),
  ('Jotunheimen', 'mountain', 61.2, 7.5, 61.9, 9.2),
  ('High Atlas', 'mountain', 30.8, -8.5, 31.9, -5.5),
  ('Himalaya of Nepal', 'mountain', 27.6, 83.0, 29.2, 88.2),
  ('Torino', 'street', 44.98, 7.55, 45.15, 7.80),
  ('Innsbruck', 'street', 47.24, 11.33, 47.29, 11.46),
  ('Bolzano', 'street', 46.47, 11.31, 46.52, 11.38),
  ('Trento', 'street', 46.03, 11.10, 46.11, 11.15),
  ('Inverness', 'street', 57.44, -4.28, 57.50, -4.15),
  ('Kathmandu', 'street', 27.64, 85.26, 27.76, 85.40);

-- What came with the move ------------------------------------------------------------------

CREATE TABLE sotravel.legacy_users(
  user_id bigint CONSTRAINT legacy_users_pkey PRIMARY KEY
    CONSTRAINT legacy_users_user_id_fkey REFERENCES sotravel.users ON DELETE CASCADE,
  telegram_id text,
  telegram_name text,
  email text,
  first_name text,
  last_name text,
  photo_url text,
  tiktok text,
  instagram text,
  telegram text,
  whatsapp text,
  linkedin text,
  trip text,
  is_coordinator boolean NOT NULL DEFAULT FALSE,
  created_at timestamptz
);

COMMENT ON TABLE sotravel.legacy_users IS
'People as the former service had them: heal() makes users, sign-ins and links of them. Erased with
the person.';
COMMENT ON COLUMN sotravel.legacy_users.trip IS 'The trip that they were on, by its former id.';
COMMENT ON COLUMN sotravel.legacy_users.is_coordinator IS
'They led trips for the service, and are hosts of theirs.';

CREATE TABLE sotravel.legacy_trips(
  holder text NOT NULL,
  list text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  place text NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  image_url text,
  images jsonb,
  leader text,
  zone text NOT NULL,
  CONSTRAINT legacy_trips_pkey PRIMARY KEY (holder, list, id),
  CONSTRAINT legacy_trips_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT legacy_trips_place_length CHECK (char_length(place) BETWEEN 1 AND 200),
  CONSTRAINT legacy_trips_order CHECK (starts_on <= ends_on),
  CONSTRAINT legacy_trips_finite CHECK (isfinite(starts_on) AND isfinite(ends_on))
);

COMMENT ON TABLE sotravel.legacy_trips IS
'Trips as the former service told each member of them: a copy for each, of which heal() makes one.';
COMMENT ON COLUMN sotravel.legacy_trips.holder IS
'Whose answer it was in, by their former id; or the place of the answer: see legacy_holders.';
COMMENT ON COLUMN sotravel.legacy_trips.leader IS
'Who leads it, by their former id; only until April 2023.';
COMMENT ON COLUMN sotravel.legacy_trips.zone IS 'The time zone in which its days are days.';

CREATE INDEX legacy_trips_id ON sotravel.legacy_trips (id);

CREATE TABLE sotravel.legacy_holders(
  holder text CONSTRAINT legacy_holders_pkey PRIMARY KEY,
  person text
);

COMMENT ON TABLE sotravel.legacy_holders IS
'Whose answers about trips an export has, where they say so themselves.';

CREATE TABLE sotravel.legacy_members(
  trip_id bigint NOT NULL CONSTRAINT legacy_members_trip_id_fkey REFERENCES sotravel.trips
    ON DELETE CASCADE,
  user_id bigint NOT NULL CONSTRAINT legacy_members_user_id_fkey REFERENCES sotravel.users
    ON DELETE CASCADE,
  first_name text,
  CONSTRAINT legacy_members_pkey PRIMARY KEY (trip_id, user_id)
);

COMMENT ON TABLE sotravel.legacy_members IS
'Who was on a trip, as the former service answered for the trip.';

CREATE INDEX legacy_members_user_id ON sotravel.legacy_members (user_id);

CREATE TABLE sotravel.legacy_joins(
  trip_id bigint NOT NULL CONSTRAINT legacy_joins_trip_id_fkey REFERENCES sotravel.trips
    ON DELETE CASCADE,
  user_id bigint NOT NULL CONSTRAINT legacy_joins_user_id_fkey REFERENCES sotravel.users
    ON DELETE CASCADE,
  is_stand_in boolean NOT NULL DEFAULT FALSE,
  CONSTRAINT legacy_joins_pkey PRIMARY KEY (trip_id, user_id)
);

COMMENT ON TABLE sotravel.legacy_joins IS
'Whom heal() has put on which trip: who left since is not put there again.';
COMMENT ON COLUMN sotravel.legacy_joins.is_stand_in IS
'The host of a trip that has no other, until an import has an event of the trip.';

CREATE INDEX legacy_joins_user_id ON sotravel.legacy_joins (user_id);

CREATE TABLE sotravel.legacy_events(
  id text CONSTRAINT legacy_events_pkey PRIMARY KEY,
  trip_id bigint NOT NULL CONSTRAINT legacy_events_trip_id_fkey REFERENCES sotravel.trips
    ON DELETE CASCADE,
  author_id bigint NOT NULL CONSTRAINT legacy_events_author_id_fkey REFERENCES sotravel.users
    ON DELETE CASCADE,
  title text NOT NULL,
  details text,
  place text,
  meeting_point text,
  starts_on date NOT NULL,
  starts time,
  zone text NOT NULL,
  is_cancelled boolean NOT NULL DEFAULT FALSE,
  going jsonb,
  declined jsonb,
  pending jsonb,
  created_at timestamptz,
  CONSTRAINT legacy_events_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT legacy_events_details_length CHECK (char_length(details) <= 4000),
  CONSTRAINT legacy_events_finite CHECK (isfinite(starts_on)),
  CONSTRAINT legacy_events_lists CHECK (coalesce(jsonb_typeof(going), 'array') = 'array'
    AND coalesce(jsonb_typeof(declined), 'array') = 'array'
    AND coalesce(jsonb_typeof(pending), 'array') = 'array')
);

COMMENT ON TABLE sotravel.legacy_events IS
'Events as the former service had them: heal() makes events, invitations and chats of them.';
COMMENT ON COLUMN sotravel.legacy_events.starts IS
'By the clock of the phone that made it; NULL where it cannot be read.';
COMMENT ON COLUMN sotravel.legacy_events.pending IS
'Former ids of who was asked, those who have answered among them.';

CREATE INDEX legacy_events_trip_id ON sotravel.legacy_events (trip_id);
CREATE INDEX legacy_events_author_id ON sotravel.legacy_events (author_id);

CREATE TABLE sotravel.legacy_chats(
  chat text CONSTRAINT legacy_chats_pkey PRIMARY KEY,
  event_id bigint NOT NULL CONSTRAINT legacy_chats_event_id_fkey REFERENCES sotravel.events
    ON DELETE CASCADE,
  last text,
  second_last text,
  third_last text
);

COMMENT ON TABLE sotravel.legacy_chats IS
'The basic information of chats: whose event it is, and the ids of the last three messages.';

CREATE INDEX legacy_chats_event_id ON sotravel.legacy_chats (event_id);

-- Not locations: whose is seen by whom only location_list and member_list say. Nor messages, which
-- message_list and chat_list show without those that are hidden.
GRANT SELECT ON sotravel.users, sotravel.identities, sotravel.social_links, sotravel.trips,
  sotravel.trip_members, sotravel.events, sotravel.invitations, sotravel.chats,
  sotravel.chat_members TO sotravel_app;
