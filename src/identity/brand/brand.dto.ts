import {
  responseDto,
  flag,
  integer,
  part,
  text,
  texts,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { isPlain, Name, OneOf, Text, textRule } from '../../platform/http/input/fields.js';
import { LOGO_LIMITS } from './logo-file.js';
import { logoPath } from './logo-path.js';
import type { Accent } from './accent.js';
import { PAPERS, SENDERS, type Paper, type SenderKind } from './papers.js';
import type { BrandFacts, BrandTheme, Logo } from './brand.service.js';

const BASE64_LENGTH = Math.ceil(LOGO_LIMITS.bytes / 3) * 4;
const ADDRESS_LINES = 5;

const isColor = textRule('invalid_color', 'must be a color such as #0b6459', (text) =>
  /^#[0-9a-f]{6}$/i.test(text),
);
const isShort = textRule(
  'too_many_lines',
  `must have at most ${ADDRESS_LINES} lines`,
  (text) => text.split('\n').length <= ADDRESS_LINES,
);
const isBase64 = textRule('invalid_base64', 'must be base64', (text) =>
  /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(text),
);

export class PutBrandDto {
  @Name({ max: 60, optional: true, api: { description: 'Left out: as in the tax profile' } })
  name?: string;

  @Text({
    max: 300,
    optional: true,
    lineBreaks: true,
    rules: [isShort, isPlain],
    api: { description: 'Left out: as in the tax profile' },
  })
  address?: string;

  @Text({
    max: 7,
    optional: true,
    rules: [isColor],
    api: { example: '#7a1f5c', description: "Left out: the service's own" },
  })
  accent?: string;

  @OneOf(SENDERS, {
    optional: true,
    api: {
      default: 'client',
      description:
        'Whom packing slips name as the sender: the client, whose store the customer knows, or you',
    },
  })
  sender?: SenderKind;
}

export class PutSlipPaperDto {
  @OneOf(PAPERS)
  paper: Paper;
}

export class PutLogoDto {
  @Text({
    max: BASE64_LENGTH,
    rules: [isBase64],
    api: {
      description: `A PNG or JPEG of at most 150 kB, each side ${LOGO_LIMITS.shortest} to ${LOGO_LIMITS.longest} pixels`,
    },
  })
  content_base64: string;
}

class BrandLogoDto extends responseDto<Logo>()({
  path: [text('Its path, which changes with the logo'), ({ version }) => logoPath(version)],
  type: text(),
  width: integer(),
  height: integer(),
  bytes: [integer(), ({ content }) => content.length],
}) {}

class SchemeAccentDto extends responseDto<Accent>()({
  light: [text('In the light scheme, in mails and on paper'), ({ light }) => light.accent],
  dark: [text(), ({ dark }) => dark.accent],
}) {}

export class BrandDto extends responseDto<{ facts: BrandFacts; theme: BrandTheme }>()({
  name: [text().orNull(), ({ facts }) => facts.name],
  address: [text().orNull(), ({ facts }) => facts.address],
  accent: [text().orNull(), ({ facts }) => facts.accent],
  logo: [part(BrandLogoDto).orNull(), ({ theme }) => theme.logo],
  sender: [
    word(SENDERS, 'Whom packing slips name as the sender: the client, or you'),
    ({ facts }) => facts.sender,
  ],
  slip_paper: [
    word(PAPERS, 'The paper that packing slips were last printed on'),
    ({ theme }) => theme.slipPaper,
  ],
  shown_name: [
    text('The name that is shown: the one that was set, else that of the tax profile').orNull(),
    ({ theme }) => theme.name,
  ],
  shown_address: [texts('The lines of the address that is shown'), ({ theme }) => theme.address],
  shown_accent: [part(SchemeAccentDto, 'The accent as it is used'), ({ theme }) => theme.accent],
  accent_adapted: [
    flag(
      'Whether text of the chosen color could not be read, so that it is darker or lighter somewhere',
    ),
    ({ theme }) => theme.accent.isAdapted,
  ],
}) {}

export function toBrandFacts({ name, address, accent, sender }: PutBrandDto): BrandFacts {
  return {
    name: name ?? null,
    address: address ?? null,
    accent: accent?.toLowerCase() ?? null,
    sender: sender ?? 'client',
  };
}
