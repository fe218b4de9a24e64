-- The filters of a search that are one number or moment have an index each: a range, or an order,
-- need not read the whole collection.

ALTER TABLE reeve.search_generation ADD ranges text[] NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.search_generation.ranges IS
  'Filters that are one number or moment: the index on documents has an order of each.';
