import { countText, dayText } from '../../platform/figures.js';
import { COLORS } from '../../platform/design-tokens.js';
import { openPdf, writePdf } from '../../tax/rendering/pdf-file.js';
import { type Layout, type Pdf, PdfSheet } from '../../tax/rendering/pdf-sheet.js';
import { drawTable } from '../../tax/rendering/pdf-table.js';
import { tableOf } from '../../tax/rendering/printed-tables.js';

/** What a driver of a courier takes along from a place, and signs. */
export interface Manifest {
  courier: string;
  place: string;
  boxes: readonly ManifestBox[];
}

export interface ManifestBox {
  awb: string;
  orderNumber: string;
  weightGrams: number;
}

const [TOP, BOTTOM] = [34, 798];
const TWO_COLUMNS: Layout = {
  size: 'A4',
  areas: [
    { left: 34, right: 291, top: TOP, bottom: BOTTOM },
    { left: 304, right: 561, top: TOP, bottom: BOTTOM },
  ],
};
/** Height of the lines for two signatures. */
const SIGNATURES = 70;

/** Draws manifests on A4 pages, each from a page of its own. @param day YYYY-MM-DD */
export async function manifestPdf(day: string, manifests: readonly Manifest[]): Promise<Buffer> {
  const pdf = await openPdf(day, { Title: `Manifest of ${dayText(day)}` });
  return writePdf(pdf, drawManifests(pdf, day, manifests));
}

function* drawManifests(
  pdf: Pdf,
  day: string,
  manifests: readonly Manifest[],
): Generator<void, void> {
  for (const { courier, place, boxes } of manifests) {
    const sheet = new PdfSheet(pdf, COLORS.light, TWO_COLUMNS);
    const head = `${courier} · ${place} · ${dayText(day)}`;
    const count = `${countText(boxes.length)} ${boxes.length === 1 ? 'box' : 'boxes'}`;
    sheet.paragraph('Manifest', { size: 15, isBold: true });
    sheet.paragraph(head, { size: 10, isBold: true });
    sheet.paragraph(count, { size: 10 });
    sheet.y += 6;
    const table = tableOf<ManifestBox>(
      [
        { title: 'AWB', isText: true, isWide: true, cell: ({ awb }) => awb, foot: count },
        { title: 'Order', isText: true, cell: ({ orderNumber }) => orderNumber },
        { title: 'kg', cell: ({ weightGrams }) => (weightGrams / 1000).toFixed(2) },
      ],
      boxes,
    );
    yield* drawTable(sheet, { ...table, size: 8 }, () => {
      sheet.paragraph(head, { size: 8, color: 'soft' });
    });
    sheet.ensure(SIGNATURES);
    for (const who of ['Handed over by', 'Taken over by']) {
      sheet.y += SIGNATURES / 2 - 12;
      sheet.rule(sheet.y, 'text');
      sheet.paragraph(`${who}: name, signature, time`, { size: 8, color: 'soft' });
    }
  }
  pdf.flushPages();
}
