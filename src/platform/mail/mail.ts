/** A file of a mail. */
export interface MailAttachment {
  filename: string;
  content: Buffer;
  contentType: string;
  /** Content id of a picture: the HTML shows it with `src="cid:…"`. */
  cid?: string;
}

/** A mail, ready to be sent. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML. */
  html?: string;
  /** The mail's link. */
  link: string;
  attachments?: MailAttachment[];
}

/**
 * Composer of a mail, called when it is sent.
 *
 * @param queuedAt time at which the mail was requested
 * @returns null if it is no longer needed
 */
export type MailComposer = (reference: string, queuedAt: Date) => Promise<Mail | null>;
