import { Link } from '@tanstack/react-router';
import icon from '../theme/icon.svg';
import classes from './brand.module.css';

/** Renders the product's name as a link to the first page. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <img src={icon} alt="" width={24} height={24} />
      Wholesale orders
    </Link>
  );
}
