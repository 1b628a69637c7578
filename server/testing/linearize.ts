/**
 * Returns the state after these operations in some order, when there is an order in which each gets the answer it got and
 * which ends as `matches` wants it; undefined when there is none. `run` changes the state in place.
 */
export function explainAnswers<State, Operation, Answer>(
  start: State,
  done: { operation: Operation; answer: Answer }[],
  run: (state: State, operation: Operation) => Answer,
  matches: (end: State) => boolean,
): State | undefined {
  const seen = new Set<string>();
  const search = (state: State, left: typeof done): State | undefined => {
    if (left.length === 0) return matches(state) ? state : undefined;
    const key = JSON.stringify([left.map((one) => done.indexOf(one)), state]);
    if (seen.has(key)) return undefined;
    seen.add(key);
    for (const next of left) {
      const after = structuredClone(state);
      if (run(after, next.operation) !== next.answer) continue;
      const found = search(
        after,
        left.filter((one) => one !== next),
      );
      if (found) return found;
    }
    return undefined;
  };
  return search(start, done);
}
