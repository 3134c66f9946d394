import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { openCheckoutMutation } from '../api/generated/dashboard';
import { problemOf } from '../api/problem';
import { CURRENT_GATEWAY } from './gateways';
import { loadPage } from './pages';

interface PayOnlineProps extends Pick<ButtonProps, 'size'> {
  orderNumbers: readonly string[];
}

/** Opens the page for paying orders through the gateway; renders nothing without one. */
export function PayOnline({ orderNumbers, size }: PayOnlineProps) {
  const open = useMutation({
    ...openCheckoutMutation(),
    onSuccess: ({ data }) => loadPage(data.pay_url),
  });
  if (CURRENT_GATEWAY === null) return null;
  return (
    <>
      <Button
        variant="default"
        size={size}
        loading={open.isPending || open.isSuccess}
        onClick={() => open.mutate({ body: { order_numbers: [...orderNumbers] } })}
      >
        Pay online
      </Button>
      {open.error !== null && <span role="alert">{problemOf(open.error).message}</span>}
    </>
  );
}
