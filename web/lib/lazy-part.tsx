import { type ComponentType, lazy, Suspense } from 'react';

/** Returns a component whose code loads when it is first shown; until then nothing is. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Part = lazy(load) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
