/**
 * The pages with a button that scans with the camera, by their path. No other page may use the camera, nor WebAssembly, which
 * reads bar codes in browsers that cannot.
 * - a browser knows what a page may do from the response that loaded it: links change nothing
 */
export const CAMERA_PAGE = /^\/dashboard\/office\/(shipping|returns|stock-count)\/?$/i;
