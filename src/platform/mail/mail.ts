/** A mail, ready to be sent. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The link that the mail is about. */
  link: string;
}

/**
 * Writes a mail when it is sent; null: it is no longer wanted.
 *
 * @param queuedAt when the mail was asked for
 */
export type MailComposer = (reference: string, queuedAt: Date) => Promise<Mail | null>;
