/** Outlines on a grid of 24, one path each. */
const PATHS = {
  overview: 'M4 13h6V4H4zm10 7h6V4h-6zM4 20h6v-4H4z',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  wallet:
    'M4 7h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a1 1 0 0 1-1-1zm0 0a2 2 0 0 1 2-2h10v2M16 13.5h.01',
  key: 'M14.5 9.5a4 4 0 1 0-3.4 3.95L13 15.5h2v2h2v2h3v-3l-5.7-5.7c.13-.42.2-.86.2-1.3M10 8.5h.01',
  prices: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  stock: 'M4 3v18M20 3v18M4 19h16M4 11h16M7 11V6h4v5M13 19v-5h4v5',
  company: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  catalog: 'M3.5 8 12 3.5 20.5 8v8.5L12 20.5l-8.5-4zM3.5 8 12 12l8.5-4M12 12v8.5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7m-6 9c0-3 2.7-5 6-5s6 2 6 5M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 15.3c2.1.6 3.5 2.3 3.5 4.7',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M20 20l-4.9-4.9',
  filter: 'M4 6h16M7 12h10M10 18h4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5 10 17 19 7',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17h.01',
  person:
    'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5M4.5 20c0-3.3 3.4-5.5 7.5-5.5s7.5 2.2 7.5 5.5',
  signOut: 'M14 4h5v16h-5M3 12h11M10 8l4 4-4 4',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M4 20h16',
  upload: 'M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4 20h16',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  next: 'M9 5l7 7-7 7',
  truck:
    'M3 6h11v11H3zM14 10h4l3 3v4h-7M7 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4m10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  delivery:
    'M12 21s-7-6.1-7-11a7 7 0 0 1 14 0c0 4.9-7 11-7 11ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  returns: 'M4 9h11a5 5 0 0 1 0 10H9M8 5 4 9l4 4',
  docs: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  audit: 'M12 8v4.5l3 1.8M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4.5 9M4.5 4.5V9H9',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  shield: 'M12 3 5 6v5c0 4.6 2.9 8.2 7 10 4.1-1.8 7-5.4 7-10V6z',
  mail: 'M3.5 5.5h17v13h-17zM3.5 6.5 12 13l8.5-6.5',
  close: 'M6 6l12 12M18 6 6 18',
} as const;

export type IconName = keyof typeof PATHS;

/** Renders a decorative icon. Text next to it has to express its meaning. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
