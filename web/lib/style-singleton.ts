import { useEffect } from 'react';

// Replaces react-style-singleton, with which Radix dialogs stop the page from scrolling. The original inserts a style
// element, which our Content-Security-Policy refuses; a constructed style sheet is allowed. Its size is the same.

/** A counted style sheet: there while at least one user needs it. */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(css: string) {
      if (users++ > 0) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    },
    remove() {
      if (--users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    },
  };
}

/** A hook that applies the given rules while its component is mounted. */
export function styleHookSingleton() {
  const singleton = stylesheetSingleton();
  return (css: string, isDynamic?: boolean) => {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the rules are fixed at mount unless declared dynamic.
    useEffect(() => {
      singleton.add(css);
      return () => singleton.remove();
    }, [css && isDynamic]);
  };
}

/** A component that applies the given rules while it is mounted. */
export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic);
    return null;
  };
}
