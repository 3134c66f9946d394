-- Locks references of the bank, in their order, until the transaction ends. Then it tells whether a line of a statement in a
-- direction has one of some identifiers: a statement of its own, which sees what was stored while this waited for the locks.
CREATE OR REPLACE FUNCTION lock_bank_references(p_references text[], p_direction text, p_identifiers varchar[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('bank reference ' || reference, 0)) FROM unnest(p_references) reference;
  RETURN EXISTS (
    SELECT FROM public.statement_lines l WHERE l.identifiers && p_identifiers AND l.direction = p_direction
  );
END $$;
