import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SandboxMark } from '../payments/sandbox-mark';
import { Brand } from './brand/brand';
import { Letterhead } from './brand/letterhead';
import { SectionList } from './section-list';
import { TopBar } from './top-bar';
import classes from './app-frame.module.css';

/** Renders the frame of every page of a signed-in person: sections on the left, a bar at the top. */
export function AppFrame() {
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
      <main id="main" tabIndex={-1} className={classes.main}>
        <Letterhead />
        <SandboxMark />
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <Drawer opened={isSheetOpen} onClose={sheet.close} title="Sections" size="xs">
        <SectionList onNavigate={sheet.close} />
      </Drawer>
    </div>
  );
}
