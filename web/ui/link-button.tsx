import type { ReactNode } from 'react';
import { AppLink } from './app-link.tsx';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button.tsx';

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
