import { GATEWAY_KIND } from './gateway';
import classes from './sandbox-mark.module.css';

/** Says on every page that payments are not real; nothing with a real gateway. */
export function SandboxMark() {
  if (GATEWAY_KIND !== 'sandbox') return null;
  return <p className={classes.mark}>Sandbox: online payments move no money.</p>;
}
