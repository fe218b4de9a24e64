CREATE OR REPLACE FUNCTION reeve.record_subject(m reeve.command, c reeve.collection) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN m.collection_id IS NOT NULL THEN c.app || '/' || c.name || coalesce(':' || m.key, '')
  WHEN m.detail ->> 'verb' = 'versions.set' THEN 'version:' || m.key
  ELSE 'team:' || m.key END;

COMMENT ON FUNCTION reeve.record_subject(reeve.command, reeve.collection) IS
  'What a command was about, as its entry in the chain says it: a subject of the collection, a '
  'member (team:anna) or a platform (version:findspot/ios). NULL: nothing of these.';
