import icon from '../../theme/icon.svg';
import classes from './brand.module.css';
import { HOUSE } from './house';

/** Renders the logo and the name of the wholesaler. A logo that is missing is the service's own. */
export function BrandMark() {
  return (
    <>
      <img src={HOUSE.logo ?? icon} alt="" className={classes.logo} />
      <span className={classes.name}>{HOUSE.name}</span>
    </>
  );
}
