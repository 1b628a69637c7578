import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router';
import type { Judge } from '../../contract/judging.ts';
import { paths } from '../../contract/pages.ts';
import { LoadingScreen } from '../layout/loading-screen.tsx';
import { ApiError } from '../lib/api-error.ts';
import { judgeSessionQuery, logOutJudgeHere } from './judge.api.ts';
import { getStoredJudge } from './judge-hint.ts';

/** Ends whatever session there may still be and moves to the login. */
function Leave() {
  useEffect(() => void logOutJudgeHere(), []);
  return <Navigate to={paths.judgeLogin} replace />;
}

/** Lets a judge through whom the server knows. Without a network the remembered one stays. */
export function JudgeGuard({ children }: { children: (judge: Judge) => ReactNode }) {
  const remembered = getStoredJudge();
  const known = typeof remembered === 'object' && remembered !== null;
  const { data, error, isPending } = useQuery({ ...judgeSessionQuery, enabled: known });
  if (remembered === null) return <Navigate to={paths.judgeLogin} replace />;
  if (!known) return <Leave />;
  if (isPending) return <LoadingScreen />;
  if (error instanceof ApiError && error.status === 401) return <Leave />;
  return children(data ?? remembered);
}
