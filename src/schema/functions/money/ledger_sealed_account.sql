-- Returns the name and the owner by which seals know an account. They never change: a bank account that becomes the default
-- one, or no longer is, exchanges the kind and the owner of its ledger account.
CREATE OR REPLACE FUNCTION ledger_sealed_account(p_account bigint, OUT account text, OUT owner integer)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN kind = 'bank_account' THEN 'bank' ELSE kind END,
    CASE WHEN kind = 'bank' THEN (SELECT id FROM public.bank_accounts WHERE is_default) ELSE coalesce(client_id, owner_id) END
  FROM public.ledger_accounts WHERE id = p_account
$$;
