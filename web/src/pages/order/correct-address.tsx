import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { correctOwnOrderAddressMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { AddressDialog } from '../../order/address-dialog';

/** Corrects where an order goes, as long as nothing was shipped. */
export function CorrectAddress({ order }: { order: ClientOrderRecordDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const { mutationFn } = correctOwnOrderAddressMutation();
  const { order_number } = order;
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={dialog.open}>
        Correct address
      </Button>
      <AddressDialog
        opened={isOpen}
        onClose={dialog.close}
        shipping={order.shipping}
        save={(body) => mutationFn({ path: { order_number }, body })}
      />
    </>
  );
}
