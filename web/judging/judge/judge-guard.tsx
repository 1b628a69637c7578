import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import type { Judge } from '../../../contract/judging/judging.ts';
import { paths } from '../../../contract/platform/pages.ts';
import { LoadingScreen } from '../../layout/loading-screen.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { judgeSessionQuery, useEndJudgeSession } from './judge.api.ts';
import { findStoredJudge } from './judge-hint.ts';

function EndSession() {
  const endSession = useRef(useEndJudgeSession());
  useEffect(() => void endSession.current(), []);
  return <LoadingScreen />;
}

/** Renders `children` for a signed-in judge; without a network for the one who signed in last on this device. */
export function JudgeGuard({ children }: { children: (judge: Judge) => ReactNode }) {
  const stored = findStoredJudge();
  const isStored = typeof stored === 'object' && stored !== null;
  const { data, error, isPending } = useQuery({ ...judgeSessionQuery, enabled: isStored });
  if (stored === null) return <Navigate to={paths.judgeLogin} replace />;
  if (!isStored) return <EndSession />;
  if (isPending) return <LoadingScreen />;
  if (error instanceof ApiError && error.status === 401) return <EndSession />;
  return children(data ?? stored);
}
