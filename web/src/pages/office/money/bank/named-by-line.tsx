import { Button } from '@mantine/core';
import type { BankLineDto } from '../../../../api/generated/admin-types';
import { Notice } from '../../../../shared/layout/notice';
import { clientIdOf, clientText } from '../../client/client-field';
import classes from './bank.module.css';

/** Says which clients a line names, also if another one was chosen. Of several, a person chooses one. */
export function NamedByLine({
  suggestion,
  chosen,
  onChoose,
}: {
  suggestion: BankLineDto['suggestion'];
  chosen: string;
  onChoose: (client: string) => void;
}) {
  const { clients = [], client_name: name = null } = suggestion ?? {};
  const chosenId = clientIdOf(chosen);
  const isOther = chosenId !== null && name !== null && chosenId !== suggestion?.client_id;
  return (
    <>
      {suggestion?.reason === 'receipt_reversed' ? (
        <p>{`Its receipt of ${name} was reversed.`}</p>
      ) : (
        <div role="status">
          {isOther && (
            <Notice tone="waiting" title={`This line is suggested for ${name}.`}>
              Credited to another client, it waits for another person above the limit of receipts.
            </Notice>
          )}
        </div>
      )}
      <p className="soft">
        A claimed transfer is confirmed and pays its orders. The payer is remembered for the client.
      </p>
      {clients.length > 0 && (
        <div className={classes.decisions}>
          <span>The line names:</span>
          {clients.map((client) => {
            const value = clientText(client);
            return (
              <Button
                key={client.id}
                variant="default"
                size="compact-sm"
                aria-pressed={chosen === value}
                onClick={() => onChoose(value)}
              >
                {value}
              </Button>
            );
          })}
        </div>
      )}
    </>
  );
}
