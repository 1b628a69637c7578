import type { ReactNode } from 'react';
import { Illustration } from '../../ui/illustration.tsx';

export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md items-center gap-16 py-4 sm:py-10 lg:max-w-5xl lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:py-16">
      <div className="grid animate-enter content-start gap-6">{children}</div>
      <Illustration scene="doors" className="max-lg:hidden" />
    </div>
  );
}
