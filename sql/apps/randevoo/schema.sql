-- Randevoo: luxury-fashion reservations. Run as the owner of schema `randevoo`, which exists.
--
-- The rules live here and in functions/, so that they hold whoever writes. Two kinds:
--   invariants (capacity, transitions, what is immutable) bind everybody, the owner too;
--   rules relative to the moment (lead time, booking range, bans, first state) bind everybody
--   but the owner, whose imports and samples may hold the past. The app's writers run as the
--   owner and therefore check these themselves, against the `at` they are given.

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

GRANT USAGE ON SCHEMA randevoo TO randevoo_app;

COMMENT ON SCHEMA randevoo IS
'Luxury-fashion reservations. Errors of the app bear SQLSTATE class RN:
RN001 no such row
RN002 the user is blocked
RN003 not theirs to do
RN004 the state cannot change that way
RN005 the store does not offer this slot
RN006 the slot is full
RN007 the customer has another reservation then
RN008 not enough stock
RN009 not on offer: hidden, blocked or of another store
RN010 a reservation''s slot, parties and products are fixed
RN011 the QR token is not valid here and now
RN012 an argument makes no sense
RN013 reservations are written at READ COMMITTED
RN014 the store takes customers whom it has invited, by their verified phone, and no others
RN015 the text of a message is not encrypted by a key of message_keys';

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;
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
    'CREATE FUNCTION randevoo.fold(words text) RETURNS text LANGUAGE sql
     IMMUTABLE STRICT PARALLEL SAFE
     RETURN lower(%1$I.unaccent(%2$L::regdictionary, normalize(words, NFKC)))',
    home, format('%I.unaccent', home));
END
$block$;

COMMENT ON FUNCTION randevoo.fold(text) IS
'Lower case without accents, compatibility forms unified; as names are looked up.';

CREATE TABLE randevoo.settings(
  is_one boolean NOT NULL DEFAULT TRUE CONSTRAINT settings_pkey PRIMARY KEY,
  scan_before interval NOT NULL DEFAULT '60 minutes',
  nearby_metres integer NOT NULL DEFAULT 500,
  CONSTRAINT settings_one CHECK (is_one),
  CONSTRAINT settings_scan_before_range CHECK (
    scan_before BETWEEN interval '0' AND interval '24 hours'),
  CONSTRAINT settings_nearby_range CHECK (nearby_metres BETWEEN 0 AND 50000)
);

COMMENT ON TABLE randevoo.settings IS 'What holds for all stores: one row.';
COMMENT ON COLUMN randevoo.settings.scan_before IS
'How long before its slot a reservation''s token may be scanned, 60 minutes by default; it may until
the slot''s end.';

COMMENT ON COLUMN randevoo.settings.nearby_metres IS
'How near a customer who is expected has to be for the store to be told; 0 = at no distance.';

INSERT INTO randevoo.settings DEFAULT VALUES;

-- People ------------------------------------------------------------------------------------

CREATE TABLE randevoo.time_zones(
  name text CONSTRAINT time_zones_pkey PRIMARY KEY
);

COMMENT ON TABLE randevoo.time_zones IS
'IANA time zones that this server''s time zone database knew when the schema was made.';

INSERT INTO randevoo.time_zones (name)
SELECT name FROM pg_timezone_names
WHERE name = 'UTC' OR name ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|'
  'Indian|Pacific)/';

CREATE TABLE randevoo.users(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT users_pkey PRIMARY KEY,
  legacy_id text CONSTRAINT users_legacy_id_key UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL DEFAULT '',
  display_name text,
  email text,
  phone text,
  photo_url text,
  country text,
  provider text NOT NULL DEFAULT 'google',
  kind text NOT NULL DEFAULT 'customer',
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC'
    CONSTRAINT users_time_zone_fkey REFERENCES randevoo.time_zones,
  blocked_until timestamptz,
  signed_in_at timestamptz,
  is_new boolean NOT NULL DEFAULT FALSE,
  was_banned boolean NOT NULL DEFAULT FALSE,
  is_erased boolean NOT NULL DEFAULT FALSE,
  name_folded text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_first_name_length CHECK (char_length(first_name) BETWEEN 1 AND 100),
  CONSTRAINT users_last_name_length CHECK (char_length(last_name) <= 100),
  CONSTRAINT users_country_code CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT users_provider_known CHECK (provider IN ('google', 'facebook')),
  CONSTRAINT users_kind_known CHECK (kind IN ('customer', 'business')),
  CONSTRAINT users_locale_form CHECK (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$')
);

COMMENT ON TABLE randevoo.users IS 'People: customers, and owners of stores (kind business).';
COMMENT ON COLUMN randevoo.users.signed_in_at IS
'The last sign-in that sign_ins has or had; forgotten with it.';
COMMENT ON COLUMN randevoo.users.is_new IS
'They registered here, and a job has yet to welcome them.';
COMMENT ON COLUMN randevoo.users.was_banned IS
'The former app had banned them: view_disabled() asks for a ban.';
COMMENT ON COLUMN randevoo.users.is_erased IS
'An erasure took what the row said of them: no import brings it back.';
COMMENT ON COLUMN randevoo.users.legacy_id IS 'Document id before the move to PostgreSQL.';
COMMENT ON COLUMN randevoo.users.kind IS
'customer, or business from the moment they open a store (trigger on stores).';
COMMENT ON COLUMN randevoo.users.blocked_until IS
'May not act while later than now; infinity = no end, NULL = not blocked.';
COMMENT ON COLUMN randevoo.users.name_folded IS 'Both names as fold gives them, by trigger.';

CREATE INDEX users_name_folded ON randevoo.users (name_folded text_pattern_ops, id);
CREATE INDEX users_signed_in_at ON randevoo.users (signed_in_at);
CREATE INDEX users_new ON randevoo.users (id) WHERE is_new;
CREATE INDEX users_name_words ON randevoo.users USING gin (name_folded public.gin_trgm_ops);

CREATE TABLE randevoo.identities(
  provider text NOT NULL,
  provider_id text NOT NULL,
  user_id bigint NOT NULL CONSTRAINT identities_user_id_fkey REFERENCES randevoo.users,
  verified_email text,
  verified_phone text,
  is_uid boolean NOT NULL DEFAULT FALSE,
  was_disabled boolean NOT NULL DEFAULT FALSE,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (provider, provider_id),
  CONSTRAINT identities_provider_known CHECK (provider IN ('google', 'facebook'))
);

COMMENT ON TABLE randevoo.identities IS 'Sign-in accounts; a user may have several.';
COMMENT ON COLUMN randevoo.identities.is_uid IS
'provider_id is the uid that the former app had of the account: the same whichever provider somebody
signs in by.';
COMMENT ON COLUMN randevoo.identities.was_disabled IS
'The sign-in provider''s export had the account disabled: view_disabled() asks for a ban.';

CREATE INDEX identities_user_id ON randevoo.identities (user_id);

-- Sign-ins ----------------------------------------------------------------------------------

CREATE TABLE randevoo.sign_ins(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_ins_pkey PRIMARY KEY,
  user_id bigint NOT NULL CONSTRAINT sign_ins_user_id_fkey REFERENCES randevoo.users,
  at timestamptz NOT NULL,
  provider text NOT NULL,
  device_kind text NOT NULL,
  country text,
  device bytea,
  address bytea,
  CONSTRAINT sign_ins_at_finite CHECK (isfinite(at)),
  CONSTRAINT sign_ins_provider_known CHECK (provider IN ('google', 'facebook')),
  CONSTRAINT sign_ins_device_kind_known
    CHECK (device_kind IN ('phone', 'tablet', 'computer', 'other')),
  CONSTRAINT sign_ins_country_code CHECK (country ~ '^[A-Z]{2}$'),
  CONSTRAINT sign_ins_device_length CHECK (octet_length(device) = 32),
  CONSTRAINT sign_ins_address_length CHECK (octet_length(address) = 32)
);

COMMENT ON TABLE randevoo.sign_ins IS
'When, by which provider, on what and from where a person signed in: the last 50 of each, for 90
days (retain in the catalog).';
COMMENT ON COLUMN randevoo.sign_ins.country IS
'Of the address, as the app''s servers looked it up.';
COMMENT ON COLUMN randevoo.sign_ins.device IS
'A keyed digest (sign_in_digest) of the installation''s id.';
COMMENT ON COLUMN randevoo.sign_ins.address IS
'A keyed digest of the address, of IPv6 of its first 64 bits; the address itself is not kept.';

CREATE INDEX sign_ins_user_id ON randevoo.sign_ins (user_id, at DESC, id DESC);
CREATE INDEX sign_ins_at ON randevoo.sign_ins (at);

CREATE TABLE randevoo.sign_in_key(
  is_one boolean NOT NULL DEFAULT TRUE CONSTRAINT sign_in_key_pkey PRIMARY KEY,
  key bytea NOT NULL
    DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  CONSTRAINT sign_in_key_one CHECK (is_one),
  CONSTRAINT sign_in_key_length CHECK (octet_length(key) = 32)
);

COMMENT ON TABLE randevoo.sign_in_key IS
'The key of the digests in sign_ins: one row, which the first sign-in makes, granted to nobody. A
dump without it holds digests that addresses cannot be tried against.';

-- Stores ------------------------------------------------------------------------------------

CREATE TABLE randevoo.stores(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT stores_pkey PRIMARY KEY,
  legacy_id text CONSTRAINT stores_legacy_id_key UNIQUE,
  owner_id bigint NOT NULL CONSTRAINT stores_owner_id_fkey REFERENCES randevoo.users,
  head_id bigint,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'boutique',
  about text NOT NULL DEFAULT '',
  city text NOT NULL,
  district text,
  latitude double precision,
  longitude double precision,
  time_zone text NOT NULL CONSTRAINT stores_time_zone_fkey REFERENCES randevoo.time_zones,
  slot_duration interval NOT NULL DEFAULT '1 hour',
  capacity integer NOT NULL DEFAULT 1,
  booking_range_days integer NOT NULL DEFAULT 30,
  answer_deadline interval NOT NULL DEFAULT '48 hours',
  is_invitation_only boolean NOT NULL DEFAULT FALSE,
  hidden_until timestamptz,
  was_banned boolean NOT NULL DEFAULT FALSE,
  name_folded text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT stores_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT stores_latitude_range CHECK (latitude BETWEEN -90 AND 90),
  CONSTRAINT stores_longitude_range CHECK (longitude BETWEEN -180 AND 180),
  CONSTRAINT stores_place_whole CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT stores_slot_duration_minutes CHECK (
    slot_duration BETWEEN interval '5 minutes' AND interval '12 hours'
    AND extract(month FROM slot_duration) = 0 AND extract(day FROM slot_duration) = 0
    AND extract(second FROM slot_duration) = 0),
  CONSTRAINT stores_capacity_range CHECK (capacity BETWEEN 1 AND 100000),
  CONSTRAINT stores_booking_range CHECK (booking_range_days BETWEEN 1 AND 366),
  CONSTRAINT stores_answer_deadline_range
    CHECK (answer_deadline BETWEEN interval '1 hour' AND interval '60 days'),
  CONSTRAINT stores_owner_key UNIQUE (id, owner_id),
  CONSTRAINT stores_head_fkey FOREIGN KEY (head_id, owner_id)
    REFERENCES randevoo.stores (id, owner_id) ON UPDATE CASCADE
);

COMMENT ON TABLE randevoo.stores IS 'Shops where customers reserve a slot.';
COMMENT ON COLUMN randevoo.stores.head_id IS
'The store that this one is a branch of, with the same owner; NULL = none. A branch has hours,
capacity, products, stock and reservations of its own, as every store has; branches have none.';
COMMENT ON COLUMN randevoo.stores.is_invitation_only IS
'Only who is in store_invitations, of it or of its head, books here.';
COMMENT ON COLUMN randevoo.stores.time_zone IS
'IANA zone in which hours, today, lead time and range are computed.';
COMMENT ON COLUMN randevoo.stores.slot_duration IS 'Whole minutes, 5 minutes to 12 hours.';
COMMENT ON COLUMN randevoo.stores.capacity IS
'Pending or approved reservations that may overlap one slot when it is booked.';
COMMENT ON COLUMN randevoo.stores.booking_range_days IS
'N: slots are offered for today … today + N - 1.';
COMMENT ON COLUMN randevoo.stores.answer_deadline IS
'How long after a request the owner may still answer it.';
COMMENT ON COLUMN randevoo.stores.was_banned IS
'The former app had banned it: view_disabled_stores() asks for a ban.';
COMMENT ON COLUMN randevoo.stores.hidden_until IS
'Out of listings and bookings while later than now; infinity = no end, NULL = visible.';

CREATE INDEX stores_place ON randevoo.stores (latitude, longitude);
CREATE INDEX stores_head_id ON randevoo.stores (head_id) WHERE head_id IS NOT NULL;
CREATE INDEX stores_owner_id ON randevoo.stores (owner_id);
CREATE INDEX stores_name_folded ON randevoo.stores (name_folded text_pattern_ops, id);
CREATE INDEX stores_name_words ON randevoo.stores USING gin (name_folded public.gin_trgm_ops);

CREATE TABLE randevoo.store_policies(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT store_policies_pkey PRIMARY KEY,
  store_id bigint NOT NULL CONSTRAINT store_policies_store_id_fkey REFERENCES randevoo.stores,
  title text NOT NULL,
  body text NOT NULL,
  CONSTRAINT store_policies_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
  CONSTRAINT store_policies_title_key UNIQUE (store_id, title)
);

COMMENT ON TABLE randevoo.store_policies IS
'A store''s own terms, shown on the store and under each of its products.';

CREATE TABLE randevoo.store_hours(
  store_id bigint NOT NULL CONSTRAINT store_hours_store_id_fkey REFERENCES randevoo.stores,
  weekday smallint NOT NULL,
  opens_at time,
  closes_at time,
  CONSTRAINT store_hours_pkey PRIMARY KEY (store_id, weekday),
  CONSTRAINT store_hours_weekday_iso CHECK (weekday BETWEEN 1 AND 7),
  CONSTRAINT store_hours_order CHECK (opens_at < closes_at),
  CONSTRAINT store_hours_whole CHECK ((opens_at IS NULL) = (closes_at IS NULL))
);

COMMENT ON TABLE randevoo.store_hours IS
'Opening hours by ISO weekday in the store''s zone; both times NULL = closed.';
COMMENT ON COLUMN randevoo.store_hours.weekday IS '1 = Monday … 7 = Sunday.';
COMMENT ON COLUMN randevoo.store_hours.closes_at IS 'Up to 24:00.';

CREATE TABLE randevoo.phones(
  user_id bigint CONSTRAINT phones_pkey PRIMARY KEY
    CONSTRAINT phones_user_id_fkey REFERENCES randevoo.users,
  phone text,
  verified_at timestamptz,
  asked_phone text,
  code bytea,
  asked_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  CONSTRAINT phones_phone_form CHECK (phone ~ '^[+][0-9]{6,15}$'),
  CONSTRAINT phones_asked_form CHECK (asked_phone ~ '^[+][0-9]{6,15}$'),
  CONSTRAINT phones_verified CHECK ((phone IS NULL) = (verified_at IS NULL)),
  CONSTRAINT phones_code_length CHECK (octet_length(code) = 32),
  CONSTRAINT phones_code_once CHECK ((code IS NULL) = (asked_phone IS NULL))
);

COMMENT ON TABLE randevoo.phones IS
'Telephone numbers that people verify by a code, sent to them by the app''s servers.';
COMMENT ON COLUMN randevoo.phones.phone IS 'The number that is theirs; NULL until one is verified.';
COMMENT ON COLUMN randevoo.phones.asked_phone IS
'The number that the code was sent to, until it is verified.';
COMMENT ON COLUMN randevoo.phones.code IS 'A keyed digest of the code; NULL once it is verified.';
COMMENT ON COLUMN randevoo.phones.tries IS 'Codes that were wrong; the fifth ends it.';

CREATE UNIQUE INDEX phones_phone_key ON randevoo.phones (phone);

CREATE TABLE randevoo.store_invitations(
  store_id bigint NOT NULL CONSTRAINT store_invitations_store_id_fkey REFERENCES randevoo.stores,
  phone text NOT NULL,
  customer_id bigint
    CONSTRAINT store_invitations_customer_id_fkey REFERENCES randevoo.users,
  invited_at timestamptz NOT NULL,
  CONSTRAINT store_invitations_pkey PRIMARY KEY (store_id, phone),
  CONSTRAINT store_invitations_phone_form CHECK (phone ~ '^[+][0-9]{6,15}$')
);

COMMENT ON TABLE randevoo.store_invitations IS 'Whom a store has invited, by telephone number.';
COMMENT ON COLUMN randevoo.store_invitations.customer_id IS
'Who has verified the number; NULL until somebody has.';

CREATE INDEX store_invitations_phone ON randevoo.store_invitations (phone);
CREATE INDEX store_invitations_customer_id ON randevoo.store_invitations (customer_id)
  WHERE customer_id IS NOT NULL;

-- Products ----------------------------------------------------------------------------------

CREATE TABLE randevoo.products(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT products_pkey PRIMARY KEY,
  legacy_id text CONSTRAINT products_legacy_id_key UNIQUE,
  store_id bigint NOT NULL CONSTRAINT products_store_id_fkey REFERENCES randevoo.stores,
  name text NOT NULL,
  brand text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  category text NOT NULL,
  collection text,
  price numeric(12, 2) NOT NULL,
  currency text NOT NULL,
  sizes text[] NOT NULL DEFAULT '{}',
  colours text[] NOT NULL DEFAULT '{}',
  is_offered boolean NOT NULL DEFAULT TRUE,
  hidden_until timestamptz,
  deleted_at timestamptz,
  was_banned boolean NOT NULL DEFAULT FALSE,
  name_folded text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT products_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT products_price_positive CHECK (price >= 0),
  CONSTRAINT products_currency_code CHECK (currency ~ '^[A-Z]{3}$')
);

COMMENT ON TABLE randevoo.products IS 'What a store shows to customers who reserve.';
COMMENT ON COLUMN randevoo.products.collection IS 'The collection the store files it under.';
COMMENT ON COLUMN randevoo.products.is_offered IS
'Its owner has it in the shop: out of listings, bags and bookings while FALSE.';
COMMENT ON COLUMN randevoo.products.was_banned IS
'The former app had banned it: view_disabled_products() asks for a ban.';
COMMENT ON COLUMN randevoo.products.deleted_at IS
'When its owner took it off for good; approved reservations still show it.';
COMMENT ON COLUMN randevoo.products.hidden_until IS
'Out of listings, bags and bookings while later than now; infinity = no end, NULL = visible.';

CREATE INDEX products_store_id ON randevoo.products (store_id);
CREATE INDEX products_name_folded ON randevoo.products (name_folded text_pattern_ops, id);

CREATE INDEX products_name_words ON randevoo.products USING gin (name_folded public.gin_trgm_ops);

CREATE TABLE randevoo.product_variants(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT product_variants_pkey PRIMARY KEY,
  product_id bigint NOT NULL
    CONSTRAINT product_variants_product_id_fkey REFERENCES randevoo.products,
  legacy_id text,
  size text NOT NULL DEFAULT '',
  colour text NOT NULL DEFAULT '',
  stock integer NOT NULL,
  CONSTRAINT product_variants_kind_key UNIQUE (product_id, size, colour),
  CONSTRAINT product_variants_product_key UNIQUE (id, product_id),
  CONSTRAINT product_variants_stock_positive CHECK (stock >= 0)
);

CREATE INDEX product_variants_legacy_id ON randevoo.product_variants (legacy_id)
  WHERE legacy_id IS NOT NULL;

COMMENT ON TABLE randevoo.product_variants IS 'Size and colour of a product, with its stock.';
COMMENT ON COLUMN randevoo.product_variants.legacy_id IS
'Its id in the product''s document before the move.';
COMMENT ON COLUMN randevoo.product_variants.stock IS
'Pieces in the shop. Never decremented by a reservation: what is free is derived (variant_free).';

CREATE TABLE randevoo.variant_skus(
  variant_id bigint CONSTRAINT variant_skus_pkey PRIMARY KEY,
  product_id bigint NOT NULL,
  store_id bigint NOT NULL CONSTRAINT variant_skus_store_id_fkey REFERENCES randevoo.stores,
  sku text NOT NULL,
  synced_at timestamptz,
  CONSTRAINT variant_skus_variant_fkey FOREIGN KEY (variant_id, product_id)
    REFERENCES randevoo.product_variants (id, product_id),
  CONSTRAINT variant_skus_sku_key UNIQUE (store_id, sku),
  CONSTRAINT variant_skus_sku_length CHECK (char_length(sku) BETWEEN 1 AND 100)
);

COMMENT ON TABLE randevoo.variant_skus IS
'What a store''s inventory system calls a size and colour; branches may use the same words.';
COMMENT ON COLUMN randevoo.variant_skus.synced_at IS
'When that system last said how many there are, by its own clock; NULL = not yet.';

CREATE INDEX variant_skus_product_id ON randevoo.variant_skus (product_id);

CREATE TABLE randevoo.product_photos(
  product_id bigint NOT NULL
    CONSTRAINT product_photos_product_id_fkey REFERENCES randevoo.products,
  position smallint NOT NULL,
  url text NOT NULL,
  CONSTRAINT product_photos_pkey PRIMARY KEY (product_id, position),
  CONSTRAINT product_photos_position_positive CHECK (position > 0)
);

COMMENT ON TABLE randevoo.product_photos IS 'Photos of a product, in order.';

CREATE TABLE randevoo.bag_items(
  user_id bigint NOT NULL CONSTRAINT bag_items_user_id_fkey REFERENCES randevoo.users,
  variant_id bigint NOT NULL
    CONSTRAINT bag_items_variant_id_fkey REFERENCES randevoo.product_variants,
  quantity integer NOT NULL DEFAULT 1,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT bag_items_pkey PRIMARY KEY (user_id, variant_id),
  CONSTRAINT bag_items_quantity_positive CHECK (quantity > 0)
);

COMMENT ON TABLE randevoo.bag_items IS
'What a customer means to reserve; hidden products stay here and are filtered by bag_list.';

CREATE INDEX bag_items_added_at ON randevoo.bag_items (added_at);

CREATE TABLE randevoo.favourites(
  user_id bigint NOT NULL CONSTRAINT favourites_user_id_fkey REFERENCES randevoo.users,
  product_id bigint NOT NULL CONSTRAINT favourites_product_id_fkey REFERENCES randevoo.products,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT favourites_pkey PRIMARY KEY (user_id, product_id)
);

COMMENT ON TABLE randevoo.favourites IS 'Products a customer likes.';

-- Reservations ------------------------------------------------------------------------------

CREATE TABLE randevoo.reservations(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT reservations_pkey PRIMARY KEY,
  legacy_id text CONSTRAINT reservations_legacy_id_key UNIQUE,
  customer_id bigint NOT NULL
    CONSTRAINT reservations_customer_id_fkey REFERENCES randevoo.users,
  store_id bigint NOT NULL CONSTRAINT reservations_store_id_fkey REFERENCES randevoo.stores,
  slot_start timestamptz NOT NULL,
  slot_end timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  state_reason text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  state_at timestamptz NOT NULL DEFAULT now(),
  answer_by timestamptz NOT NULL,
  held_until timestamptz,
  scanned_at timestamptz,
  CONSTRAINT reservations_state_known CHECK (state IN ('pending', 'approved', 'disapproved',
    'held', 'expired', 'cancelled', 'completed', 'failed', 'revoked')),
  CONSTRAINT reservations_slot_length CHECK (
    slot_end > slot_start AND slot_end <= slot_start + interval '12 hours'),
  CONSTRAINT reservations_answer_before_start CHECK (answer_by <= slot_start),
  CONSTRAINT reservations_held_until_held CHECK ((state = 'held') = (held_until IS NOT NULL)),
  CONSTRAINT reservations_held_before_start CHECK (held_until <= slot_start),
  CONSTRAINT reservations_scanned_when_approved CHECK (scanned_at IS NULL
    OR state IN ('approved', 'completed', 'failed', 'revoked')),
  CONSTRAINT reservations_revoked_has_reason CHECK (state <> 'revoked'
    OR (state_reason IS NOT NULL AND char_length(state_reason) BETWEEN 1 AND 2000)),
  CONSTRAINT reservations_customer_free EXCLUDE USING gist (
    customer_id WITH =, tstzrange(slot_start, slot_end) WITH &&)
    WHERE (state IN ('pending', 'approved'))
);

COMMENT ON TABLE randevoo.reservations IS
'A customer''s slot at a store, with its products in reservation_items.';
COMMENT ON COLUMN randevoo.reservations.slot_end IS
'Start plus the store''s slot duration at the time of booking; at most 12 hours later.';
COMMENT ON COLUMN randevoo.reservations.state_reason IS
'Why the reservation came into its state, in words of whoever did it; revoked needs one.';
COMMENT ON COLUMN randevoo.reservations.state_at IS
'When the present state began; kept by trigger, only the owner may give another time.';
COMMENT ON COLUMN randevoo.reservations.answer_by IS
'Pending ends then: request plus the store''s answer deadline, at the latest the slot''s start.';
COMMENT ON COLUMN randevoo.reservations.held_until IS
'Held ends then; at the latest the slot''s start.';
COMMENT ON COLUMN randevoo.reservations.scanned_at IS
'When the QR token was used; it serves once.';
COMMENT ON CONSTRAINT reservations_customer_free ON randevoo.reservations IS
'No customer has two pending or approved reservations at the same time, at any store.';

-- Partial, so that a reservation that ends costs these indexes nothing.
CREATE INDEX reservations_store_live ON randevoo.reservations (store_id, slot_start)
  WHERE state IN ('pending', 'approved');
CREATE INDEX reservations_unanswered ON randevoo.reservations (answer_by)
  WHERE state = 'pending';
CREATE INDEX reservations_held ON randevoo.reservations (held_until) WHERE state = 'held';
CREATE INDEX reservations_unscanned ON randevoo.reservations (slot_end)
  WHERE state = 'approved' AND scanned_at IS NULL;
CREATE INDEX reservations_store_id ON randevoo.reservations (store_id, slot_start);
CREATE INDEX reservations_customer_id ON randevoo.reservations (customer_id);

CREATE TABLE randevoo.reservation_items(
  reservation_id bigint NOT NULL
    CONSTRAINT reservation_items_reservation_id_fkey REFERENCES randevoo.reservations,
  variant_id bigint NOT NULL,
  product_id bigint NOT NULL
    CONSTRAINT reservation_items_product_id_fkey REFERENCES randevoo.products,
  quantity integer NOT NULL DEFAULT 1,
  CONSTRAINT reservation_items_pkey PRIMARY KEY (reservation_id, variant_id),
  CONSTRAINT reservation_items_variant_fkey FOREIGN KEY (variant_id, product_id)
    REFERENCES randevoo.product_variants (id, product_id),
  CONSTRAINT reservation_items_quantity_positive CHECK (quantity BETWEEN 1 AND 1000)
);

COMMENT ON TABLE randevoo.reservation_items IS
'Products that the customer wants to see; all of the reservation''s store.';

CREATE INDEX reservation_items_variant_id ON randevoo.reservation_items (variant_id);
CREATE INDEX reservation_items_product_id ON randevoo.reservation_items (product_id);

CREATE TABLE randevoo.reservation_tokens(
  reservation_id bigint CONSTRAINT reservation_tokens_pkey PRIMARY KEY
    CONSTRAINT reservation_tokens_reservation_id_fkey REFERENCES randevoo.reservations,
  token bytea NOT NULL CONSTRAINT reservation_tokens_token_key UNIQUE,
  minted_at timestamptz NOT NULL,
  CONSTRAINT reservation_tokens_token_length CHECK (octet_length(token) = 32)
);

COMMENT ON TABLE randevoo.reservation_tokens IS
'QR tokens minted by approval; granted to nobody, shown by reservation_qr to the customer only.';
COMMENT ON COLUMN randevoo.reservation_tokens.token IS '32 bytes out of 244 random bits.';

CREATE TABLE randevoo.reservation_state_history(
  reservation_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  from_state text,
  to_state text NOT NULL,
  at timestamptz NOT NULL,
  origin text NOT NULL,
  reason text,
  CONSTRAINT reservation_state_history_pkey PRIMARY KEY (reservation_id, id),
  CONSTRAINT reservation_state_history_origin_known CHECK (origin IN ('app', 'reeve'))
);

COMMENT ON TABLE randevoo.reservation_state_history IS
'Every state a reservation has had; append-only, written by trigger. No foreign key: only that
trigger writes it, and expiring a million reservations need not look each of them up again.';
COMMENT ON COLUMN randevoo.reservation_state_history.from_state IS 'NULL for the first.';
COMMENT ON COLUMN randevoo.reservation_state_history.origin IS
'app, or reeve when the back office changed it.';

-- Chat --------------------------------------------------------------------------------------

CREATE TABLE randevoo.groups(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT groups_pkey PRIMARY KEY,
  legacy_id text CONSTRAINT groups_legacy_id_key UNIQUE,
  customer_id bigint NOT NULL CONSTRAINT groups_customer_id_fkey REFERENCES randevoo.users,
  store_id bigint NOT NULL CONSTRAINT groups_store_id_fkey REFERENCES randevoo.stores,
  legacy_last_at timestamptz,
  legacy_last_digest bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT groups_pair_key UNIQUE (customer_id, store_id)
);

COMMENT ON TABLE randevoo.groups IS
'Chats, exactly one per customer and store. The last message is derived: chat_list.';
COMMENT ON COLUMN randevoo.groups.legacy_id IS
'The messenger that it was before the move, the first of several; see legacy_messengers.';
COMMENT ON COLUMN randevoo.groups.legacy_last_at IS
'When the last message was sent, as the group''s document said before the move; see chat_faults.';
COMMENT ON COLUMN randevoo.groups.legacy_last_digest IS
'sha256 of the last message''s text, as the group''s document had it.';

CREATE INDEX groups_store_id ON randevoo.groups (store_id);

CREATE TABLE randevoo.messages(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT messages_pkey PRIMARY KEY,
  group_id bigint NOT NULL CONSTRAINT messages_group_id_fkey REFERENCES randevoo.groups,
  place integer NOT NULL DEFAULT -1,
  author_id bigint NOT NULL CONSTRAINT messages_author_id_fkey REFERENCES randevoo.users,
  body text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  hidden_until timestamptz,
  is_legacy boolean NOT NULL DEFAULT FALSE,
  legacy_id text,
  CONSTRAINT messages_legacy_id_key UNIQUE (group_id, legacy_id),
  CONSTRAINT messages_place_key UNIQUE (group_id, place),
  CONSTRAINT messages_body_length CHECK (char_length(body) BETWEEN 1
    AND CASE WHEN body ~ '^enc[01][.]' THEN 21500 ELSE 4000 END)
);

CREATE TABLE randevoo.message_keys(
  key_id text CONSTRAINT message_keys_pkey PRIMARY KEY,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT message_keys_form CHECK (key_id ~ '^[0-9a-f]{16}$')
);

COMMENT ON TABLE randevoo.message_keys IS
'Ids of the keys by which the texts of messages are encrypted, before they come here; the keys are
nowhere in the database. Without any, texts are stored in the clear.';

COMMENT ON COLUMN randevoo.messages.body IS
'As it was written, up to 4000 characters; encrypted while message_keys has a key; … once erased.';
COMMENT ON TABLE randevoo.messages IS 'What a customer and a store''s owner write to each other.';
COMMENT ON COLUMN randevoo.messages.place IS
'Its number in the conversation, from 0; given by trigger where nobody gives one.';
COMMENT ON COLUMN randevoo.messages.is_legacy IS 'It was written before the move.';
COMMENT ON COLUMN randevoo.messages.legacy_id IS
'Its document''s id before the move; a NULL is no id.';
COMMENT ON COLUMN randevoo.messages.hidden_until IS
'Shown to neither side while later than now; infinity = no end, NULL = visible.';

CREATE INDEX messages_group_id ON randevoo.messages (group_id, sent_at, id);
CREATE INDEX messages_author_id ON randevoo.messages (author_id);

CREATE TABLE randevoo.notifications(
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT notifications_pkey PRIMARY KEY,
  legacy_id text CONSTRAINT notifications_legacy_id_key UNIQUE,
  user_id bigint NOT NULL CONSTRAINT notifications_user_id_fkey REFERENCES randevoo.users,
  kind text NOT NULL,
  reservation_id bigint
    CONSTRAINT notifications_reservation_id_fkey REFERENCES randevoo.reservations,
  chat_id bigint CONSTRAINT notifications_chat_id_fkey REFERENCES randevoo.groups,
  notice_id bigint,
  subject text,
  body text,
  link text,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  CONSTRAINT notifications_notice_key UNIQUE (user_id, notice_id),
  CONSTRAINT notifications_notice_whole CHECK (
    num_nonnulls(notice_id, subject, body) = CASE kind WHEN 'notice' THEN 3 ELSE 0 END)
);

COMMENT ON TABLE randevoo.notifications IS
'Everything that concerns somebody, as their phone lists it: notification_list. The app writes what
its own users cause; what the back office does comes as its notices, when they are sent.';
COMMENT ON COLUMN randevoo.notifications.kind IS
'reservation_ and the state it came into; reservation_requested for a new one; customer_nearby;
message; notice for one of the back office. What a kind says, notification_texts has.';
COMMENT ON COLUMN randevoo.notifications.notice_id IS
'The back office''s number of a notice, which each person has once; a NULL is no number.';

CREATE UNIQUE INDEX notifications_nearby ON randevoo.notifications (reservation_id)
  WHERE kind = 'customer_nearby';
CREATE INDEX notifications_user_id ON randevoo.notifications (user_id, id);
CREATE INDEX notifications_unread ON randevoo.notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_chat_id ON randevoo.notifications (chat_id) WHERE chat_id IS NOT NULL;

CREATE TABLE randevoo.notification_texts(
  kind text NOT NULL,
  locale text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  has_sound boolean NOT NULL,
  CONSTRAINT notification_texts_pkey PRIMARY KEY (kind, locale)
);

COMMENT ON TABLE randevoo.notification_texts IS
'What notifications say, by language, with {store}, {customer} and {slot}, which is in the store''s
time; and whether a phone rings.';

INSERT INTO randevoo.notification_texts(kind, locale, subject, body, has_sound) VALUES
  ('message', 'en', 'New message', '{customer} and {store}: there is a new message.', TRUE),
  ('message', 'it', 'Nuovo messaggio', '{customer} e {store}: c''è un nuovo messaggio.', TRUE),
  ('reservation_requested', 'en', 'New request', '{customer} asks {store} for {slot}.', TRUE),
  ('reservation_requested', 'it', 'Nuova richiesta', '{customer} chiede a {store} il {slot}.',
    TRUE),
  ('reservation_approved', 'en', 'Approved', '{store} expects {customer} at {slot}.', TRUE),
  ('reservation_approved', 'it', 'Approvata', '{store} aspetta {customer} il {slot}.', TRUE),
  ('reservation_disapproved', 'en', 'Declined', '{store} cannot see {customer} at {slot}.', TRUE),
  ('reservation_disapproved', 'it', 'Rifiutata', '{store} non può ricevere {customer} il {slot}.',
    TRUE),
  ('reservation_held', 'en', 'On hold', 'The request to {store} for {slot} is on hold.', FALSE),
  ('reservation_held', 'it', 'In sospeso', 'La richiesta a {store} per il {slot} è in sospeso.',
    FALSE),
  ('reservation_pending', 'en', 'Waiting again', 'The request to {store} for {slot} waits again.',
    FALSE),
  ('reservation_pending', 'it', 'Di nuovo in attesa',
    'La richiesta a {store} per il {slot} è di nuovo in attesa.', FALSE),
  ('reservation_cancelled', 'en', 'Cancelled', '{customer} at {store}, {slot}: cancelled.', TRUE),
  ('reservation_cancelled', 'it', 'Annullata', '{customer} da {store}, {slot}: annullata.', TRUE),
  ('reservation_expired', 'en', 'Expired', '{customer} at {store}, {slot}: expired.', FALSE),
  ('reservation_expired', 'it', 'Scaduta', '{customer} da {store}, {slot}: scaduta.', FALSE),
  ('reservation_revoked', 'en', 'Revoked', '{customer} at {store}, {slot}: revoked by us.', TRUE),
  ('reservation_revoked', 'it', 'Revocata', '{customer} da {store}, {slot}: revocata da noi.',
    TRUE),
  ('reservation_completed', 'en', 'Thank you', '{customer} was at {store}.', FALSE),
  ('reservation_completed', 'it', 'Grazie', '{customer} è stato da {store}.', FALSE),
  ('reservation_failed', 'en', 'Not done', '{customer} at {store}, {slot}: not done.', FALSE),
  ('reservation_failed', 'it', 'Non avvenuta', '{customer} da {store}, {slot}: non avvenuta.',
    FALSE),
  ('customer_nearby', 'en', 'Nearby', '{customer} is near {store}, expected at {slot}.', TRUE),
  ('customer_nearby', 'it', 'Nelle vicinanze', '{customer} è vicino a {store}, atteso il {slot}.',
    TRUE),
  ('notice', 'en', 'Notice', '', TRUE);

-- What came with the move -------------------------------------------------------------------

CREATE TABLE randevoo.legacy_sign_ins(
  uid text CONSTRAINT legacy_sign_ins_pkey PRIMARY KEY
    CONSTRAINT legacy_sign_ins_uid_length CHECK (char_length(uid) BETWEEN 1 AND 255),
  account text NOT NULL,
  provider text NOT NULL,
  email text,
  created_at timestamptz,
  is_current boolean NOT NULL
);

COMMENT ON TABLE randevoo.legacy_sign_ins IS
'How people signed in to the former app: the uid of the sign-in provider, and whose it is.';
COMMENT ON COLUMN randevoo.legacy_sign_ins.account IS 'The former id of the user.';

CREATE INDEX legacy_sign_ins_account ON randevoo.legacy_sign_ins (account);

CREATE TABLE randevoo.legacy_accounts(
  uid text CONSTRAINT legacy_accounts_pkey PRIMARY KEY
    CONSTRAINT legacy_accounts_uid_length CHECK (char_length(uid) BETWEEN 1 AND 255),
  email text,
  is_verified boolean NOT NULL,
  name text,
  is_disabled boolean NOT NULL,
  created_at timestamptz,
  providers jsonb NOT NULL
    CONSTRAINT legacy_accounts_providers_list CHECK (jsonb_typeof(providers) = 'array'),
  user_id bigint CONSTRAINT legacy_accounts_user_id_fkey REFERENCES randevoo.users
);

COMMENT ON TABLE randevoo.legacy_accounts IS
'Accounts of the sign-in provider''s export, without anything that they sign in with.';
COMMENT ON COLUMN randevoo.legacy_accounts.user_id IS 'Whose it is, once heal() has found them.';

CREATE INDEX legacy_accounts_user_id ON randevoo.legacy_accounts (user_id);

CREATE TABLE randevoo.legacy_infos(
  legacy_id text CONSTRAINT legacy_infos_pkey PRIMARY KEY,
  business text NOT NULL,
  about text NOT NULL,
  policy text NOT NULL,
  place jsonb,
  is_current boolean NOT NULL
);

COMMENT ON TABLE randevoo.legacy_infos IS
'What businesses said of themselves in documents of their own.';
COMMENT ON COLUMN randevoo.legacy_infos.business IS 'The former id of the store.';

CREATE INDEX legacy_infos_business ON randevoo.legacy_infos (business);

CREATE TABLE randevoo.legacy_periods(
  legacy_id text CONSTRAINT legacy_periods_pkey PRIMARY KEY,
  business text NOT NULL,
  hours jsonb NOT NULL CONSTRAINT legacy_periods_hours_list CHECK (jsonb_typeof(hours) = 'array'),
  range_label text,
  range_value numeric,
  slot_hours numeric,
  capacity numeric
);

COMMENT ON TABLE randevoo.legacy_periods IS 'When businesses took customers, and how many.';
COMMENT ON COLUMN randevoo.legacy_periods.business IS 'The former id of the store.';
COMMENT ON COLUMN randevoo.legacy_periods.range_value IS
'Days if the label names weeks, else months.';

CREATE INDEX legacy_periods_business ON randevoo.legacy_periods (business);

CREATE TABLE randevoo.legacy_subcategories(
  legacy_id text CONSTRAINT legacy_subcategories_pkey PRIMARY KEY,
  name text NOT NULL
    CONSTRAINT legacy_subcategories_name_length CHECK (char_length(name) BETWEEN 1 AND 100)
);

COMMENT ON TABLE randevoo.legacy_subcategories IS 'What products were filed under.';

CREATE TABLE randevoo.legacy_collections(
  legacy_id text CONSTRAINT legacy_collections_pkey PRIMARY KEY,
  name text NOT NULL
    CONSTRAINT legacy_collections_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  products jsonb NOT NULL
    CONSTRAINT legacy_collections_products_list CHECK (jsonb_typeof(products) = 'array')
);

COMMENT ON TABLE randevoo.legacy_collections IS
'Collections of the former app, each with the ids of its products.';

CREATE TABLE randevoo.legacy_products(
  legacy_id text CONSTRAINT legacy_products_pkey PRIMARY KEY,
  store_id bigint NOT NULL CONSTRAINT legacy_products_store_id_fkey REFERENCES randevoo.stores,
  name text NOT NULL,
  description text NOT NULL,
  subcategory text,
  price numeric(12, 2) NOT NULL,
  variants jsonb NOT NULL,
  photos jsonb NOT NULL,
  available numeric,
  is_available boolean NOT NULL,
  is_sold boolean NOT NULL,
  is_active boolean NOT NULL,
  was_banned boolean NOT NULL,
  created_at timestamptz,
  CONSTRAINT legacy_products_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  CONSTRAINT legacy_products_price_positive CHECK (price >= 0 AND price <> 'NaN'),
  CONSTRAINT legacy_products_variants_list CHECK (jsonb_typeof(variants) = 'array'),
  CONSTRAINT legacy_products_photos_list CHECK (jsonb_typeof(photos) = 'array')
);

COMMENT ON TABLE randevoo.legacy_products IS
'Products of the former app, of which heal() makes products with variants and photos.';
COMMENT ON COLUMN randevoo.legacy_products.available IS
'The sum of pieces that nobody had reserved, a copy of what variants say.';
COMMENT ON COLUMN randevoo.legacy_products.is_sold IS 'As older products have it.';
COMMENT ON COLUMN randevoo.legacy_products.is_active IS
'FALSE if its owner deleted it, or the former app had banned its store.';

CREATE INDEX legacy_products_store_id ON randevoo.legacy_products (store_id);

CREATE TABLE randevoo.legacy_bags(
  legacy_id text CONSTRAINT legacy_bags_pkey PRIMARY KEY,
  user_id bigint NOT NULL CONSTRAINT legacy_bags_user_id_fkey REFERENCES randevoo.users,
  product_id bigint NOT NULL CONSTRAINT legacy_bags_product_id_fkey REFERENCES randevoo.products,
  size text NOT NULL,
  colour text NOT NULL,
  quantity integer NOT NULL CONSTRAINT legacy_bags_quantity_positive CHECK (quantity > 0)
);

COMMENT ON TABLE randevoo.legacy_bags IS
'What people meant to reserve in the former app, by size and colour.';

CREATE INDEX legacy_bags_user_id ON randevoo.legacy_bags (user_id);
CREATE INDEX legacy_bags_product_id ON randevoo.legacy_bags (product_id);

CREATE TABLE randevoo.legacy_timeslots(
  legacy_id text CONSTRAINT legacy_timeslots_pkey PRIMARY KEY,
  day text NOT NULL,
  hours text NOT NULL
);

COMMENT ON TABLE randevoo.legacy_timeslots IS
'Days and hours of reservations, as texts by the shop''s clock.';

CREATE TABLE randevoo.legacy_reservations(
  legacy_id text CONSTRAINT legacy_reservations_pkey PRIMARY KEY,
  customer_id bigint NOT NULL
    CONSTRAINT legacy_reservations_customer_id_fkey REFERENCES randevoo.users,
  store_id bigint NOT NULL
    CONSTRAINT legacy_reservations_store_id_fkey REFERENCES randevoo.stores,
  timeslot text NOT NULL,
  products jsonb NOT NULL
    CONSTRAINT legacy_reservations_products_list CHECK (jsonb_typeof(products) = 'array'),
  state text NOT NULL,
  reason text,
  cancelled_by text,
  requested_at timestamptz,
  approved_at timestamptz,
  cancelled_at timestamptz,
  completed_at timestamptz,
  CONSTRAINT legacy_reservations_state_known CHECK (state IN ('pending', 'approved',
    'disapproved', 'cancelled', 'completed', 'failed'))
);

COMMENT ON TABLE randevoo.legacy_reservations IS
'Reservations of the former app, of which heal_reservations() makes reservations with products.';
COMMENT ON COLUMN randevoo.legacy_reservations.cancelled_by IS
'The former id of the user or the store.';

CREATE INDEX legacy_reservations_customer_id ON randevoo.legacy_reservations (customer_id);
CREATE INDEX legacy_reservations_store_id ON randevoo.legacy_reservations (store_id);

CREATE TABLE randevoo.legacy_messengers(
  legacy_id text CONSTRAINT legacy_messengers_pkey PRIMARY KEY,
  members jsonb NOT NULL
    CONSTRAINT legacy_messengers_members_list CHECK (jsonb_typeof(members) = 'array'),
  last_at timestamptz,
  last_digest bytea,
  is_empty boolean NOT NULL,
  created_at timestamptz
);

COMMENT ON TABLE randevoo.legacy_messengers IS
'Chats of the former app between two of its accounts, people or businesses.';
COMMENT ON COLUMN randevoo.legacy_messengers.last_digest IS
'sha256 of the last message''s text, as the messenger''s document had it; NULL if there was none.';
COMMENT ON COLUMN randevoo.legacy_messengers.is_empty IS 'Nobody has written yet.';

CREATE TABLE randevoo.legacy_objects(
  path text CONSTRAINT legacy_objects_pkey PRIMARY KEY,
  size_bytes bigint NOT NULL CONSTRAINT legacy_objects_size CHECK (size_bytes >= 0)
);

COMMENT ON TABLE randevoo.legacy_objects IS
'What the listing of the former app''s bucket said; heal() compares it with what refers to it.';

-- Apart from the tables above, which only imports write, so that a later export changes them.
CREATE TABLE randevoo.legacy_taken(
  kind text NOT NULL,
  legacy_id text NOT NULL,
  row_id bigint NOT NULL,
  taken jsonb NOT NULL,
  CONSTRAINT legacy_taken_pkey PRIMARY KEY (kind, legacy_id),
  CONSTRAINT legacy_taken_kind_known
    CHECK (kind IN ('policy', 'hours', 'product', 'bag', 'reservation', 'messenger'))
);

COMMENT ON TABLE randevoo.legacy_taken IS
'What heal() made of documents, so that it is made once, and a later export changes only what nobody
has changed here.';
COMMENT ON COLUMN randevoo.legacy_taken.row_id IS
'The store of a policy or hours, the person of a bag, the chat of a messenger, else the row
itself.';
COMMENT ON COLUMN randevoo.legacy_taken.taken IS 'What the document last gave that row.';

CREATE INDEX legacy_taken_row_id ON randevoo.legacy_taken (row_id, kind);

-- Not messages, which only message_list and chat_list show, without those that are hidden; nor why
-- a reservation is in its state, which reservation_reason tells each side as far as it concerns
-- them.
GRANT SELECT ON randevoo.time_zones, randevoo.settings, randevoo.users, randevoo.identities,
  randevoo.stores, randevoo.store_policies, randevoo.store_hours, randevoo.products,
  randevoo.product_variants, randevoo.product_photos, randevoo.bag_items, randevoo.favourites,
  randevoo.variant_skus, randevoo.reservation_items, randevoo.groups, randevoo.notifications,
  randevoo.notification_texts TO randevoo_app;

GRANT SELECT (id, legacy_id, customer_id, store_id, slot_start, slot_end, state, requested_at,
  state_at, answer_by, held_until, scanned_at) ON randevoo.reservations TO randevoo_app;

GRANT SELECT (reservation_id, id, from_state, to_state, at, origin)
  ON randevoo.reservation_state_history TO randevoo_app;
