import { CURRENT_GATEWAY } from './gateways';
import classes from './sandbox-mark.module.css';

/** Renders a note that payments are not real; nothing with a real gateway. */
export function SandboxMark() {
  if (CURRENT_GATEWAY === null || CURRENT_GATEWAY.movesMoney) return null;
  return (
    <aside aria-label="Sandbox" className={`${classes.mark} no-print`}>
      {CURRENT_GATEWAY.name}: online payments move no money.
    </aside>
  );
}
