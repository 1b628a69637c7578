import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { texts } from '../../contract/texts.ts';
import { sendQueuedScores, useScoreQueue } from './score-queue.ts';
import { showMessage } from './show-message.ts';

const tryEvery = 10_000;

/** Sends a judge's waiting scores as soon as they can be taken, and says so when they have arrived. */
export function useSendScoreQueue(username: string, paused: boolean): void {
  const client = useQueryClient();
  const waiting = useScoreQueue(username).some(({ refused }) => refused === undefined);
  useEffect(() => {
    if (!waiting || paused) return;
    const send = async () => {
      if ((await sendQueuedScores(username)) === 0) return;
      await client.invalidateQueries({ queryKey: ['judging'], refetchType: 'active' });
      await showMessage('success', texts.judging.submitted);
    };
    void send();
    const timer = setInterval(() => void send(), tryEvery);
    const online = () => void send();
    addEventListener('online', online);
    return () => {
      clearInterval(timer);
      removeEventListener('online', online);
    };
  }, [waiting, paused, username, client]);
}
