import { Link } from '@tanstack/react-router';
import { BrandMark } from './brand-mark';
import classes from './brand.module.css';

/** Renders the wholesaler's name as a link to the first page. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <BrandMark />
    </Link>
  );
}
