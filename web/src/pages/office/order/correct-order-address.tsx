import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { correctOrderAddressMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { AddressDialog } from '../../../order/address-dialog';

/** Corrects where an order goes, as long as nothing was shipped. */
export function CorrectOrderAddress({ order }: { order: OrderRecordDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const { mutationFn } = correctOrderAddressMutation();
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
