import classes from './brand.module.css';
import { HOUSE } from './house';

/** Renders the wholesaler above a page that is printed, such as a statement. Screens show it in the frame. */
export function Letterhead() {
  return (
    <div className={classes.letterhead} aria-hidden>
      {HOUSE.logo !== null && <img src={HOUSE.logo} alt="" />}
      <div>
        <strong>{HOUSE.name}</strong>
        {HOUSE.address.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </div>
  );
}
