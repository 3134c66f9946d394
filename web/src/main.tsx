import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client';
import { getSessionOptions } from './api/generated/dashboard';
import { createAppRouter } from './router';
import { keepSession } from './sign-in/kept-session';
import './theme/styles';
import { watchForms } from './shared/forms/unsaved';
import { watchOtherTabs } from './sign-in/tab-memory';
import { theme } from './theme/theme';
import { allowTextAndOwnWorkers } from './trusted-types';

allowTextAndOwnWorkers();
watchForms();
watchOtherTabs();

/** The nonce of the page's content security policy. Style elements without it are refused. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// Read by react-remove-scroll, which Mantine's dialogs use.
setNonce(nonce);

const queryClient = createQueryClient(() => {
  queryClient.clear();
  void router.invalidate();
});
const router = createAppRouter(queryClient);
window.fetch = keepSession(
  window.fetch.bind(window),
  () => queryClient.getQueryData(getSessionOptions().queryKey) !== undefined,
);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
// Until the first page is there, the frame in index.html stays.
await router.load();
document.documentElement.removeAttribute('data-door');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
