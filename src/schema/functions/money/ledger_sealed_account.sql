-- Returns the name and the owner by which seals know an account. They never change: a bank account that becomes the default
-- one, or no longer is, exchanges the kind and the owner of its ledger account. In PL/pgSQL, which plans once for a connection.
CREATE OR REPLACE FUNCTION ledger_sealed_account(p_account bigint, OUT account text, OUT owner integer)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT CASE WHEN kind = 'bank_account' THEN 'bank' ELSE kind END,
      CASE WHEN kind = 'bank' THEN (SELECT id FROM public.bank_accounts WHERE is_default) ELSE coalesce(client_id, owner_id) END
    INTO account, owner
    FROM public.ledger_accounts WHERE id = p_account;
END $$;
