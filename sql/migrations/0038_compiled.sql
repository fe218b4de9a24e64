-- What `catalog apply` compiles, so that acts need not read the whole catalog.

ALTER TABLE reeve.rule ADD COLUMN root_sql text, ADD COLUMN due_sql text;

COMMENT ON COLUMN reeve.rule.root_sql IS
  'Expression over a row that it would change: the key of the subject that the row depends on. NULL '
  'only in a rule that was no longer live when this column was added.';

COMMENT ON COLUMN reeve.rule.due_sql IS
  'When a row that it lists is due, an expression over the row; NULL if the catalog does not say.';
