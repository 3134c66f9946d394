import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SandboxMark } from '../payments/sandbox-mark';
import { useLeaveQuestion } from '../shared/forms/unsaved';
import { Drawer } from '../shared/overlays/overlays';
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

/** Renders the frame of every page of a signed-in person: sections on the left, a bar at the top. */
export function AppFrame() {
  const hasEnded = useSessionEnded();
  useLeaveQuestion();
  const [isSheetOpen, sheet] = useDisclosure(false);
  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.sidebar}>
        <Brand />
        <SectionList />
      </div>
      <TopBar onOpenSections={sheet.open} />
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
        <SectionList onNavigate={sheet.close} />
      </Drawer>
    </div>
  );
}
