import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { FormProblem } from './form-problem';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button does: "Cancel order WO-…". */
  action: string;
  /** Shown on the button while the service works: "Canceling…". */
  busy: string;
  isBusy: boolean;
  isDangerous?: boolean;
  error: unknown;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone; stays open until the service has answered. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, children, action, busy, isBusy, error, onConfirm } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        {children}
        <FormProblem error={error} title="Nothing was changed." />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Keep as it is
          </Button>
          <Button
            color={props.isDangerous === true ? 'red' : undefined}
            disabled={isBusy}
            onClick={onConfirm}
          >
            {isBusy ? busy : action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
