-- BuckIt: bucket lists and local activities. Run as the owner of schema `buckit`, which exists.
--
-- The rules live here and in functions/, so that they hold whoever writes. Invariants (one vote per
-- person and activity, what an activity must have) bind everybody; rules relative to the moment
-- (blocked, not activated, a tombstone) bind everybody but the owner, whose imports and samples may
-- hold the past. The app's writers run as the owner and check these themselves.
--
-- No number of a profile is stored: buckets, completed, followers, following and votes are counted.
-- The one counter that the app keeps, comments of an activity, is kept by a trigger.

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

GRANT USAGE ON SCHEMA buckit TO buckit_app;

COMMENT ON SCHEMA buckit IS
'Bucket lists and local activities. Errors of the app bear SQLSTATE class BK:
BK001 no such row
BK002 the user is blocked
BK003 not theirs to do
BK004 the account is not activated
BK005 a tombstone: hidden, blocked or deleted
BK006 there is one already
BK007 an argument makes no sense';

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- unaccent may have been installed elsewhere before; the body is parsed here, so the function
-- keeps to it whatever the caller's search_path.
DO $block$
DECLARE
  home name := (SELECT n.nspname FROM pg_extension e
    JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format(
    'CREATE FUNCTION buckit.fold(words text) RETURNS text LANGUAGE sql
     IMMUTABLE STRICT PARALLEL SAFE
     RETURN lower(%1$I.unaccent(%2$L::regdictionary, normalize(words, NFKC)))',
    home, format('%I.unaccent', home));
END
$block$;

COMMENT ON FUNCTION buckit.fold(text) IS
'Lower case without accents, compatibility forms unified; as names are looked up.';

GRANT EXECUTE ON FUNCTION buckit.fold(text) TO reeve_access;

-- People ------------------------------------------------------------------------------------

CREATE TABLE buckit.users(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT users_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT users_legacy_id_key UNIQUE,
  username text NOT NULL DEFAULT 'user-' || left(md5(gen_random_uuid()::text), 12),
  name text NOT NULL,
  email text,
  photo_url text,
  provider text NOT NULL DEFAULT 'email',
  activated_at timestamptz,
  reminded_at timestamptz,
  locale text NOT NULL DEFAULT 'en',
  blocked_until timestamptz,
  signed_in_at timestamptz,
  is_new boolean NOT NULL DEFAULT FALSE,
  legacy_username text,
  was_disabled boolean NOT NULL DEFAULT FALSE,
  name_folded text GENERATED ALWAYS AS (buckit.fold(username || ' ' || name)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_username_form CHECK (username ~ '^[^[:space:][:cntrl:]@/]{2,40}$'),
  -- An erased account is called so, whatever others would like to be called.
  CONSTRAINT users_username_erased CHECK (
    lower(username) !~ '^erased-[0-9]+$' OR username = 'erased-' || id),
  CONSTRAINT users_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT users_provider_known CHECK (provider IN ('email', 'google', 'facebook')),
  CONSTRAINT users_activated_has_photo CHECK (
    activated_at IS NULL OR photo_url IS NOT NULL AND photo_url <> ''),
  CONSTRAINT users_locale_form CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$')
);

COMMENT ON TABLE buckit.users IS 'People with an account.';
COMMENT ON COLUMN buckit.users.signed_in_at IS
'The last sign-in that sign_ins has or had; forgotten with it.';
COMMENT ON COLUMN buckit.users.is_new IS
'They registered here, and a job has yet to welcome them.';
COMMENT ON COLUMN buckit.users.reminded_at IS
'When an account that is not activated was reminded; a week later it goes, unless it is by then.';

COMMENT ON COLUMN buckit.users.legacy_id IS
'Key before the move to PostgreSQL; a random one for what came after.';
COMMENT ON COLUMN buckit.users.activated_at IS
'When a photo ended the sign-up; NULL = a half account, which cannot post, vote or comment.';
COMMENT ON COLUMN buckit.users.blocked_until IS
'May not act while later than now; infinity = no end, NULL = not blocked.';

COMMENT ON COLUMN buckit.users.legacy_username IS
'What the former app called them: their username, unless it is none here or another had it first.';
COMMENT ON COLUMN buckit.users.was_disabled IS
'The sign-in provider''s export had the account disabled: view_disabled() asks for a ban.';

CREATE UNIQUE INDEX users_username_key ON buckit.users (lower(username));
CREATE INDEX users_name_folded ON buckit.users (name_folded text_pattern_ops, id);
CREATE INDEX users_signed_in_at ON buckit.users (signed_in_at);
CREATE INDEX users_new ON buckit.users (id) WHERE is_new;
CREATE INDEX users_name_words ON buckit.users USING gin (name_folded public.gin_trgm_ops);
CREATE INDEX users_half ON buckit.users (created_at) WHERE activated_at IS NULL;
CREATE INDEX users_blocked ON buckit.users (id, blocked_until) WHERE blocked_until IS NOT NULL;

CREATE TABLE buckit.identities(
  provider text NOT NULL,
  provider_id text NOT NULL,
  user_id bigint NOT NULL CONSTRAINT identities_user_id_fkey REFERENCES buckit.users
    ON DELETE CASCADE,
  CONSTRAINT identities_pkey PRIMARY KEY (provider, provider_id),
  CONSTRAINT identities_provider_known CHECK (provider IN ('email', 'google', 'facebook'))
);

COMMENT ON TABLE buckit.identities IS 'Sign-in accounts; a user may have several.';

CREATE INDEX identities_user_id ON buckit.identities (user_id);

CREATE TABLE buckit.follows(
  follower_id bigint NOT NULL CONSTRAINT follows_follower_id_fkey REFERENCES buckit.users,
  followed_id bigint NOT NULL CONSTRAINT follows_followed_id_fkey REFERENCES buckit.users,
  followed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT follows_pkey PRIMARY KEY (follower_id, followed_id),
  CONSTRAINT follows_others CHECK (follower_id <> followed_id)
);

COMMENT ON TABLE buckit.follows IS 'Who follows whom.';

CREATE INDEX follows_followed_id ON buckit.follows (followed_id, follower_id);

-- Sign-ins ----------------------------------------------------------------------------------

CREATE TABLE buckit.sign_ins(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_ins_pkey PRIMARY KEY,
  user_id bigint NOT NULL CONSTRAINT sign_ins_user_id_fkey REFERENCES buckit.users
    ON DELETE CASCADE,
  at timestamptz NOT NULL,
  provider text NOT NULL,
  device_kind text NOT NULL,
  country text,
  device bytea,
  address bytea,
  CONSTRAINT sign_ins_at_finite CHECK (isfinite(at)),
  CONSTRAINT sign_ins_provider_known CHECK (provider IN ('email', 'google', 'facebook')),
  CONSTRAINT sign_ins_device_kind_known
    CHECK (device_kind IN ('phone', 'tablet', 'computer', 'other')),
  CONSTRAINT sign_ins_country_code CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT sign_ins_device_length CHECK (octet_length(device) = 32),
  CONSTRAINT sign_ins_address_length CHECK (octet_length(address) = 32)
);

COMMENT ON TABLE buckit.sign_ins IS
'When, by which provider, on what and from where a person signed in: the last 50 of each, for 90
days (retain in the catalog).';
COMMENT ON COLUMN buckit.sign_ins.country IS
'Of the address, as the app''s servers looked it up.';
COMMENT ON COLUMN buckit.sign_ins.device IS
'A keyed digest (sign_in_digest) of the installation''s id.';
COMMENT ON COLUMN buckit.sign_ins.address IS
'A keyed digest of the address, of IPv6 of its first 64 bits; the address itself is not kept.';

CREATE INDEX sign_ins_user_id ON buckit.sign_ins (user_id, at DESC, id DESC);
CREATE INDEX sign_ins_at ON buckit.sign_ins (at);

CREATE TABLE buckit.sign_in_key(
  is_one boolean NOT NULL DEFAULT TRUE CONSTRAINT sign_in_key_pkey PRIMARY KEY,
  key bytea NOT NULL
    DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  CONSTRAINT sign_in_key_one CHECK (is_one),
  CONSTRAINT sign_in_key_length CHECK (octet_length(key) = 32)
);

COMMENT ON TABLE buckit.sign_in_key IS
'The key of the digests in sign_ins: one row, which the first sign-in makes, granted to nobody. A
dump without it holds digests that addresses cannot be tried against.';

-- Notices -----------------------------------------------------------------------------------

CREATE TABLE buckit.notices(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT notices_pkey PRIMARY KEY,
  user_id bigint NOT NULL CONSTRAINT notices_user_id_fkey REFERENCES buckit.users
    ON DELETE CASCADE,
  notice_id bigint NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  link text,
  has_sound boolean NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  CONSTRAINT notices_notice_key UNIQUE (user_id, notice_id)
);

COMMENT ON TABLE buckit.notices IS
'What the back office has sent to a person, as their phone lists it: notice_list.';
COMMENT ON COLUMN buckit.notices.notice_id IS
'The back office''s number of the notice, which each person has once.';
COMMENT ON COLUMN buckit.notices.link IS 'What a tap opens.';

CREATE INDEX notices_user_id ON buckit.notices (user_id, id);
CREATE INDEX notices_unread ON buckit.notices (user_id) WHERE read_at IS NULL;

CREATE TABLE buckit.quiet_notices(
  template text CONSTRAINT quiet_notices_pkey PRIMARY KEY
);

COMMENT ON TABLE buckit.quiet_notices IS
'Templates of the catalog whose notices a phone shows without a sound.';

INSERT INTO buckit.quiet_notices(template) VALUES ('welcome'), ('correction'), ('report-upheld'),
  ('report-dismissed');

-- Activities --------------------------------------------------------------------------------

CREATE TABLE buckit.activities(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT activities_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT activities_legacy_id_key UNIQUE,
  author_id bigint NOT NULL CONSTRAINT activities_author_id_fkey REFERENCES buckit.users,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  photo_url text,
  place text,
  latitude double precision,
  longitude double precision,
  happens_at timestamptz,
  is_legacy boolean NOT NULL DEFAULT FALSE,
  is_incomplete boolean GENERATED ALWAYS AS (description = '' OR photo_url IS NULL
    OR place IS NULL OR latitude IS NULL OR happens_at IS NULL) STORED,
  comment_count integer NOT NULL DEFAULT 0,
  hidden_until timestamptz,
  deleted_at timestamptz,
  title_folded text GENERATED ALWAYS AS (buckit.fold(title)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT activities_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT activities_latitude_range CHECK (latitude BETWEEN -90 AND 90),
  CONSTRAINT activities_longitude_range CHECK (longitude BETWEEN -180 AND 180),
  CONSTRAINT activities_coordinates_whole CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT activities_complete CHECK (is_legacy OR deleted_at IS NOT NULL OR (
    description <> '' AND photo_url IS NOT NULL AND place IS NOT NULL AND latitude IS NOT NULL
    AND happens_at IS NOT NULL)),
  CONSTRAINT activities_comment_count_positive CHECK (comment_count >= 0)
);

COMMENT ON TABLE buckit.activities IS
'Things to do somewhere at some time, which people put in buckets.';
COMMENT ON COLUMN buckit.activities.happens_at IS
'Its date; once that has passed it leaves map, trending and search, and nothing else.';
COMMENT ON COLUMN buckit.activities.is_legacy IS
'Imported: it may lack description, photo, place, coordinates or date.';
COMMENT ON COLUMN buckit.activities.is_incomplete IS 'It lacks one of those.';
COMMENT ON COLUMN buckit.activities.comment_count IS
'Comments that there are, hidden ones among them; kept by trigger.';
COMMENT ON COLUMN buckit.activities.hidden_until IS
'A tombstone while later than now; infinity = no end, NULL = visible.';
COMMENT ON COLUMN buckit.activities.deleted_at IS
'Its author deleted it, but it is in somebody''s lists: a tombstone for good.';

CREATE INDEX activities_author_id ON buckit.activities (author_id);
CREATE INDEX activities_coordinates ON buckit.activities (latitude, longitude);
CREATE INDEX activities_happens_at ON buckit.activities (happens_at);
CREATE INDEX activities_title_folded ON buckit.activities (title_folded text_pattern_ops, id);
CREATE INDEX activities_title_words
  ON buckit.activities USING gin (title_folded public.gin_trgm_ops);

CREATE TABLE buckit.votes(
  user_id bigint NOT NULL CONSTRAINT votes_user_id_fkey REFERENCES buckit.users,
  activity_id bigint NOT NULL CONSTRAINT votes_activity_id_fkey REFERENCES buckit.activities,
  value smallint NOT NULL,
  voted_at timestamptz NOT NULL DEFAULT now(),
  void_until timestamptz,
  CONSTRAINT votes_pkey PRIMARY KEY (user_id, activity_id),
  CONSTRAINT votes_up_or_down CHECK (value IN (1, -1))
);

COMMENT ON TABLE buckit.votes IS 'One vote, up or down, per person and activity.';
COMMENT ON COLUMN buckit.votes.void_until IS
'Does not count while later than now; infinity = no end, NULL = counts.';

CREATE INDEX votes_activity_id ON buckit.votes (activity_id)
  INCLUDE (value, voted_at, void_until);

CREATE TABLE buckit.comments(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT comments_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT comments_legacy_id_key UNIQUE,
  activity_id bigint NOT NULL CONSTRAINT comments_activity_id_fkey REFERENCES buckit.activities,
  author_id bigint NOT NULL CONSTRAINT comments_author_id_fkey REFERENCES buckit.users,
  body text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  hidden_until timestamptz,
  CONSTRAINT comments_body_length CHECK (char_length(body) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE buckit.comments IS 'What people say about activities.';

CREATE INDEX comments_activity_id ON buckit.comments (activity_id, written_at, id);
CREATE INDEX comments_author_id ON buckit.comments (author_id);

-- Lists -------------------------------------------------------------------------------------

CREATE TABLE buckit.buckets(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT buckets_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT buckets_legacy_id_key UNIQUE,
  owner_id bigint NOT NULL CONSTRAINT buckets_owner_id_fkey REFERENCES buckit.users,
  author_id bigint NOT NULL CONSTRAINT buckets_author_id_fkey REFERENCES buckit.users,
  origin_id bigint CONSTRAINT buckets_origin_id_fkey REFERENCES buckit.buckets ON DELETE SET NULL,
  title text NOT NULL,
  photo_url text,
  hidden_until timestamptz,
  title_folded text GENERATED ALWAYS AS (buckit.fold(title)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT buckets_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT buckets_origin_other CHECK (origin_id <> id)
);

COMMENT ON TABLE buckit.buckets IS 'Lists of what somebody means to do.';
COMMENT ON COLUMN buckit.buckets.author_id IS
'Whose words and photo it has: the owner, or for a copy whoever the copied bucket had them from.';
COMMENT ON COLUMN buckit.buckets.origin_id IS
'Of a copy: the first bucket that it comes from, itself no copy. NULL when that was deleted.';

CREATE INDEX buckets_owner_id ON buckit.buckets (owner_id);
CREATE INDEX buckets_author_id ON buckit.buckets (author_id);
CREATE INDEX buckets_origin_id ON buckit.buckets (origin_id) WHERE origin_id IS NOT NULL;
CREATE INDEX buckets_title_folded ON buckit.buckets (title_folded text_pattern_ops, id);

CREATE TABLE buckit.bucket_items(
  bucket_id bigint NOT NULL
    CONSTRAINT bucket_items_bucket_id_fkey REFERENCES buckit.buckets ON DELETE CASCADE,
  activity_id bigint NOT NULL
    CONSTRAINT bucket_items_activity_id_fkey REFERENCES buckit.activities,
  done_at timestamptz,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT bucket_items_pkey PRIMARY KEY (bucket_id, activity_id)
);

COMMENT ON TABLE buckit.bucket_items IS 'Activities in buckets; no ban takes one out.';
COMMENT ON COLUMN buckit.bucket_items.done_at IS 'When the owner did it; NULL = not yet.';

CREATE INDEX bucket_items_activity_id ON buckit.bucket_items (activity_id);

CREATE TABLE buckit.favourites(
  user_id bigint NOT NULL CONSTRAINT favourites_user_id_fkey REFERENCES buckit.users,
  activity_id bigint NOT NULL
    CONSTRAINT favourites_activity_id_fkey REFERENCES buckit.activities,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT favourites_pkey PRIMARY KEY (user_id, activity_id)
);

COMMENT ON TABLE buckit.favourites IS 'Activities that somebody likes.';

CREATE INDEX favourites_activity_id ON buckit.favourites (activity_id);

CREATE TABLE buckit.itineraries(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT itineraries_pkey PRIMARY KEY,
  legacy_id text NOT NULL DEFAULT gen_random_uuid()::text
    CONSTRAINT itineraries_legacy_id_key UNIQUE,
  author_id bigint NOT NULL CONSTRAINT itineraries_author_id_fkey REFERENCES buckit.users,
  title text NOT NULL,
  hidden_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT itineraries_title_length CHECK (char_length(title) BETWEEN 1 AND 200)
);

COMMENT ON TABLE buckit.itineraries IS 'Activities in an order that somebody recommends.';

CREATE INDEX itineraries_author_id ON buckit.itineraries (author_id);

CREATE TABLE buckit.itinerary_stops(
  itinerary_id bigint NOT NULL
    CONSTRAINT itinerary_stops_itinerary_id_fkey REFERENCES buckit.itineraries ON DELETE CASCADE,
  position smallint NOT NULL,
  activity_id bigint NOT NULL
    CONSTRAINT itinerary_stops_activity_id_fkey REFERENCES buckit.activities,
  CONSTRAINT itinerary_stops_pkey PRIMARY KEY (itinerary_id, position),
  CONSTRAINT itinerary_stops_position_positive CHECK (position > 0)
);

COMMENT ON TABLE buckit.itinerary_stops IS 'Activities of an itinerary, in order from 1.';

CREATE INDEX itinerary_stops_activity_id ON buckit.itinerary_stops (activity_id);

-- What came with the move ------------------------------------------------------------------

CREATE TABLE buckit.legacy_accounts(
  uid text CONSTRAINT legacy_accounts_pkey PRIMARY KEY,
  email text,
  name text,
  is_disabled boolean NOT NULL,
  created_at timestamptz NOT NULL,
  providers jsonb NOT NULL
);

COMMENT ON TABLE buckit.legacy_accounts IS
'Accounts of the sign-in provider''s export, until heal() makes users and identities of them.';

CREATE TABLE buckit.legacy_tips(
  tip text CONSTRAINT legacy_tips_pkey PRIMARY KEY,
  activity_id bigint NOT NULL CONSTRAINT legacy_tips_activity_id_fkey
    REFERENCES buckit.activities ON DELETE CASCADE
);

COMMENT ON TABLE buckit.legacy_tips IS 'The activity of each tip of the former app.';

CREATE INDEX legacy_tips_activity_id ON buckit.legacy_tips (activity_id);

CREATE TABLE buckit.legacy_done(
  user_id bigint NOT NULL CONSTRAINT legacy_done_user_id_fkey REFERENCES buckit.users
    ON DELETE CASCADE,
  activity_id bigint NOT NULL CONSTRAINT legacy_done_activity_id_fkey
    REFERENCES buckit.activities ON DELETE CASCADE,
  is_taken boolean NOT NULL DEFAULT FALSE,
  CONSTRAINT legacy_done_pkey PRIMARY KEY (user_id, activity_id)
);

COMMENT ON TABLE buckit.legacy_done IS
'Activities that somebody had completed in the former app, which kept no time of it.';
COMMENT ON COLUMN buckit.legacy_done.is_taken IS 'heal() has dealt with it.';

CREATE INDEX legacy_done_activity_id ON buckit.legacy_done (activity_id);

-- No e-mail addresses: only profile shows a person, and never that.
GRANT SELECT ON buckit.follows, buckit.votes, buckit.favourites, buckit.bucket_items,
  buckit.itinerary_stops TO buckit_app;
