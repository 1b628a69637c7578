import type { Event } from '../../../contract/event/event.ts';

/** Questions that open one at a time, without a script. */
export function Faq({ faq, contact }: { faq: Event['faq']; contact: string }) {
  if (faq.length === 0) return null;
  return (
    <section
      aria-labelledby="faq"
      className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]"
    >
      <div>
        <h2 id="faq" className="text-3xl">
          FAQ
        </h2>
        <p className="mt-4 max-w-[30ch] text-muted">
          Not answered here?{' '}
          <a className="link" href={contact}>
            Write to us
          </a>
          .
        </p>
      </div>
      <div className="border-b-2 border-edge">
        {faq.map(({ question, answer }) => (
          <details key={question} name="faq" className="group border-t-2 border-edge">
            <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-3 font-display text-lg font-bold tracking-tight">
              {question}
              <span aria-hidden="true" className="plus" />
            </summary>
            <p className="max-w-[58ch] pb-6 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
