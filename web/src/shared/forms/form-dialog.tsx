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
  /** Label of the button that closes the dialog; "Cancel" by default. */
  dismiss?: string;
  /** True for a button that is not what to do next. */
  isPlain?: boolean;
  isBusy: boolean;
  error: unknown;
  fields: ComponentProps<typeof Form>['fields'];
  onSubmit: ComponentProps<typeof Form>['onSubmit'];
  zIndex?: number;
}

/** Renders a form in a dialog. The input stays when the service refuses it, and the dialog stays while its fields are being checked. */
export function FormDialog(props: FormDialogProps) {
  const { children, action, dismiss = 'Cancel', isPlain = false, ...rest } = props;
  const { isBusy: isSending, error, fields, onSubmit, onClose, ...modal } = rest;
  const isChecking = fields?.isValidating();
  const isBusy = isSending || isChecking;
  const isOffline = useOfflineSince() !== null;
  return (
    <Modal
      {...modal}
      onClose={isChecking ? () => undefined : onClose}
      classNames={{ content: classes.form }}
    >
      <Form fields={fields} className={classes.body} onSubmit={onSubmit}>
        <FormProblem error={error} title="This could not be saved." />
        {children}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {dismiss}
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
