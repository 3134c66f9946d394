-- Returns the text of which a seal is the SHA-256; docs/ledger-seals.md describes it byte for byte. Null for a journal that
-- does not exist.
--
--   p_seq      the number of the seal
--   p_prev     the hash of the seal before
--   p_journal  the id of the journal
CREATE OR REPLACE FUNCTION ledger_seal_text(p_seq bigint, p_prev bytea, p_journal bigint) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT concat_ws(E'\n',
        'ledger seal 1',
        'seq ' || p_seq,
        'prev ' || encode(p_prev, 'hex'),
        'journal ' || j.id,
        'at ' || to_char(j.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'kind ' || j.kind,
        'key ' || octet_length(j.key) || ':' || j.key,
        'order ' || coalesce(j.order_id::text, '-'),
        'receipt ' || coalesce(j.receipt_id::text, '-'),
        'reverses ' || coalesce(j.reverses_id::text, '-'),
        'actor ' || octet_length(j.actor) || ':' || j.actor,
        'note ' || coalesce(octet_length(j.note) || ':' || j.note, '-'),
        'request ' || coalesce(octet_length(j.request_id) || ':' || j.request_id, '-'),
        (
          SELECT string_agg(
              concat_ws(' ', 'posting', p.line, sealed.account, coalesce(sealed.owner::text, '-'), p.amount_minor,
                coalesce(p.balance_after::text, '-')),
              E'\n' ORDER BY p.line
            )
          FROM public.ledger_postings p CROSS JOIN LATERAL public.ledger_sealed_account(p.account_id) sealed
          WHERE p.journal_id = j.id
        )
      ) || E'\n'
    FROM public.ledger_journals j WHERE j.id = p_journal
  );
END $$;
