import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Notice } from '../layout/notice';
import { forgetPress, loadAgain, mayUseCamera, wasPressed } from './camera';
import classes from './camera-scan.module.css';

const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser does not let this page use the camera. Allow it in the browser’s settings for this page.',
  NotFoundError: 'This device has no camera.',
  NotReadableError: 'Another program uses the camera.',
};

/** Renders a button that scans with the camera. Only a press tells if there is one: browsers may name none before. */
export function CameraScan({ onScan }: { onScan: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setIsOn] = useState(wasPressed);
  const [said, setSaid] = useState<string | null>(null);
  const report = useEffectEvent(onScan);
  useEffect(forgetPress, []);
  useEffect(() => {
    if (!isOn) return undefined;
    const left = new AbortController();
    const { signal } = left;
    const end = (sentence: string | null): void => {
      if (signal.aborted) return;
      setSaid(sentence);
      setIsOn(false);
    };
    document.addEventListener('visibilitychange', () => end(null), { signal });
    import('./watch-camera')
      .then(({ watchCamera }) => watchCamera(video.current!, signal, (code) => report(code)))
      .then(
        () => end('The camera is off: nothing was scanned for a minute.'),
        (error: unknown) => end(reasonOf(error)),
      );
    return () => left.abort();
  }, [isOn]);
  const press = (): void => {
    setSaid(null);
    if (!window.isSecureContext) setSaid('Browsers give the camera to pages of https only.');
    else if (mayUseCamera()) setIsOn(!isOn);
    else loadAgain();
  };
  return (
    <div className={`${classes.camera} no-print`}>
      <Button variant="default" onClick={press}>
        {isOn ? 'Turn the camera off' : 'Scan with the camera'}
      </Button>
      {isOn && (
        <>
          <div className={classes.picture}>
            <video ref={video} muted playsInline aria-label="Picture of the camera" />
          </div>
          <p className="soft small">Hold one bar code to the line.</p>
        </>
      )}
      <div role="alert" className={classes.said}>
        {said !== null && (
          <Notice tone="waiting">
            <p>{said}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}

function reasonOf(error: unknown): string {
  const known = error instanceof DOMException ? REASONS[error.name] : undefined;
  return known ?? 'The camera could not be started.';
}
