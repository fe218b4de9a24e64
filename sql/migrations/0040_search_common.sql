-- An index knows which of its marks are common, so that a search asks for as many documents as it
-- can rank.

ALTER TABLE reeve.search_generation ADD common int[], ADD shares real[];

COMMENT ON COLUMN reeve.search_generation.common IS
  'Hashes of marks (reeve.search_marked) that many documents have, by PostgreSQL''s statistics of '
  'the index. NULL: not known.';

COMMENT ON COLUMN reeve.search_generation.shares IS
  'Of each of the common marks, which part of the documents has it, 0 to 1. NULL: not known.';
