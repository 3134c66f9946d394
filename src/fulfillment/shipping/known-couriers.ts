/**
 * Couriers of India with their tracking pages, in the form of {@link trackingUrlOf}; null: the page takes no number in its address.
 * What operators keep under the same name comes first.
 */
export const KNOWN_COURIERS: readonly { name: string; urlTemplate: string | null }[] = [
  {
    name: 'Blue Dart',
    urlTemplate:
      'https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo={tracking_number}',
  },
  {
    name: 'Delhivery',
    urlTemplate: 'https://www.delhivery.com/track-v2/package/{tracking_number}',
  },
  { name: 'DTDC', urlTemplate: null },
  { name: 'Ekart', urlTemplate: 'https://ekartlogistics.com/shipmenttrack/{tracking_number}' },
  { name: 'India Post', urlTemplate: null },
  { name: 'Professional', urlTemplate: null },
  { name: 'Shadowfax', urlTemplate: null },
  { name: 'Trackon', urlTemplate: null },
  {
    name: 'XpressBees',
    urlTemplate: 'https://www.xpressbees.com/shipment/tracking?awbNo={tracking_number}',
  },
];
