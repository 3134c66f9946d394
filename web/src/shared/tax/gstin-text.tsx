import { panOfGstin } from '../../../../src/platform/gst/gstin.ts';

/** Renders a GSTIN, which never breaks, and the PAN that is a part of it. */
export function GstinText({ gstin }: { gstin: string }) {
  return (
    <>
      <span className="number">{gstin}</span>
      <div className="soft small number">PAN {panOfGstin(gstin)}</div>
    </>
  );
}
