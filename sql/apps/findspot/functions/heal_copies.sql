CREATE OR REPLACE FUNCTION findspot.heal_copies() RETURNS SETOF text LANGUAGE sql
AS $body$
  -- Copies of one place may differ in their words: the one of whoever added it says most.
  WITH orphan AS (
    SELECT DISTINCT ON (f.legacy_key, f.latitude, f.longitude) f.*
    FROM findspot.favourites f
    WHERE f.place_id IS NULL AND NOT EXISTS (
      SELECT FROM findspot.places p
      WHERE p.legacy_key = f.legacy_key AND p.latitude = f.latitude AND p.longitude = f.longitude)
    ORDER BY f.legacy_key, f.latitude, f.longitude, f.is_added DESC, f.id
  )
  INSERT INTO findspot.places
    (legacy_key, legacy_path, name, description, city, latitude, longitude, state, created_at)
  SELECT o.legacy_key, format('users/%s/favorites/%s', u.uid, o.legacy_key), o.name, o.description,
    o.city, o.latitude, o.longitude, 'lost', o.created_at
  FROM orphan o JOIN findspot.users u ON u.id = o.user_id
  ORDER BY o.id
  ON CONFLICT (legacy_path) DO NOTHING;
  -- Who has marked the place here, too, keeps the copy.
  DELETE FROM findspot.favourites n USING findspot.favourites f
    JOIN findspot.places p ON p.legacy_key = f.legacy_key AND p.latitude = f.latitude
      AND p.longitude = f.longitude
  WHERE f.place_id IS NULL AND n.user_id = f.user_id AND n.place_id = p.id AND n.name IS NULL;
  UPDATE findspot.favourites f SET place_id = (
    SELECT p.id FROM findspot.places p
    WHERE p.legacy_key = f.legacy_key AND p.latitude = f.latitude AND p.longitude = f.longitude
    ORDER BY p.state = 'lost', p.id LIMIT 1)
  WHERE f.place_id IS NULL;
  SELECT format('favourite %s differs from place %s in its %s', c.favourite, c.place, c.differs)
  FROM findspot.copies() c WHERE c.state = 'differs' ORDER BY c.favourite
$body$;

COMMENT ON FUNCTION findspot.heal_copies() IS
'Part of heal: links each copy to the place with its key and position. A copy without one is of a
place that was overwritten or deleted; it becomes a lost place.';
