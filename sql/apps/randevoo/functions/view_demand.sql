CREATE OR REPLACE FUNCTION randevoo.view_demand()
RETURNS TABLE (store text, name text, opens time, filled text, requests bigint[], change bigint,
  worth text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, randevoo, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO'
SET work_mem = '64MB' AS
$body$
  WITH asked AS MATERIALIZED (
    SELECT r.store_id, count(*) AS n,
      floor(extract(epoch FROM statement_timestamp() - r.requested_at) / 86400)::int AS age
    FROM randevoo.reservations r
    WHERE r.requested_at > statement_timestamp() - interval '14 days'
    GROUP BY r.store_id, age),
  daily AS (
    SELECT k.store_id, array_agg(coalesce(a.n, 0) ORDER BY d.age DESC) AS days
    FROM (SELECT DISTINCT o.store_id FROM asked o) k
      CROSS JOIN generate_series(0, 13) d (age)
      LEFT JOIN asked a ON a.store_id = k.store_id AND a.age = d.age
    GROUP BY k.store_id),
  coming AS (
    SELECT r.id, r.store_id, r.slot_start FROM randevoo.reservations r
    WHERE r.state IN ('pending', 'approved') AND r.slot_start > statement_timestamp()),
  priced AS (
    SELECT w.store_id, string_agg(w.amount || ' ' || w.currency, ' + ' ORDER BY w.currency) AS worth
    FROM (
      SELECT c.store_id, p.currency, sum(p.price * i.quantity) AS amount
      FROM coming c
        JOIN randevoo.reservation_items i ON i.reservation_id = c.id
        JOIN randevoo.products p ON p.id = i.product_id
      GROUP BY 1, 2) w
    GROUP BY 1),
  taken AS (
    SELECT c.store_id, count(*) AS n FROM coming c
    WHERE c.slot_start < statement_timestamp() + interval '7 days' GROUP BY 1),
  opening AS MATERIALIZED (
    SELECT s.id, s.time_zone, s.slot_duration, h.opens_at, h.closes_at, d.day
    FROM randevoo.stores s
      CROSS JOIN generate_series(0, 7) n
      CROSS JOIN LATERAL (
        SELECT (statement_timestamp() AT TIME ZONE s.time_zone)::date + n) d (day)
      JOIN randevoo.store_hours h ON h.store_id = s.id AND h.opens_at IS NOT NULL
        AND h.weekday = extract(isodow FROM d.day)),
  -- Stores with the same hours have the same slots on a day, so they are counted once for all.
  counted AS MATERIALIZED (
    SELECT k.*, (
        SELECT count(*) FROM randevoo.slot_grid(k.id, k.day) g
        WHERE g.slot_start > statement_timestamp()
          AND g.slot_start < statement_timestamp() + interval '7 days') AS slots
    FROM (
      SELECT o.time_zone, o.slot_duration, o.opens_at, o.closes_at, o.day, min(o.id) AS id
      FROM opening o GROUP BY 1, 2, 3, 4, 5) k),
  offered AS (
    SELECT o.id, sum(k.slots)::bigint AS slots
    FROM opening o JOIN counted k USING (time_zone, slot_duration, opens_at, closes_at, day)
    GROUP BY o.id)
  SELECT 'store:' || s.id, s.name, h.opens_at, format('%s/%s', coalesce(t.n, 0), g.places), a.days,
    (SELECT sum(CASE WHEN d.place > 7 THEN d.n ELSE -d.n END)::bigint
      FROM unnest(a.days) WITH ORDINALITY d (n, place)), w.worth
  FROM randevoo.store_listing(statement_timestamp()) s
    LEFT JOIN randevoo.store_hours h ON h.store_id = s.id
      AND h.weekday = extract(isodow FROM statement_timestamp() AT TIME ZONE s.time_zone)
    LEFT JOIN taken t ON t.store_id = s.id
    LEFT JOIN priced w ON w.store_id = s.id
    LEFT JOIN offered f ON f.id = s.id
    CROSS JOIN LATERAL (SELECT coalesce(f.slots, 0) * s.capacity) g (places)
    LEFT JOIN daily y ON y.store_id = s.id
    CROSS JOIN LATERAL (SELECT coalesce(y.days, array_fill(0::bigint, '{14}'))) a (days)
  ORDER BY coalesce(t.n, 0)::numeric / nullif(g.places, 0) DESC NULLS LAST, s.id
$body$;

COMMENT ON FUNCTION randevoo.view_demand() IS
'For the back office: the visible stores, the fullest first. opens: today, in the store''s own time;
filled: how many places of the next seven days are taken; requests: a day, of the last fourteen;
change: those of the last seven less those of the seven before; worth: what the reservations to come
are for.';
