import { useLocalStorage } from '@mantine/hooks';
import { CheckField } from '../../../../shared/forms/check-field';

const TONE_HERTZ = 180;
const TONE_SECONDS = 0.25;

let audio: AudioContext | undefined;

/** Plays a low tone, for people who look at the goods instead of the screen. */
export function playLowTone(): void {
  // Browsers let a page make sounds once something was typed or pressed in it, and only so many contexts.
  audio ??= new AudioContext();
  const tone = new OscillatorNode(audio, { type: 'square', frequency: TONE_HERTZ });
  tone.connect(new GainNode(audio, { gain: 0.1 })).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + TONE_SECONDS);
}

/** Keeps in this browser whether a refused scan makes a tone. */
export function useToneSwitch(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, set] = useLocalStorage({
    key: 'scan-tone',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [isOn, set];
}

export function ToneSwitch() {
  const [isOn, set] = useToneSwitch();
  return (
    <CheckField
      label="Low tone when a scan is refused"
      checked={isOn}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}
