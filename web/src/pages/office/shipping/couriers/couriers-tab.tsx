import { AccountsSection } from './accounts-section';
import { BoxesSection } from './boxes-section';
import { RulesSection } from './rules-section';
import { TrackingPages } from './tracking-pages';
import classes from './couriers.module.css';

/** Renders what shipments are booked with: accounts, boxes and rules; and the couriers' tracking pages. */
export function CouriersTab() {
  return (
    <div className={classes.stack}>
      <AccountsSection />
      <BoxesSection />
      <RulesSection />
      <TrackingPages />
    </div>
  );
}
