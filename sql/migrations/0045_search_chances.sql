-- An index knows how often a word has one of its marks, so that a search asks for about as many
-- documents as it can rank, also of words whose marks are not common.

ALTER TABLE reeve.search_generation ADD chances real[];

COMMENT ON COLUMN reeve.search_generation.common IS
  'Hashes of the marks (reeve.search_marked) that most documents of a sample have, the most common '
  'first. NULL: not known.';

COMMENT ON COLUMN reeve.search_generation.shares IS
  'Of each of the common marks, which part of the documents has it, 0 to 1. NULL: not known.';

COMMENT ON COLUMN reeve.search_generation.chances IS
  'For each level of marks (reeve.search_levels), and for words that less than a thousandth, a '
  'hundredth, a tenth, and at most all of the documents have: which part of the documents with '
  'such a word has its mark, 0 to 1, leaving out common marks. NULL: not known.';
