-- Which later changes a live copy has taken is known of it as of every reader of the log.

UPDATE reeve.change_reader r SET seen = c.seen
FROM reeve.live_copy c WHERE r.name = 'migrate:' || c.copy_id AND c.seen IS NOT NULL;
ALTER TABLE reeve.live_copy DROP COLUMN seen;
