import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { joinClasses } from '../lib/classes.ts';

interface AppLinkProps extends ComponentProps<'a'> {
  href: string;
  /** The page takes the place of this one in the history. */
  replace?: boolean;
}

/** A link to another page of the app, without loading a document; opened in a new tab it is an ordinary link. */
export function AppLink({ href, replace, onClick, ...rest }: AppLinkProps) {
  const navigate = useNavigate();
  const go = (click: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(click);
    const plain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
    if (!plain || click.defaultPrevented) return;
    click.preventDefault();
    void navigate(href, { replace });
  };
  return <a {...rest} href={href} onClick={go} />;
}

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'large' | 'md' | 'compact' | 'sm';

const variantClasses: Record<ButtonVariant, string> = {
  primary: 'press border-2 border-edge bg-primary text-on-primary',
  secondary: 'border-2 border-border bg-surface text-text hover:border-edge',
  ghost: 'border-2 border-transparent text-text hover:bg-surface-2',
  danger: 'border-2 border-transparent bg-danger text-on-danger hover:border-edge',
};
// 44 px for touch; the small size is for organizers' dense tables.
const sizes: Record<ButtonSize, string> = {
  large: 'min-h-13 px-6 text-lg',
  md: 'min-h-11 px-5',
  compact: 'min-h-11 px-3 text-sm',
  sm: 'min-h-8 px-3 text-sm',
};

/** The classes of a button, for what looks like one. */
export function buttonClasses(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'md',
  className?: string,
) {
  return joinClasses(
    'inline-flex max-w-full items-center justify-center gap-2 rounded-md text-center font-semibold wrap-break-word sm:whitespace-nowrap',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    variantClasses[variant],
    sizes[size],
    className,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is under way: the button turns off, and shows that something happens. */
  busy?: boolean;
  /** A double click is one click; so it is with `busy`. */
  once?: boolean;
}

/** A button. Submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const { variant, size, busy, once = busy !== undefined, className, disabled, onClick, ...rest } = props;
  return (
    <button
      type="button"
      className={buttonClasses(variant, size, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // The answer may be here between the two.
        if (once && event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
        />
      )}
      {props.children}
    </button>
  );
}

interface LinkButtonProps {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The target is not a page of the app (a public page, a file, another site). */
  document?: boolean;
  className?: string;
  children: ReactNode;
}

export function LinkButton({ href, variant, size, document, className, children }: LinkButtonProps) {
  const linkClasses = buttonClasses(variant, size, className);
  if (document)
    return (
      <a href={href} className={linkClasses}>
        {children}
      </a>
    );
  return (
    <AppLink href={href} className={linkClasses}>
      {children}
    </AppLink>
  );
}
