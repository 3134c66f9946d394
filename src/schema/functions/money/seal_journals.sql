-- Seals committed journals that have no seal, in the order of their ids: each gets the next number and a hash that
-- includes the one before. A journal that commits late gets a later number. Does nothing while another call is at it.
--
--   p_after  the id after which journals are looked at
--   p_limit  the maximum number of journals
--
-- Reads both tables along their indexes, up to the limit: a hash of all seals for each call would make a million entries take hours.
-- Returns the id of the last sealed journal if there may be more, else null.
CREATE OR REPLACE FUNCTION seal_journals(p_after bigint, p_limit integer) RETURNS bigint
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  latest ledger_seal_state;
  journal record;
  seals ledger_seals[] := '{}';
  hash bytea;
BEGIN
  SELECT * INTO latest FROM ledger_seal_state FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  -- A statement of its own: its snapshot has the seals of the call that held the lock before.
  FOR journal IN
    SELECT j.id, to_char(j.at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day FROM ledger_journals j
    WHERE j.id > p_after AND NOT EXISTS (SELECT FROM ledger_seals s WHERE s.journal_id = j.id AND s.journal_id > p_after)
    ORDER BY j.id LIMIT p_limit
  LOOP
    latest.seq := latest.seq + 1;
    hash := sha256(convert_to(ledger_seal_text(latest.seq, latest.sha256, journal.id), 'UTF8'));
    seals := seals || (latest.seq, journal.id, journal.day, latest.sha256, hash)::ledger_seals;
    latest.sha256 := hash;
  END LOOP;
  IF seals <> '{}' THEN
    INSERT INTO ledger_seals (seq, journal_id, day, prev_sha256, sha256)
      SELECT seq, journal_id, day, prev_sha256, sha256 FROM unnest(seals);
    UPDATE ledger_seal_state SET seq = latest.seq, sha256 = latest.sha256;
  END IF;
  RETURN CASE WHEN cardinality(seals) = p_limit THEN seals[p_limit].journal_id END;
END $$;
