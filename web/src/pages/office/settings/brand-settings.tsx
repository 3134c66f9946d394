import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SenderKind } from '../../../../../src/identity/brand/papers.ts';
import type { BrandDto } from '../../../api/generated/admin-types';
import {
  deleteBrandLogoMutation,
  getBrandOptions,
  putBrandMutation,
} from '../../../api/generated/admin';
import { approvalIn } from '../../../api/waiting';
import { useMay } from '../../../frame/session';
import { FactList } from '../../../shared/fact-list';
import { CallButton } from '../../../shared/forms/call-button';
import { FormButton } from '../../../shared/forms/form-button';
import { Loaded } from '../../../shared/layout/loaded';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import classes from './brand-settings.module.css';
import { ChangeLogo } from './change-logo';

const SENDERS: readonly { value: SenderKind; label: string }[] = [
  { value: 'client', label: 'The client whose store sold it' },
  { value: 'wholesaler', label: 'You' },
];

/** Renders the name, address, color and logo that pages, mails and papers show. */
export function BrandSettings() {
  const query = useQuery(getBrandOptions());
  const brand = query.data?.data;
  const mayWrite = useMay('tax:write');
  return (
    <SectionCard
      title="Name and logo"
      aside={mayWrite && brand !== undefined ? <ChangeBrand brand={brand} /> : undefined}
    >
      <p className={`soft ${classes.lead}`}>
        Your people and your clients see them on every page, in mails, on packing slips, statements
        and invoices.
      </p>
      <Loaded query={query} what="Your name and logo" rows={4}>
        {({ data }) => (
          <>
            <Facts brand={data} />
            <Logo brand={data} mayWrite={mayWrite} />
          </>
        )}
      </Loaded>
    </SectionCard>
  );
}

function Facts({ brand }: { brand: BrandDto }) {
  const { shown_name: name, shown_address: address, shown_accent: accent } = brand;
  return (
    <>
      <FactList
        facts={[
          ['Name', name ?? 'None yet: pages say “Wholesale orders”'],
          ['Address', address.length === 0 ? null : address.join(', ')],
          ['Sender of packing slips', SENDERS.find(({ value }) => value === brand.sender)!.label],
          [
            'Color',
            <span key="color" className={classes.colors}>
              <Swatch color={accent.light} /> {accent.light} on light
              <Swatch color={accent.dark} /> {accent.dark} on dark
            </span>,
          ],
        ]}
      />
      {brand.accent_adapted && (
        <Notice tone="calm" title={`${brand.accent} was adjusted so that text in it can be read`}>
          It is {accent.light} on light pages and on paper, and {accent.dark} on dark pages.
        </Notice>
      )}
    </>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <svg width="18" height="18" aria-hidden>
      <rect width="18" height="18" rx="4" fill={color} />
    </svg>
  );
}

function Logo({ brand: { logo }, mayWrite }: { brand: BrandDto; mayWrite: boolean }) {
  return (
    <div className={classes.logo}>
      {logo !== null && <img src={logo.path} alt="Your logo" />}
      {mayWrite && (
        <>
          <ChangeLogo label={logo === null ? 'Choose a logo' : 'Choose another logo'} />
          {logo !== null && (
            <CallButton
              label="Remove"
              aria-label="Remove the logo"
              send={async () => {
                await deleteBrandLogoMutation().mutationFn();
                window.location.reload();
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

function ChangeBrand({ brand }: { brand: BrandDto }) {
  return (
    <FormButton
      label="Change"
      aria-label="Change name and color"
      title="Name and color"
      action="Save"
      initialValues={{
        name: brand.name ?? '',
        address: brand.address ?? '',
        accent: brand.accent ?? '',
        sender: brand.sender,
      }}
      send={({ name, address, accent, sender }) =>
        putBrandMutation().mutationFn({
          body: { name: given(name), address: given(address), accent: given(accent), sender },
        })
      }
      onSaved={(answer) => {
        // The frame has its name and color from the page itself.
        if (approvalIn(answer) === null) window.location.reload();
      }}
    >
      {({ getInputProps, values, setFieldValue }) => (
        <>
          <TextInput
            label="Name"
            description="Empty: the name in the tax profile"
            data-autofocus
            {...getInputProps('name')}
          />
          <Textarea
            label="Address"
            description="Up to five lines. Empty: the address in the tax profile"
            autosize
            minRows={2}
            {...getInputProps('address')}
          />
          <TextInput
            label="Color"
            description="Of links and buttons, such as #7a1f5c. A color that is hard to read is adjusted. Empty: the usual green"
            rightSection={
              <input
                type="color"
                aria-label="Pick a color"
                className={classes.picker}
                value={/^#[0-9a-f]{6}$/i.test(values.accent) ? values.accent : '#0b6459'}
                onChange={(event) => setFieldValue('accent', event.currentTarget.value)}
              />
            }
            {...getInputProps('accent')}
          />
          <NativeSelect
            label="Sender of packing slips"
            description="Who opens the box reads it. A customer may know its store only"
            data={SENDERS}
            {...getInputProps('sender')}
          />
        </>
      )}
    </FormButton>
  );
}

function given(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
