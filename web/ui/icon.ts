import { createElement, type FunctionComponent, type SVGProps } from 'react';

/** An icon of Lucide, hidden from screen readers unless it has a label; `size` in pixels, 20 unless given. */
export type Icon = FunctionComponent<SVGProps<SVGSVGElement> & { size?: number }>;

/** Makes a component of the shapes of an icon, on Lucide's grid of 24 by 24. */
export function icon(shapes: [tag: string, attributes: Record<string, string>][]): Icon {
  const children = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 20, ...props }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] ? undefined : true,
        ...props,
      },
      ...children,
    );
}
