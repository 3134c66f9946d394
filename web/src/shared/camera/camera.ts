import { CAMERA_PAGE } from '../../../../src/dashboard/pages/camera-pages.ts';

/** Name of the note that the button was pressed in a document that may not use the camera. */
const PRESSED = 'camera-pressed';

/** Returns true if the document was loaded as a page that may use the camera. Links to such a page do not load it. */
export function mayUseCamera(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && CAMERA_PAGE.test(new URL(loaded.name).pathname);
}

/** Loads the page again as one that may use the camera, which then is on. */
export function loadAgain(): void {
  sessionStorage.setItem(PRESSED, 'true');
  location.reload();
}

/** Returns true if the page was loaded again to use the camera. */
export const wasPressed = (): boolean => sessionStorage.getItem(PRESSED) !== null;

export const forgetPress = (): void => sessionStorage.removeItem(PRESSED);
