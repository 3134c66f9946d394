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
  button: ReactElement<{
    onClick?: () => void;
    autoFocus?: boolean;
    'aria-haspopup'?: 'menu' | 'dialog';
  }>;
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
    // It replaces the button that was pressed, and the focus comes back to it.
    const pressed = cloneElement(button, { autoFocus: true });
    const whole = { ...props, button: pressed } as unknown as Props;
    return (
      <Suspense fallback={button}>
        <Opened {...whole} />
      </Suspense>
    );
  }
  return cloneElement(button, { 'aria-haspopup': kind, onClick: () => setUsed(true) });
}
