import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import layout from '../../../order/order-layout.module.css';
import { FactList } from '../../../shared/fact-list';
import { Money } from '../../../shared/money';
import { PageHeader } from '../../../shared/layout/page-header';
import { ProductImage } from '../../../shared/product-image';
import { SectionCard } from '../../../shared/layout/section-card';
import { detailText, PLAIN_DETAILS } from './product-details';
import { VariationFacts } from './variation-details';

/** Renders a product for people who may not change it. */
export function ProductFacts({ product, aside }: { product: ProductRecordDto; aside: ReactNode }) {
  const { base_price: price, delivery_charge: delivery } = product;
  return (
    <>
      <PageHeader
        title={product.name}
        back={<Link to="/office/catalog">Catalog</Link>}
        detail={<span className="mono">{product.sku}</span>}
      />
      <div className={layout.layout}>
        <div className={layout.column}>
          <SectionCard title="Product">
            <ProductImage address={product.images[0]} size={160} />
            <FactList
              facts={[
                ['State', product.active ? 'Active' : 'Inactive'],
                ['Category', product.category || null],
                ['Description', product.description || null],
                ...PLAIN_DETAILS.map((detail): [string, ReactNode] => [
                  detail.label,
                  detailText(product, detail),
                ]),
                ...amounts('Base price', price),
                ...amounts('Delivery', delivery),
              ]}
            />
          </SectionCard>
          <VariationFacts product={product} />
        </div>
        <div className={layout.column}>{aside}</div>
      </div>
    </>
  );
}

/** Makes a fact with an amount, or none where the signed-in person may not see amounts. */
function amounts(name: string, amount: number | null | undefined): [string, ReactNode][] {
  if (amount === undefined) return [];
  return [[name, <Money key={name} amount={amount} />]];
}
