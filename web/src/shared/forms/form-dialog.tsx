import { Button } from '@mantine/core';
import type { ReactNode, SubmitEventHandler } from 'react';
import { useOfflineSince } from '../../api/offline';
import classes from './dialog.module.css';
import { Modal } from '../overlays/overlays';
import { FormProblem } from './form-problem';

interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The fields; the first one has `data-autofocus`. */
  children: ReactNode;
  /** Label of the button: "Create token". */
  action: string;
  /** True for a button that is not what to do next. */
  isPlain?: boolean;
  isBusy: boolean;
  error: unknown;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  zIndex?: number;
}

/** Renders a form in a dialog. The input stays when the service refuses it. */
export function FormDialog(props: FormDialogProps) {
  const { children, action, isPlain = false, isBusy, error, onSubmit, ...modal } = props;
  const isOffline = useOfflineSince() !== null;
  return (
    <Modal {...modal}>
      <form className={classes.body} onSubmit={onSubmit}>
        <FormProblem error={error} title="This could not be saved." />
        {children}
        <div className={classes.buttons}>
          <Button variant="default" onClick={modal.onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isPlain ? 'default' : 'filled'}
            loading={isBusy}
            disabled={isOffline}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
