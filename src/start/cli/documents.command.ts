import { DocumentsService } from '../../tax/documents/documents.service.js';
import { CatchUpSeriesDto } from '../../tax/documents/documents.dto.js';
import { criteriaOf } from '../../platform/http/response-dto/response-dto.js';
import { checked } from './checked.js';
import { CommandFailure } from './command-failure.js';
import { withApp } from './with-app.js';

/**
 * Ends the hold of documents.
 *
 * @param printed the last printed number of each series, such as WS-2627-000123; empty with `areAllKnown`: no printed number is missing
 */
export async function releaseDocuments(
  printed: readonly string[],
  areAllKnown: boolean,
): Promise<void> {
  if (areAllKnown === printed.length > 0) {
    throw new CommandFailure([
      'Not done: name the last printed number of each series, or confirm with --none-missing that no printed number is missing',
    ]);
  }
  const places = await Promise.all(
    printed.map(async (number) => {
      const [series, year, last] = number.split('-');
      const place = { series, financial_year: year, last_number: Number(last) };
      return criteriaOf(await checked(CatchUpSeriesDto, place));
    }),
  );
  await withApp(({ app }) => app.get(DocumentsService).endHold(places));
  process.stdout.write('Documents are issued again\n');
}
