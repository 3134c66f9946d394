import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import type { EntityManager } from 'typeorm';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { Routes } from '../../platform/http/routes.js';

/** The address of pictures in the catalog file. */
const DOCUMENTED = 'https://images.example.com/catalog/';
const PATH = '/demo/pictures/';
const NAME = /^([a-z]{2}-([a-z]{3})-\d+)((?:-[a-z]+)?)\.svg$/;

/** Colors of variants, by the end of a picture's name: hue, saturation and lightness. */
const COLORS: Record<string, readonly [number, number, number]> = {
  white: [40, 20, 88],
  sage: [110, 18, 62],
  indigo: [232, 42, 44],
  mustard: [43, 75, 52],
  ocean: [200, 48, 46],
  sand: [36, 38, 66],
  black: [220, 10, 24],
  teal: [178, 48, 38],
  grey: [215, 8, 58],
  navy: [222, 46, 30],
  rust: [16, 58, 46],
};

/** Drawings of 400 × 400. `c` is filled with the color, `d` with a darker and `l` with a lighter one. */
const DRAWINGS: Record<string, string> = {
  cup: '<path class="c" d="M140 110h120l-14 190h-92z"/><path class="l" d="M140 110h120l-2 28H142z"/><ellipse class="d" cx="200" cy="110" rx="60" ry="12"/>',
  mug: '<path class="d" d="M255 160h30a40 40 0 0 1 0 92h-34v-24h30a16 16 0 0 0 0-44h-26z"/><path class="c" d="M120 130h140v150a26 26 0 0 1-26 26h-88a26 26 0 0 1-26-26z"/><ellipse class="l" cx="190" cy="130" rx="70" ry="15"/>',
  cloth:
    '<rect class="c" x="90" y="110" width="220" height="60" rx="26"/><rect class="d" x="90" y="172" width="220" height="60" rx="26"/><rect class="c" x="90" y="234" width="220" height="60" rx="26"/><path class="l" d="M280 110v60h12v-60zM280 234v60h12v-60z"/>',
  garment:
    '<path class="c" d="M150 90h100l14 70 46 30v130H90V190l46-30z"/><path class="d" d="M150 90c10 40 90 40 100 0l10 10c-20 46-100 46-120 0z"/><rect class="l" x="150" y="220" width="100" height="60" rx="6"/>',
  pan: '<rect class="d" x="40" y="186" width="90" height="20" rx="10"/><rect class="d" x="270" y="186" width="90" height="20" rx="10"/><path class="c" d="M100 180h200c0 90-40 130-100 130S100 270 100 180z"/><ellipse class="l" cx="200" cy="180" rx="100" ry="20"/>',
  plate:
    '<circle class="c" cx="200" cy="205" r="120"/><circle class="l" cx="200" cy="205" r="84"/><circle class="c" cx="200" cy="205" r="80"/>',
  ring: '<circle cx="175" cy="210" r="84" fill="none" class="sc"/><circle cx="230" cy="180" r="70" fill="none" class="sd"/>',
  pot: '<rect class="d" x="180" y="96" width="40" height="26" rx="10"/><path class="l" d="M110 160c0-50 180-50 180 0z"/><rect class="c" x="105" y="160" width="190" height="150" rx="16"/><path class="d" d="M80 180h26v30H80zM294 180h26v30h-26z"/>',
  tools:
    '<rect class="d" x="120" y="180" width="16" height="140" rx="8"/><rect class="c" x="100" y="90" width="56" height="100" rx="24"/><rect class="d" x="192" y="180" width="16" height="140" rx="8"/><ellipse class="l" cx="200" cy="140" rx="32" ry="48"/><rect class="d" x="264" y="180" width="16" height="140" rx="8"/><path class="c" d="M246 90h52v100h-52z"/>',
  board:
    '<circle class="c" cx="185" cy="220" r="100"/><circle class="l" cx="185" cy="220" r="76"/><g transform="rotate(-32 240 150)"><rect class="d" x="130" y="136" width="220" height="30" rx="15"/></g>',
  jug: '<path class="c" d="M150 110h90l30 190a20 20 0 0 1-20 20H140a20 20 0 0 1-20-20z"/><path class="d" d="M262 150h30a34 34 0 0 1 30 50l-34 60-14-10 30-58a14 14 0 0 0-12-20h-26z"/><path class="l" d="M150 110h90l4 24H146z"/>',
  box: '<path class="c" d="M90 160h220v150H90z"/><path class="d" d="M90 160l34-50h152l34 50z"/><path class="l" d="M180 110h40v200h-40z"/>',
  jar: '<rect class="d" x="140" y="90" width="120" height="36" rx="8"/><rect class="c" x="125" y="126" width="150" height="190" rx="26"/><rect class="l" x="145" y="190" width="110" height="70" rx="6"/>',
  bottle:
    '<rect class="d" x="172" y="70" width="56" height="40" rx="8"/><path class="c" d="M172 110h56l22 50v150a20 20 0 0 1-20 20h-60a20 20 0 0 1-20-20V160z"/><path class="l" d="M160 190h16v120h-16z"/>',
  tiers:
    '<path class="d" d="M130 96h140v20H130z"/><rect class="c" x="120" y="120" width="160" height="58" rx="10"/><rect class="l" x="120" y="182" width="160" height="58" rx="10"/><rect class="c" x="120" y="244" width="160" height="58" rx="10"/><path class="d" d="M108 110h12v200h-12zM280 110h12v200h-12z"/>',
  slippers:
    '<path class="c" d="M110 150c0-60 80-60 80 0l-8 130c-4 40-60 40-64 0z"/><path class="c" d="M214 150c0-60 80-60 80 0l-8 130c-4 40-60 40-64 0z"/><path class="d" d="M112 180c20-36 56-36 76 0v30c-20-30-56-30-76 0zM216 180c20-36 56-36 76 0v30c-20-30-56-30-76 0z"/>',
  cushion:
    '<path class="c" d="M100 110c60 20 140 20 200 0-20 60-20 130 0 190-60-20-140-20-200 0 20-60 20-130 0-190z"/><path class="l" d="M150 150l100 110M250 150l-100 110" fill="none" stroke-width="8"/>',
  curtain:
    '<rect class="d" x="80" y="84" width="240" height="14" rx="7"/><path class="c" d="M96 98h62c-6 80-6 150 0 226H96zM242 98h62v226h-62c6-76 6-146 0-226z"/><path class="l" d="M158 98h22c-8 80-8 150 0 226h-22zM220 98h22v226h-22c8-76 8-146 0-226z"/>',
  rug: '<path class="c" d="M80 150h240v130H80z"/><path class="l" d="M80 176h240v14H80zM80 240h240v14H80z"/><path class="d" d="M66 150h14v130H66zM320 150h14v130h-14zM130 205l24-14 24 14-24 14zM222 205l24-14 24 14-24 14z"/>',
  bucket:
    '<path d="M116 150c0-90 168-90 168 0" fill="none" class="sd thin"/><path class="c" d="M106 150h188l-24 170H130z"/><ellipse class="l" cx="200" cy="150" rx="94" ry="18"/>',
  glove:
    '<path class="c" d="M140 320V210l-24-60c-6-22 18-30 28-10l16 34V90c0-22 28-22 28 0v60V80c0-22 28-22 28 0v70V92c0-22 28-22 28 0v70-40c0-20 26-20 26 0v198z"/><path class="d" d="M140 290h130v30H140z"/>',
  mop: '<rect class="d" x="194" y="70" width="12" height="190" rx="6"/><path class="c" d="M110 256h180v24H110z"/><path class="l" d="M110 280h180l10 34H100z"/>',
  broom:
    '<rect class="d" x="190" y="66" width="20" height="130" rx="10"/><path class="c" d="M176 190h48l60 130H116z"/><path class="l" d="M172 214h56l4 14h-64z"/>',
  stand:
    '<path d="M110 320l150-210M290 320L140 110M96 150h208M110 190h180M130 230h140" fill="none" class="sc thin"/><path d="M96 150l-30-30M304 150l30-30" fill="none" class="sd thin"/>',
  book: '<path class="d" d="M112 90h176v230H112z"/><path class="c" d="M122 90h166v220H122z"/><path class="l" d="M160 130h96v40h-96z"/>',
  pens: '<g transform="rotate(24 200 200)"><rect class="c" x="140" y="110" width="26" height="170" rx="10"/><path class="d" d="M140 280h26l-13 34z"/><rect class="l" x="188" y="110" width="26" height="170" rx="10"/><path class="d" d="M188 280h26l-13 34z"/><rect class="c" x="236" y="110" width="26" height="170" rx="10"/><path class="d" d="M236 280h26l-13 34z"/></g>',
  pouch:
    '<rect class="c" x="90" y="120" width="220" height="170" rx="14"/><path class="d" d="M90 146h220v12H90z"/><rect class="l" x="220" y="136" width="40" height="32" rx="6"/>',
  bulb: '<path class="l" d="M200 90c-60 0-90 44-90 88 0 40 34 58 44 92h92c10-34 44-52 44-92 0-44-30-88-90-88z"/><path class="c" d="M160 276h80v18h-80zM164 300h72v18h-72z"/><path class="d" d="M172 322h56l-14 18h-28z"/>',
  cells:
    '<rect class="d" x="132" y="96" width="24" height="16" rx="4"/><rect class="c" x="116" y="110" width="56" height="200" rx="8"/><rect class="d" x="244" y="96" width="24" height="16" rx="4"/><rect class="c" x="228" y="110" width="56" height="200" rx="8"/><path class="l" d="M116 150h56v30h-56zM228 150h56v30h-56z"/>',
  strip:
    '<path d="M300 200c60 10 40 90-20 90" fill="none" class="sd thin"/><rect class="c" x="70" y="160" width="240" height="86" rx="14"/><circle class="l" cx="112" cy="203" r="22"/><circle class="l" cx="166" cy="203" r="22"/><circle class="l" cx="220" cy="203" r="22"/><circle class="l" cx="274" cy="203" r="22"/>',
  mixer:
    '<path class="l" d="M160 90h90l-14 110h-62z"/><path class="d" d="M156 78h98v16h-98z"/><path class="c" d="M140 200h130l20 110H120z"/><circle class="l" cx="205" cy="262" r="22"/>',
  oven: '<rect class="c" x="70" y="120" width="260" height="180" rx="14"/><rect class="d" x="88" y="142" width="170" height="136" rx="8"/><path class="l" d="M100 200h146v6H100z"/><circle class="l" cx="294" cy="164" r="14"/><circle class="l" cx="294" cy="210" r="14"/><circle class="l" cx="294" cy="256" r="14"/>',
};

/** Drawing of each product, by the middle of its SKU. */
const KINDS =
  'gls:cup twl:cloth apr:garment kdh:pan twa:pan pck:pot gsk:ring spt:tools chb:board plr:tools idl:tiers thl:plate mug:mug dnr:plate jug:jug dba:plate cnt:box btl:bottle tif:tiers jar:jar ata:jar rob:garment plc:cushion dhr:cloth rzi:cloth slp:slippers csh:cushion crt:curtain run:rug dhu:rug mat:rug bkt:bucket glv:glove mop:mop clt:cloth brm:broom std:stand ntb:book pen:pens pch:pouch bxf:book ppr:box blb:bulb bat:cells ext:strip ktl:jug mxg:mixer otg:oven';
const DRAWING_OF = new Map(KINDS.split(' ').map((pair) => pair.split(':') as [string, string]));

/** Makes the picture of a file name, such as `tw-mug-33-ocean.svg`; null for a product that the demo does not have. */
export function demoPicture(file: string): string | null {
  const [, product = '', kind = '', end = ''] = NAME.exec(file) ?? [];
  const drawing = DRAWINGS[DRAWING_OF.get(kind) ?? ''];
  if (drawing === undefined) return null;
  const [hue, saturation, lightness] = COLORS[end.slice(1)] ?? [hueOf(product), 38, 48];
  const color = (change: number): string =>
    `hsl(${hue} ${saturation}% ${Math.max(8, Math.min(95, lightness + change))}%)`;
  // A second picture of a product without a color shows it closer.
  const isDetail = end !== '' && COLORS[end.slice(1)] === undefined;
  const scale = isDetail ? 1.2 + end.length / 20 : 1;
  const transform = `translate(${200 - 200 * scale} ${200 - 200 * scale}) scale(${scale})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"><style>.c{fill:${color(0)}}.d{fill:${color(-14)}}.l{fill:${color(20)};stroke:${color(20)};stroke-width:0}.sc{stroke:${color(0)};stroke-width:26}.sd{stroke:${color(-14)};stroke-width:22}.thin{stroke-width:10}</style><rect width="400" height="400" fill="hsl(${hue} 24% 94%)"/><ellipse cx="200" cy="330" rx="120" ry="14" fill="hsl(${hue} 16% 84%)"/><g transform="${transform}">${drawing}</g></svg>`;
}

/** Serves the pictures of the demo's products, if this start may fill a database with the demo. */
export function serveDemoPictures(app: NestExpressApplication): void {
  if (!app.get<Settings>(SETTINGS).demoData) return;
  const express: Express = app.getHttpAdapter().getInstance();
  app.get(Routes).addFile(`${PATH}:file`);
  express.get(`${PATH}:file`, (request: Request<{ file: string }>, response: Response, next) => {
    const picture = demoPicture(request.params.file);
    if (picture === null) {
      next();
      return;
    }
    response
      .type('svg')
      .setHeader('Cache-Control', 'public, max-age=86400')
      .setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      // Stores show them on pages of their own.
      .setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(picture);
  });
}

/** Makes the demo's products show the pictures that are served at an origin, instead of an earlier one. */
export async function usePicturesAt(manager: EntityManager, origin: string): Promise<void> {
  const earlier = `"(?:${DOCUMENTED}|https?://[^"/]+${PATH})([a-z0-9-]+)\\.(?:jpg|svg)"`;
  const moved = (column: string): string => `regexp_replace(${column}::text, $1, $2, 'g')::jsonb`;
  await manager.query(
    `UPDATE products SET images = ${moved('images')}, variation_images = ${moved('variation_images')}
      WHERE images::text ~ $1 AND images::text !~ $3`,
    [earlier, `"${origin}${PATH}\\1.svg"`, `"${origin}${PATH}`],
  );
}

function hueOf(product: string): number {
  return [...product].reduce((sum, character) => sum * 31 + character.codePointAt(0)!, 7) % 360;
}
