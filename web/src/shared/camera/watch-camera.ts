import { createDetector } from './detector';
import { HeldCode } from './held-code';

/** Time without a scan after which the camera is off: it takes power, and people forget it. */
const UNUSED_MS = 60_000;
const PAUSE_MS = 100;
/** Of the picture: what the page shows of it, see the style of the video. */
const HEIGHT_OF_WIDTH = 0.5;

/**
 * Shows the camera, and reports each bar code that is held before it.
 * - ends when the signal aborts, the camera is taken away, or nothing was scanned for a minute
 *
 * @throws DOMException that says why there is no camera
 */
export async function watchCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onScan: (code: string) => void,
): Promise<void> {
  const detector = await createDetector();
  signal.throwIfAborted();
  const picture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: picture });
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    const held = new HeldCode();
    let scannedAt = Date.now();
    while (!signal.aborted && stream.active && Date.now() - scannedAt < UNUSED_MS) {
      const code = held.next(await codesIn(video, detector), Date.now());
      if (code !== undefined) {
        scannedAt = Date.now();
        onScan(code);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } finally {
    video.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  }
}

type Detector = Awaited<ReturnType<typeof createDetector>>;

/** Reads the bar codes in the part of the picture that the page shows. */
async function codesIn(video: HTMLVideoElement, detector: Detector): Promise<string[]> {
  const { videoWidth: width, videoHeight } = video;
  const height = Math.min(videoHeight, width * HEIGHT_OF_WIDTH);
  const picture = await createImageBitmap(video, 0, (videoHeight - height) / 2, width, height);
  const found = await detector.detect(picture);
  picture.close();
  return found.map(({ rawValue }) => rawValue);
}
