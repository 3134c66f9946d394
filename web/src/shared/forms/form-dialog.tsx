import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useOfflineSince } from '../../api/offline';
import { Form } from './form';
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
  fields: ComponentProps<typeof Form>['fields'];
  onSubmit: ComponentProps<typeof Form>['onSubmit'];
  zIndex?: number;
}

/** Renders a form in a dialog. The input stays when the service refuses it. */
export function FormDialog(props: FormDialogProps) {
  const { children, action, isPlain = false, isBusy, error, fields, onSubmit, ...modal } = props;
  const isOffline = useOfflineSince() !== null;
  return (
    <Modal {...modal}>
      <Form fields={fields} className={classes.body} onSubmit={onSubmit}>
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
      </Form>
    </Modal>
  );
}
