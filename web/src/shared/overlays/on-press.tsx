import {
  cloneElement,
  Suspense,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';

/** A menu or panel that opens at its button, and is open at first. */
export interface OpenAtButton {
  button: ReactElement;
}

interface OnPressProps<Props extends OpenAtButton> {
  button: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' | 'dialog' }>;
  kind: 'menu' | 'dialog';
  /** Loaded when the button is pressed for the first time; then it renders the button, too. */
  opens: ComponentType<Props>;
  props: Omit<Props, 'button'>;
}

/** Renders a button that loads what it opens. */
export function OnPress<Props extends OpenAtButton>(given: OnPressProps<Props>): ReactNode {
  const { button, kind, opens: Opened, props } = given;
  const [isUsed, setUsed] = useState(false);
  if (isUsed) {
    const whole = { ...props, button } as unknown as Props;
    return (
      <Suspense fallback={button}>
        <Opened {...whole} />
      </Suspense>
    );
  }
  return cloneElement(button, { 'aria-haspopup': kind, onClick: () => setUsed(true) });
}
