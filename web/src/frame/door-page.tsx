import type { ReactNode } from 'react';
import { PageHeader } from '../shared/layout/page-header';
import { SandboxMark } from '../payments/sandbox-mark';
import icon from '../theme/icon.svg';
import classes from './door-page.module.css';

/** Renders a page for people who are not signed in: one narrow column. */
export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.door}>
      <p className={classes.brand}>
        <img src={icon} alt="" width={32} height={32} />
        Wholesale orders
      </p>
      <SandboxMark />
      <div className={classes.card}>
        <PageHeader title={title} />
        {children}
      </div>
    </main>
  );
}
