import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SandboxMark } from '../payments/sandbox-mark';
import { useLeaveQuestion } from '../shared/forms/unsaved';
import { isForOthers } from '../shared/keys/page-keys';
import { Drawer } from '../shared/overlays/overlays';
import { whenOpened } from '../shared/overlays/when-opened';
import { useSessionEnded } from '../sign-in/kept-session';
import { Brand } from './brand/brand';
import { Letterhead } from './brand/letterhead';
import { PasswordGate } from './password-gate';
import { SectionList } from './section-list';
import { TopBar } from './top-bar';
import { WaitingGate } from './waiting-gate';
import classes from './app-frame.module.css';

const SignInAgain = lazy(async () => ({
  default: (await import('../sign-in/sign-in-again')).SignInAgain,
}));

const Live = lazy(async () => ({ default: (await import('../live/live')).Live }));

const KeysDialog = whenOpened(async () => (await import('../shared/keys/keys-dialog')).KeysDialog);

/** Renders the frame of every page of a signed-in person: sections on the left, a bar at the top. */
export function AppFrame() {
  const hasEnded = useSessionEnded();
  useLeaveQuestion();
  const [isSheetOpen, sheet] = useDisclosure(false);
  const [areKeysShown, keys] = useDisclosure(false);
  useWindowEvent('keydown', (event) => {
    if (event.key === '?' && !isForOthers(event)) keys.open();
  });
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <nav aria-label="Sections" className={classes.sidebar}>
        <Brand />
        <SectionList />
      </nav>
      <TopBar onOpenSections={sheet.open} onOpenKeys={keys.open} />
      <SandboxMark />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Letterhead />
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Suspense>
        <Live />
      </Suspense>
      <PasswordGate />
      <WaitingGate />
      {hasEnded && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
      <Drawer opened={isSheetOpen} onClose={sheet.close} title="Sections" size="xs">
        <nav aria-label="Sections">
          <SectionList onNavigate={sheet.close} />
        </nav>
      </Drawer>
      <KeysDialog opened={areKeysShown} onClose={keys.close} />
    </div>
  );
}
