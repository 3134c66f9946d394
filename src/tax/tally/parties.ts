import type { Client } from '../../clients/client.entity.js';
import { paymentReferenceOf } from '../../money/bank-transfers/utr.js';
import { CLIENT_NAME } from '../../money/books/ledger-names.js';

type Named = Pick<Client, 'id' | 'name' | 'gstin'>;

/**
 * Names the ledger of each client: its name, with its GSTIN or payment reference if an earlier client or another ledger has
 * that name. So a ledger keeps its name when a client comes.
 * - Tally does not tell capitals from small letters
 *
 * @param clients by id
 * @param template contains {@link CLIENT_NAME} for the name
 * @param others names of ledgers that are no client's
 */
export function partyLedgers(
  clients: readonly Named[],
  template: string,
  others: readonly string[],
): ReadonlyMap<number, string> {
  const ledgerOf = (name: string): string => template.replaceAll(CLIENT_NAME, () => name);
  const taken = new Set(others.map(keyOf));
  return new Map(
    clients.map(({ id, name, gstin }) => {
      const plain = ledgerOf(name);
      if (taken.has(keyOf(plain))) {
        return [id, ledgerOf(`${name} (${gstin ?? paymentReferenceOf(id)})`)];
      }
      taken.add(keyOf(plain));
      return [id, plain];
    }),
  );
}

function keyOf(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
