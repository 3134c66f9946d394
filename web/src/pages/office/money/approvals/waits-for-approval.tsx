import { Link } from '@tanstack/react-router';
import { Status } from '../../../../shared/status';

/** Says that something waits for approval, and leads to where it is decided. */
export function WaitsForApproval() {
  return (
    <div>
      <Status tone="waiting">Waits for approval</Status>
      <div className="small">
        <Link to="/office/money" search={{ tab: 'approvals' }}>
          Approvals
        </Link>
      </div>
    </div>
  );
}
