import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOfflineSince } from '../../api/offline';
import classes from './dialog.module.css';
import { Modal } from '../overlays/overlays';
import { FormProblem } from './form-problem';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Consequences of the action. */
  children: ReactNode;
  /** Label of the button: "Cancel order WO-…". */
  action: string;
  /** Label of the button while the service works: "Canceling…". */
  busy: string;
  isBusy: boolean;
  isDangerous?: boolean;
  error: unknown;
  onConfirm: () => void;
}

/** Asks for confirmation of an action that cannot be undone. Stays open until the service has responded. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, action, busy, isBusy, error, onConfirm } = props;
  const isOffline = useOfflineSince() !== null;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <div className={classes.body}>
        {children}
        <FormProblem error={error} title="Nothing was changed." />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Keep as it is
          </Button>
          <Button
            color={props.isDangerous === true ? 'red' : undefined}
            disabled={isBusy || isOffline}
            onClick={onConfirm}
          >
            {isBusy ? busy : action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
