import { Button } from '@mantine/core';
import { CopySecretButton } from '../copy-button';
import { Notice } from './notice';
import classes from './secret-notice.module.css';

interface SecretNoticeProps {
  title: string;
  /** A secret that is shown only once. */
  secret: string;
  onStored: () => void;
  /** Advice for the person. */
  advice?: string;
}

const STORE_ADVICE = "Store it in your server's settings now. It is shown only once.";

/** Renders a secret that cannot be read again. */
export function SecretNotice({
  title,
  secret,
  onStored,
  advice = STORE_ADVICE,
}: SecretNoticeProps) {
  return (
    <div className={classes.secret} role="status">
      <Notice tone="ok" title={title}>
        <p>{advice}</p>
        <pre className={classes.value}>{secret}</pre>
        <div className="buttons">
          <CopySecretButton value={secret} />
          <Button variant="default" onClick={onStored}>
            I have stored it
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** Renders the link of an invitation that no mail server sent; without a link, nothing. */
export function InvitationLink({ link, onStored }: { link: string | null; onStored: () => void }) {
  if (link === null) return null;
  return (
    <SecretNotice
      title="No mail server is set up: pass this link on."
      advice="It works once, within 24 hours, and is shown only now."
      secret={link}
      onStored={onStored}
    />
  );
}
