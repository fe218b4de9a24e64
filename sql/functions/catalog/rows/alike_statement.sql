CREATE OR REPLACE FUNCTION reeve.alike_statement(
  manifest jsonb, collection text, chosen text, pairing text)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  body jsonb := manifest #> ARRAY['collections', collection];
  place jsonb := body -> 'place';
  alike jsonb := place -> 'alike';
  keys text[] := reeve.catalog_columns(body -> 'key');
BEGIN
  RETURN format($f$
    SELECT t."#key" AS key, t."#label" AS label, o."#key" AS other, o."#label" AS other_label,
      o."#distance" AS distance, l.likeness, (%8$s) > (%9$s) AS is_later
    FROM (SELECT t.*, %1$s AS "#key", (%2$s)::text AS "#label" FROM %3$s t WHERE %4$s) t
    CROSS JOIN LATERAL (
      -- However many stand at one place: a bounded number of them is looked at, and of those that
      -- are near the ones of the same name and then the nearest are compared.
      SELECT o.*, d.distance AS "#distance"
      FROM (
        SELECT o.* FROM (
          SELECT t.*, %1$s AS "#key", (%2$s)::text AS "#label" FROM %3$s t) o
        -- In degrees of latitude: those of longitude grow towards the poles.
        WHERE o.%5$I = t.%5$I AND o.%6$I BETWEEN t.%6$I - %7$s AND t.%6$I + %7$s
          AND (%9$s) %10$s (%8$s)
        LIMIT 500) o
      CROSS JOIN LATERAL (
        -- The haversine formula, on a sphere of the earth's mean radius.
        SELECT 12742017.6 * asin(sqrt(least(1, sin(radians(r.lat - q.lat) / 2) ^ 2
          + cos(radians(q.lat)) * cos(radians(r.lat)) * sin(radians(r.lon - q.lon) / 2) ^ 2)))
        FROM (SELECT t.%6$I::float8, t.%11$I::float8) q(lat, lon)
        CROSS JOIN (SELECT o.%6$I::float8, o.%11$I::float8) r(lat, lon)) d(distance)
      WHERE d.distance <= %13$s
      ORDER BY lower(o.%12$I::text) = lower(t.%12$I::text) DESC NULLS LAST, d.distance
      LIMIT 40) o
    CROSS JOIN LATERAL (
      SELECT reeve.text_likeness(t.%12$I::text, o.%12$I::text)) l(likeness)
    WHERE l.likeness >= %14$s
    $f$, reeve.catalog_key(keys), body ->> 'label', reeve.catalog_table(manifest, collection),
    chosen, alike ->> 'same', place ->> 'latitude',
    degrees((alike ->> 'within')::float8 / 6371008.8) + 1e-7,
    (SELECT string_agg(format('t.%I', k), ', ') FROM unnest(keys) k),
    (SELECT string_agg(format('o.%I', k), ', ') FROM unnest(keys) k), pairing,
    place ->> 'longitude', alike ->> 'name', (alike ->> 'within')::float8,
    coalesce((alike ->> 'likeness')::float8, 0.5));
END
$$;

COMMENT ON FUNCTION reeve.alike_statement(jsonb, text, text, text) IS
  'Pairs of rows t and o of a collection that seem to be the same thing, by its alike. chosen: a '
  'condition on t; pairing: how the key of o compares with that of t. is_later: the key of t is '
  'the greater. For each row at most 500 in its neighbourhood are read, and 40 compared.';
