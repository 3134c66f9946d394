import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../platform/built-files.js';
import { GATEWAY_KINDS } from '../../money/gateway/gateways.js';
import { DELIVERY_POLICIES, type Settings } from '../../platform/config/settings.js';
import {
  responseDto,
  flag,
  integer,
  text,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import type { StoredPhotos } from '../../catalog/photos/photos.repository.js';
import { EXAMPLE_URL } from '../../platform/http/openapi/example-url.js';

const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  version: string;
};

const GATEWAYS = ['off', ...GATEWAY_KINDS];

interface Installation {
  settings: Settings;
  publicUrl: string;
  bankDetails: string | null;
  issuesDocuments: boolean;
  photos: StoredPhotos;
}

/** Settings and versions of an installation; never a secret. */
export class InstallationDto extends responseDto<Installation>()({
  version: [text({ example: '1.1.0' }), () => VERSION],
  public_url: text({ description: 'Where browsers reach the pages', example: EXAMPLE_URL }),
  currency: [text({ example: 'INR' }), ({ settings }) => settings.currency],
  gateway: [
    word(GATEWAYS, 'sandbox: it moves no money'),
    ({ settings }) => settings.gateway?.kind ?? 'off',
  ],
  mail_server: [
    flag('Whether mails go to a mail server; otherwise they are files'),
    ({ settings }) => settings.mail !== null,
  ],
  bank_details: [
    flag('Whether clients are shown a bank account for their transfers'),
    ({ bankDetails }) => bankDetails !== null,
  ],
  unpaid_order_ttl_hours: [
    integer('Hours until an unpaid order expires; 0: never'),
    ({ settings }) => settings.unpaidOrderTtlHours,
  ],
  delivery_policy: [word(DELIVERY_POLICIES), ({ settings }) => settings.deliveryPolicy],
  issues_documents: [
    flag('Whether a tax profile is in force, so that shipments get invoices'),
    'issuesDocuments',
  ],
  photos: [integer('Photos that are stored'), ({ photos }) => photos.count],
  photo_bytes: [integer('Bytes that they take in the database'), ({ photos }) => photos.bytes],
  production: [flag('Whether it runs in production'), ({ settings }) => settings.isProduction],
}) {}
