import { ApiProperty } from '@nestjs/swagger';
import { isPlain, Name, Text, textRule } from '../../platform/http/input/fields.js';
import { LOGO_LIMITS } from './logo-file.js';
import { logoPath } from './logo-path.js';
import type { BrandFacts, Face } from './brand.service.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

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

class BrandLogoDto {
  @ApiProperty({ description: 'Its path, which changes with the logo' })
  path: string;

  @ApiProperty()
  type: string;

  @ApiProperty({ type: 'integer' })
  width: number;

  @ApiProperty({ type: 'integer' })
  height: number;

  @ApiProperty({ type: 'integer' })
  bytes: number;
}

class SchemeAccentDto {
  @ApiProperty({ description: 'In the light scheme, in mails and on paper' })
  light: string;

  @ApiProperty()
  dark: string;
}

export class BrandDto {
  @OrNull(String)
  name: string | null;

  @OrNull(String)
  address: string | null;

  @OrNull(String)
  accent: string | null;

  @OrNull(BrandLogoDto)
  logo: BrandLogoDto | null;

  @OrNull(String, 'The name that is shown: the own one, else that of the tax profile')
  shown_name: string | null;

  @ApiProperty({ type: [String], description: 'The lines of the address that is shown' })
  shown_address: string[];

  @ApiProperty({ description: 'The accent as it is used' })
  shown_accent: SchemeAccentDto;

  @ApiProperty({
    description:
      'Whether text of the chosen color could not be read, so that it is darker or lighter somewhere',
  })
  accent_adapted: boolean;
}

export function toBrandFacts({ name, address, accent }: PutBrandDto): BrandFacts {
  return { name: name ?? null, address: address ?? null, accent: accent?.toLowerCase() ?? null };
}

export function toBrand({ name, address, accent }: BrandFacts, face: Face): BrandDto {
  const { logo } = face;
  return {
    name,
    address,
    accent,
    logo: logo && {
      path: logoPath(logo.version),
      type: logo.type,
      width: logo.width,
      height: logo.height,
      bytes: logo.content.length,
    },
    shown_name: face.name,
    shown_address: face.address,
    shown_accent: { light: face.accent.light.accent, dark: face.accent.dark.accent },
    accent_adapted: face.accent.isAdapted,
  };
}
