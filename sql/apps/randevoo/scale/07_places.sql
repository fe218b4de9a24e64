CREATE INDEX ON sample_product (store_id, id);

CREATE TEMPORARY TABLE sample_shelf AS
SELECT p.store_id, p.id AS product_id, p.variants,
  (row_number() OVER (PARTITION BY p.store_id ORDER BY p.id) - 1)::integer AS place
FROM sample_product p;

CREATE UNIQUE INDEX ON sample_shelf (store_id, place);

-- A place is taken once, nobody is in two places at once, and a store without products has no
-- visitors. What is left gets its story: the states it goes through and when.
CREATE TEMPORARY TABLE sample_reservation AS
WITH seated AS (
  SELECT DISTINCT ON (w.store_id, w.slot_start, w.seat) w.*, f.products
  FROM sample_wish w
    JOIN (SELECT s.store_id, count(*)::integer AS products FROM sample_shelf s GROUP BY 1) f
      USING (store_id)
  ORDER BY w.store_id, w.slot_start, w.seat, w.nr),
free AS (
  SELECT s.*, max(s.slot_end) OVER (PARTITION BY s.customer_id ORDER BY s.slot_start, s.nr
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS busy_until
  FROM seated s),
fated AS (
  SELECT f.nr, f.store_id, f.customer_id, f.slot_start, f.slot_end, f.products, o.at, o.seed,
    s.answer_deadline, s.is_blocked, s.owner_id, pg_temp.pick(f.nr, o.seed + 90, 100) AS fate,
    CASE WHEN f.slot_end < o.at - interval '10 minutes' THEN 'past'
      WHEN f.slot_start < o.at + interval '1 hour' THEN 'now' ELSE 'future' END AS time
  FROM free f JOIN sample_store s ON s.id = f.store_id CROSS JOIN sample o
  WHERE f.busy_until IS NULL OR f.busy_until <= f.slot_start),
ended AS (
  SELECT f.*, CASE f.time
    WHEN 'past' THEN CASE
      WHEN f.fate < 46 THEN 'approved completed' WHEN f.fate < 55 THEN 'approved failed'
      WHEN f.fate < 61 THEN 'approved expired' WHEN f.fate < 67 THEN 'expired'
      WHEN f.fate < 77 THEN 'disapproved' WHEN f.fate < 88 THEN 'cancelled'
      WHEN f.fate < 91 THEN 'approved revoked' WHEN f.fate < 95 THEN 'approved'
      WHEN f.is_blocked THEN 'expired' ELSE 'pending' END
    WHEN 'now' THEN 'approved'
    ELSE CASE
      WHEN f.fate < 48 THEN CASE WHEN f.is_blocked THEN 'held' ELSE 'pending' END
      WHEN f.fate < 82 THEN 'approved' WHEN f.fate < 88 THEN 'disapproved'
      WHEN f.fate < 97 THEN 'cancelled' WHEN f.fate < 98 THEN 'approved revoked'
      ELSE 'expired' END
    END AS path
  FROM fated f),
asked AS (
  SELECT e.*, CASE
      WHEN e.time = 'future' AND e.path IN ('pending', 'held')
      THEN least(e.slot_start - interval '1 day',
        e.at - (5 + pg_temp.pick(e.nr, e.seed + 91, 15)) * interval '1 hour')
      WHEN e.time = 'future' AND e.path = 'expired'
      THEN e.at - e.answer_deadline - (1 + pg_temp.pick(e.nr, e.seed + 91, 9)) * interval '1 hour'
      ELSE least(e.slot_start, e.at) - interval '1 day'
        - pg_temp.pick(e.nr, e.seed + 91, 72) * interval '1 hour'
    END - pg_temp.pick(e.nr, e.seed + 92, 3600) * interval '1 second' AS requested_at
  FROM ended e)
SELECT row_number() OVER (ORDER BY a.requested_at, a.nr) AS id, a.nr, a.store_id, a.customer_id,
  a.owner_id, a.products, a.slot_start, a.slot_end, a.requested_at,
  least(a.slot_start, a.requested_at + a.answer_deadline) AS answer_by,
  split_part(a.path, ' ', 1) AS first_state, nullif(split_part(a.path, ' ', 2), '') AS last_state,
  CASE split_part(a.path, ' ', 1)
    WHEN 'held' THEN a.at - interval '4 hours'
    WHEN 'expired' THEN least(a.slot_start, a.requested_at + a.answer_deadline)
      + interval '2 minutes'
    ELSE a.requested_at + (1 + pg_temp.pick(a.nr, a.seed + 93, 19)) * interval '1 hour'
  END AS answered_at,
  CASE split_part(a.path, ' ', 2)
    WHEN 'completed' THEN a.slot_start + 0.8 * (a.slot_end - a.slot_start)
    WHEN 'failed' THEN a.slot_end
    WHEN 'expired' THEN a.slot_end + interval '2 minutes'
    WHEN 'revoked' THEN
      a.requested_at + (2 + pg_temp.pick(a.nr, a.seed + 93, 19)) * interval '1 hour'
  END AS ended_at,
  CASE WHEN split_part(a.path, ' ', 1) = 'disapproved' AND pg_temp.pick(a.nr, a.seed + 94, 2) = 0
    THEN 'Fully staffed that day, please choose another slot' END AS first_reason,
  CASE split_part(a.path, ' ', 2)
    WHEN 'revoked' THEN 'The store is closed for repairs'
    WHEN 'failed' THEN 'The customer did not come' END AS last_reason
FROM asked a;

-- The n-th part of the reservations, of as many parts as the scale has units.
CREATE FUNCTION pg_temp.part(n bigint) RETURNS bigint LANGUAGE sql STABLE
RETURN (SELECT n * (SELECT coalesce(max(r.id), 0) FROM sample_reservation r) / o.scale FROM sample o);

CREATE INDEX ON sample_reservation (id);

ANALYZE sample_shelf, sample_reservation;
