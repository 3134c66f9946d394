import type { ReactNode } from 'react';
import { PageHeader } from '../shared/layout/page-header';
import { SandboxMark } from '../payments/sandbox-mark';
import { BrandMark } from './brand/brand-mark';
import classes from './door-page.module.css';

/** Renders a page for people who are not signed in: one narrow column. */
export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <SandboxMark />
      <main className={classes.door}>
        <p className={classes.brand}>
          <BrandMark />
        </p>
        <div className={classes.card}>
          <PageHeader title={title} />
          {children}
        </div>
      </main>
    </div>
  );
}
