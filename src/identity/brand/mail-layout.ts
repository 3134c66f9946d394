import { escapeHtml } from '../../platform/escape-html.js';
import type { Mail, MailAttachment } from '../../platform/mail/mail.js';
import type { BrandTheme } from './brand.service.js';
import { logoPath } from './logo-path.js';

/** The content of a mail, which {@link layOutMail} writes as text and as HTML. */
export interface MailContent {
  subject: string;
  /** Sentences before the rows. */
  intro: string;
  /** Rows of a table, each with the same number of cells. */
  rows?: readonly (readonly string[])[];
  /** Sentence after the rows. */
  outro?: string;
  /** Name of the button, and the page that it opens. */
  action: { label: string; link: string };
  /** A payment by UPI, as a link and as a QR code. */
  code?: { link: string; png: Buffer } | undefined;
}

export interface MailHouse {
  name: string;
  /** Lines of text. */
  address: readonly string[];
  accent: string;
  onAccent: string;
  logo: { url: string; width: number; height: number } | null;
}

/** A kind of mails that people can switch off, and the page for it. */
export interface MailChoice {
  kind: string;
  link: string;
}

interface MailFrame {
  house: MailHouse;
  to: string;
  /** Left out: the mail is about the reader's own account and cannot be switched off. */
  choice?: MailChoice | undefined;
}

const CELL = 'padding:6px 12px 6px 0;border-bottom:1px solid #dde2ea;vertical-align:top';
const BUTTON = 'display:inline-block;padding:10px 16px;border-radius:6px;text-decoration:none';
const CODE = 'upi-payment';
const BY_UPI = 'Or pay by UPI, and then report the transfer with its UTR on the page “Wallet”:';
const UNNAMED = 'Your wholesaler';
const LOGO_HEIGHT = 40;

/** Describes the wholesaler for mails. @param origin the origin that serves pictures */
export function houseOf({ name, address, accent, logo }: BrandTheme, origin: string): MailHouse {
  return {
    name: name ?? UNNAMED,
    address,
    accent: accent.light.accent,
    onAccent: accent.light['on-accent'],
    logo: logo && {
      url: `${origin}${logoPath(logo.version)}`,
      width: Math.round((logo.width * LOGO_HEIGHT) / logo.height),
      height: LOGO_HEIGHT,
    },
  };
}

/** Makes the layout of a mail, with the wholesaler's name and address, and the way to switch it off. */
export function layOutMail(content: MailContent, frame: MailFrame): Mail {
  const { subject, action, code } = content;
  return {
    to: frame.to,
    subject,
    text: textOf(content, frame),
    html: htmlOf(content, frame),
    link: action.link,
    ...(code !== undefined && { attachments: [codeFile(code)] }),
  };
}

function codeFile({ png }: NonNullable<MailContent['code']>): MailAttachment {
  return { filename: `${CODE}.png`, content: png, contentType: 'image/png', cid: CODE };
}

function reasonOf({ name }: MailHouse, { kind }: MailChoice): string {
  return `${name} sends you this mail because “${kind}” is on for you. Choose your mails:`;
}

function textOf(
  { intro, rows = [], outro, action, code }: MailContent,
  { house, choice }: MailFrame,
): string {
  const reason = choice === undefined ? [] : [`${reasonOf(house, choice)} ${choice.link}`];
  const foot = [...house.address, ...reason];
  const lines = rows.map((cells) => cells.filter((cell) => cell !== '').join(' · '));
  return [
    house.name,
    intro,
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(outro === undefined ? [] : [outro]),
    `${action.label}: ${action.link}`,
    ...(code === undefined ? [] : [`${BY_UPI} ${code.link}`]),
    ...(foot.length === 0 ? [] : [`-- \n${foot.join('\n')}`]),
  ].join('\n\n');
}

function htmlOf(
  { subject, intro, rows = [], outro, action, code }: MailContent,
  { house, choice }: MailFrame,
): string {
  const body = rows.map((cells) => {
    const columns = cells.map((cell) => `<td style="${CELL}">${escapeHtml(cell)}</td>`);
    return `<tr>${columns.join('')}</tr>`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"></head>',
    '<body style="margin:0;padding:24px;max-width:640px;font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#1c2430">',
    headOf(house),
    `<h1 style="margin:0 0 12px;font-size:20px">${escapeHtml(subject)}</h1>`,
    `<p style="margin:0 0 16px">${escapeHtml(intro)}</p>`,
    body.length === 0
      ? ''
      : `<table style="border-collapse:collapse;margin:0 0 16px">${body.join('')}</table>`,
    outro === undefined ? '' : `<p style="margin:0 0 16px">${escapeHtml(outro)}</p>`,
    `<p style="margin:0 0 24px"><a style="${BUTTON};background:${house.accent};color:${house.onAccent}" href="${escapeHtml(action.link)}">${escapeHtml(action.label)}</a></p>`,
    code === undefined ? '' : codeOf(code.link),
    `<p style="margin:0;font-size:13px;color:#576173">${house.address.map((line) => `${escapeHtml(line)}<br>`).join('')}`,
    choice === undefined ? '' : `${escapeHtml(reasonOf(house, choice))} ${linkTo(choice.link)}`,
    '</p></body></html>',
  ].join('');
}

function codeOf(link: string): string {
  return [
    `<p style="margin:0 0 24px">${BY_UPI}<br>`,
    `<img src="cid:${CODE}" alt="QR code" width="220" height="220" style="display:block;margin:8px 0">`,
    `<a href="${escapeHtml(link)}">Open the app on this phone</a></p>`,
  ].join('');
}

function linkTo(address: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
}

function headOf({ name, accent, logo }: MailHouse): string {
  const picture =
    logo === null
      ? ''
      : `<img src="${escapeHtml(logo.url)}" alt="" width="${logo.width}" height="${logo.height}" style="display:block;margin:0 0 8px">`;
  return `${picture}<p style="margin:0 0 16px;color:${accent};font-weight:600">${escapeHtml(name)}</p>`;
}
