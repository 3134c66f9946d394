import { Link } from '@tanstack/react-router';
import { DoorPage } from './door-page';
import { PageHeader } from '../shared/layout/page-header';

const TITLE = 'This page does not exist';

/** Renders an unknown address within the frame of the application. */
export function NotFound() {
  return (
    <>
      <PageHeader title={TITLE} />
      <WayOut />
    </>
  );
}

/** Renders an unknown address, also for people who are not signed in. */
export function NotFoundAtDoor() {
  return (
    <DoorPage title={TITLE}>
      <WayOut />
    </DoorPage>
  );
}

function WayOut() {
  return (
    <p>
      Check the address, or <Link to="/">go to the first page</Link>.
    </p>
  );
}
