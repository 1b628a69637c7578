import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from 'react-router';

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
