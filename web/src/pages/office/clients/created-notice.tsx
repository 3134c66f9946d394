import { Link } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { CopySecretButton } from '../../../shared/copy-button';
import { Notice } from '../../../shared/layout/notice';
import classes from './created-notice.module.css';
import type { CreatedClient } from './create-client';

interface CreatedNoticeProps {
  created: CreatedClient;
  onStored: () => void;
}

/** Renders the result of creating a client, with secrets that are shown only once. */
export function CreatedNotice({ created, onStored }: CreatedNoticeProps) {
  const { client, token } = created;
  const link = client.owner_invitation_link;
  return (
    <div role="status" className={classes.created}>
      <Notice tone="ok" title={`Created ${client.name}.`}>
        <p>
          <Link to="/office/clients/$id" params={{ id: String(client.id) }}>
            Open the client’s page
          </Link>
        </p>
        {link !== undefined && (
          <Secret
            label="No mail server is set up: pass this invitation on. It works once, within 24 hours."
            value={link}
          />
        )}
        {token !== null && (
          <Secret
            label={`The API token for ${token.domain}. It is shown only now.`}
            value={token.token}
          />
        )}
        <Button variant="default" size="sm" onClick={onStored}>
          {link === undefined && token === null ? 'Close' : 'I have passed them on'}
        </Button>
      </Notice>
    </div>
  );
}

function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.secret}>
      <p>{label}</p>
      <pre className={classes.value}>{value}</pre>
      <CopySecretButton value={value} />
    </div>
  );
}
