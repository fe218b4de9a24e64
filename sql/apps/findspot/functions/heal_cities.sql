CREATE OR REPLACE FUNCTION findspot.heal_cities() RETURNS SETOF text LANGUAGE sql
AS $body$
  INSERT INTO findspot.cities (name_folded, name)
  SELECT DISTINCT ON (p.city_folded) p.city_folded, btrim(p.city)
  FROM findspot.places p ORDER BY p.city_folded, p.id
  ON CONFLICT (name_folded) DO NOTHING;
  -- Where a city's places lie. A name elsewhere with the same letters is not meant.
  WITH middle AS MATERIALIZED (
    SELECT c.id, c.name_folded, count(*) AS places,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY p.latitude::float8) AS latitude,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY p.longitude::float8) AS longitude
    FROM findspot.cities c JOIN findspot.places p ON p.city_folded = c.name_folded
    WHERE c.main_id IS NULL
    GROUP BY c.id
  ), variant AS (
    SELECT DISTINCT ON (a.id) a.id, b.id AS main
    FROM middle a
      JOIN middle b ON floor(b.latitude * 4) BETWEEN floor(a.latitude * 4) - 1
          AND floor(a.latitude * 4) + 1
        AND (b.places, -b.id) > (a.places, -a.id)
      CROSS JOIN LATERAL findspot.distance(a.latitude, a.longitude, b.latitude, b.longitude) d(m)
    WHERE d.m <= 3000 OR d.m <= 30000 AND public.similarity(a.name_folded, b.name_folded) >= 0.45
    ORDER BY a.id, b.places DESC, b.id
  ), proposed AS (
    UPDATE findspot.cities c SET proposed_id = v.main
    FROM findspot.cities o LEFT JOIN variant v ON v.id = o.id
    WHERE o.id = c.id AND c.main_id IS NULL AND c.proposed_id IS DISTINCT FROM v.main
    RETURNING c.id, c.proposed_id
  )
  SELECT format('city %s seems to be city %s under another name', p.id, p.proposed_id)
  FROM proposed p WHERE p.proposed_id IS NOT NULL ORDER BY p.id
$body$;

COMMENT ON FUNCTION findspot.heal_cities() IS
'Part of heal: notes new names of cities, and proposes for each the name with more places that lies
in the same spot, or nearby and is spelt alike.';
