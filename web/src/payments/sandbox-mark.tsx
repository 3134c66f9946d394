import { GATEWAY_KIND } from './gateway';
import classes from './sandbox-mark.module.css';

/** Shows on every page that payments are not real; renders nothing with a real gateway. */
export function SandboxMark() {
  if (GATEWAY_KIND !== 'sandbox') return null;
  return <p className={classes.mark}>Sandbox: online payments move no money.</p>;
}
