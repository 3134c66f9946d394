import type { BarcodeDetector } from 'barcode-detector/pure';
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Those of slips and couriers, and of articles. All have a check digit. */
const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_a'] as const;
/** The package would load its program from another host. Other values than before make it load the program again. */
const OVERRIDES = { locateFile: () => reader };

/** Makes a detector of bar codes: the browser's own if it reads slips, else that of a package, which is loaded now. */
export async function createDetector(): Promise<BarcodeDetector> {
  const { BarcodeDetector: Own } = window as { BarcodeDetector?: typeof BarcodeDetector };
  const known = (await Own?.getSupportedFormats()) ?? [];
  if (Own !== undefined && known.includes('code_128')) {
    return new Own({ formats: FORMATS.filter((format) => known.includes(format)) });
  }
  const { BarcodeDetector: Loaded, prepareZXingModule } = await import('barcode-detector/pure');
  await prepareZXingModule({ overrides: OVERRIDES, fireImmediately: true });
  return new Loaded({ formats: [...FORMATS] });
}
