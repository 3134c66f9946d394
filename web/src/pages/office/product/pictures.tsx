import { Button, Input, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listProductPhotosOptions, setPhotoTextMutation } from '../../../api/generated/admin';
import { FilesField } from '../../../shared/forms/file-field';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { hashOfPhoto, ProductImage } from '../../../shared/product-image';
import { addPhoto, PHOTO_TYPES, untilAdded } from './add-photo';
import classes from './pictures.module.css';
import { linesOf, type ProductValues } from './product-values';

const PICTURES_MAX = 20;

interface Upload {
  key: number;
  file: File;
  /** null: it is on the way, or waits for those before it. */
  error: unknown;
}

type Form = UseFormReturnType<ProductValues>;

/** Renders the pictures of a product in their order: uploaded photos and typed addresses. */
export function Pictures({ form, sku }: { form: Form; sku: string | undefined }) {
  const addresses = linesOf(form.values.images);
  const put = (next: readonly string[]): void => form.setFieldValue('images', next.join('\n'));
  const { uploads, add, retry } = useUploads((url) =>
    form.setFieldValue('images', (images) => [...new Set([...linesOf(images), url])].join('\n')),
  );
  const waiting = uploads.filter(({ error }) => error === null).length;
  return (
    <SectionCard title="Pictures">
      <FilesField
        label="Add photos"
        description="JPEG, PNG or WebP, up to 15 MB each; several at once"
        accept={PHOTO_TYPES}
        onFiles={(files) => files.forEach(add)}
      />
      <p role="status" className="soft">
        {waiting > 0 && `${waiting} ${waiting === 1 ? 'photo is' : 'photos are'} being added…`}
      </p>
      {uploads
        .filter(({ error }) => error !== null)
        .map((upload) => (
          <ProblemNotice
            key={upload.key}
            error={upload.error}
            title={`“${upload.file.name}” was not added.`}
            onRetry={() => retry(upload)}
          />
        ))}
      <PictureList addresses={addresses} put={put} name={form.values.name} sku={sku} />
      {addresses.length > PICTURES_MAX && (
        <Input.Error>
          A product has at most {PICTURES_MAX} pictures: remove {addresses.length - PICTURES_MAX}.
        </Input.Error>
      )}
      <Textarea
        label="Addresses"
        description="For pictures that are on the web already, one https address per line; stores show the first one in lists"
        rows={3}
        {...form.getInputProps('images')}
      />
    </SectionCard>
  );
}

interface PictureListProps extends Pick<PictureTextProps, 'name' | 'sku'> {
  addresses: readonly string[];
  put: (addresses: readonly string[]) => void;
}

function PictureList({ addresses, put, name, sku }: PictureListProps) {
  const move = (at: number, by: number): void => {
    const next = [...addresses];
    next.splice(at + by, 0, ...next.splice(at, 1));
    put(next);
  };
  return (
    <ol className={classes.list}>
      {addresses.map((address, at) => (
        <li key={address} className={classes.picture}>
          <ProductImage address={address} size={72} />
          <PictureText address={address} at={at} name={name} sku={sku} />
          <div className={`${classes.actions} buttons`}>
            <Button
              variant="default"
              size="compact-sm"
              disabled={at === 0}
              aria-label={`Move up picture ${at + 1}`}
              onClick={() => move(at, -1)}
            >
              Move up
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              disabled={at === addresses.length - 1}
              aria-label={`Move down picture ${at + 1}`}
              onClick={() => move(at, 1)}
            >
              Move down
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove picture ${at + 1}`}
              onClick={() => put(addresses.filter((_, each) => each !== at))}
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ol>
  );
}

interface PictureTextProps {
  address: string;
  at: number;
  /** The name of the product, which is said where a photo has no text. */
  name: string;
  sku: string | undefined;
}

/** Renders what is on a photo, which is kept at once, or the address of another picture. */
function PictureText({ address, at, name, sku }: PictureTextProps) {
  const hash = hashOfPhoto(address);
  const queryClient = useQueryClient();
  const options = listProductPhotosOptions({ path: { sku: sku ?? '' } });
  const photos = useQuery({ ...options, enabled: hash !== null && sku !== undefined });
  const stored = photos.data?.data.find((photo) => photo.hash === hash)?.text ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (text: string) =>
      setPhotoTextMutation().mutationFn({ path: { hash: hash! }, body: { text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  });
  if (hash === null) return <span className={classes.address}>{address}</span>;
  const text = typed ?? stored;
  return (
    <div>
      <TextInput
        label={`What picture ${at + 1} shows`}
        placeholder={name}
        maxLength={300}
        value={text}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => {
          if (typed !== null && typed !== stored) save.mutate(typed);
        }}
      />
      <ProblemNotice error={save.error} title="The text was not saved." />
    </div>
  );
}

/** Uploads pictures one after the other: the service reads one file of a person at a time. */
function useUploads(onAdded: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef(Promise.resolve());
  const count = useRef(0);
  const send = (upload: Upload): void => {
    const added = last.current.then(async () => {
      try {
        onAdded(await addPhoto(upload.file));
        setUploads((all) => all.filter(({ key }) => key !== upload.key));
      } catch (error) {
        setUploads((all) =>
          all.map((each) => (each.key === upload.key ? { ...each, error } : each)),
        );
      }
    });
    last.current = untilAdded(added);
  };
  const add = (file: File): void => {
    const upload = { key: (count.current += 1), file, error: null };
    setUploads((all) => [...all, upload]);
    send(upload);
  };
  const retry = (upload: Upload): void => {
    setUploads((all) => all.filter(({ key }) => key !== upload.key));
    add(upload.file);
  };
  return { uploads, add, retry };
}
