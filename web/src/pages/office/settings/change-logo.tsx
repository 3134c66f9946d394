import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { putBrandLogoMutation } from '../../../api/generated/admin';
import { BrowserRefusal } from '../../../api/problem';
import { ProblemNotice } from '../../../shared/layout/problem-notice';

const BYTES_MAX = 150 * 1024;

/** Renders the button that uploads a logo. */
export function ChangeLogo({ label }: { label: string }) {
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > BYTES_MAX) {
        throw new BrowserRefusal(
          'The file is larger than 150 kB. Save the picture smaller and try again.',
        );
      }
      const content = await base64Of(file);
      await putBrandLogoMutation().mutationFn({ body: { content_base64: content } });
    },
    // The frame has its logo from the page itself.
    onSuccess: () => window.location.reload(),
  });
  return (
    <>
      <FileButton
        accept="image/png,image/jpeg"
        onChange={(file) => file !== null && upload.mutate(file)}
      >
        {(props) => (
          <Button {...props} variant="default" size="compact-sm" disabled={upload.isPending}>
            {label}
          </Button>
        )}
      </FileButton>
      <span className="soft small">PNG or JPEG, up to 150 kB and 1,200 pixels a side</span>
      <ProblemNotice error={upload.error} title="The logo was not stored." />
    </>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1] ?? ''));
    reader.addEventListener('error', () =>
      reject(new BrowserRefusal('The file could not be read.')),
    );
    reader.readAsDataURL(file);
  });
}
