import { paths, walkInPaths } from '../../../contract/platform/pages.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Document, type PageContext } from './document.tsx';
import { findProjectsLink, MainButton } from './main-button.tsx';
import { WalkInFields } from './walk-in-fields.tsx';

/** The short form for people who come without having applied. The island sends it. */
export function WalkInPage(context: PageContext) {
  const { event } = context;
  return (
    <Document
      {...context}
      path={walkInPaths.form}
      title={`Register at the entrance · ${event.name}`}
      description={event.tagline}
    >
      <div data-walk-in className="mx-auto max-w-lg px-4 pt-8">
        <h1 tabIndex={-1} className="text-3xl">
          Register at the entrance
        </h1>
        <noscript>
          <p className="mt-4">This form needs JavaScript. Ask an organizer at the entrance.</p>
        </noscript>
        <p data-loading className="scripted mt-4">
          The form is loading. If it does not appear, ask an organizer at the entrance.
        </p>
        <section data-closed hidden className="mt-6">
          <p data-refusal className="text-xl" />
          <div className="mt-6">
            <MainButton
              event={event}
              register="apply for the event"
              closed={{ href: paths.schedule, label: 'see the schedule' }}
              projects={findProjectsLink(context)}
            />
          </div>
        </section>
        {/* The island shows it once people can register. */}
        <form hidden noValidate className="mt-4 grid gap-4">
          <p>
            For people without a registration. It takes a minute; an organizer then admits you. Have you
            applied before? Then{' '}
            <a href={paths.login} className="link">
              sign in
            </a>
            : nobody who has applied is admitted from this list.
          </p>
          <WalkInFields event={event} />
          <p role="alert" className="font-semibold" />
          <button type="submit" className={buttonClasses('primary', 'md', 'min-h-13')}>
            Register
          </button>
        </form>
        <section data-done hidden className="mt-6">
          <p className="text-2xl">
            <span data-name className="wrap-anywhere" />, you are on the list.
          </p>
          <p className="mt-4 text-xl">Show this to an organizer at the entrance.</p>
          <p className="mt-4">
            Once you are in, your pass is on your dashboard. You sign in there with{' '}
            <strong data-email className="wrap-anywhere" />.
          </p>
          <p className="mt-6 flex flex-wrap gap-4">
            <button type="button" data-change className={buttonClasses('secondary')}>
              Change my details
            </button>
            <button type="button" data-next className={buttonClasses('secondary')}>
              Register somebody else
            </button>
          </p>
        </section>
        <section
          data-admitted
          hidden
          role="status"
          className="mt-6 rounded-lg bg-go px-6 py-10 text-center text-white"
        >
          <p className="font-display text-3xl font-bold tracking-tight">
            You’re in, <span data-name className="wrap-anywhere" />
          </p>
          <p className="mt-4 text-lg">
            Your pass is on your dashboard. You sign in there with{' '}
            <strong data-email className="wrap-anywhere" />.
          </p>
          <p className="mt-6 flex flex-wrap justify-center gap-4">
            <span data-for="out">
              <a data-sign-in href={paths.login} className={buttonClasses('secondary')}>
                Sign in
              </a>
            </span>
            <span data-for="user admin">
              <a href={paths.dashboard} className={buttonClasses('secondary')}>
                Open your dashboard
              </a>
            </span>
            <button type="button" data-next className={buttonClasses('secondary')}>
              Register somebody else
            </button>
          </p>
        </section>
        <section data-applied hidden className="mt-6">
          <p data-standing className="text-2xl" />
          <p className="mt-6 flex flex-wrap gap-4">
            <a href={paths.dashboard} className={buttonClasses('primary')}>
              Open your dashboard
            </a>
            <button type="button" data-next className={buttonClasses('secondary')}>
              Register somebody else
            </button>
          </p>
        </section>
      </div>
    </Document>
  );
}

export function WalkInPosterPage(context: PageContext) {
  const { event, publicUrl, walkInQr } = context;
  const address = `${publicUrl}${walkInPaths.form}`;
  return (
    <Document
      {...context}
      path={walkInPaths.poster}
      title={`Poster for the entrance · ${event.name}`}
      description={event.tagline}
    >
      <div className="mx-auto max-w-lg px-4 pt-8 text-center">
        <button type="button" data-print className={buttonClasses('primary', 'md', 'scripted print:hidden')}>
          Print this poster
        </button>
        <h1 className="mt-8 text-hero">Not registered yet?</h1>
        <p className="mt-4 text-2xl">Scan, fill in the short form, and show it to an organizer.</p>
        <img
          src={walkInQr}
          alt={`QR code of ${address}`}
          className="mx-auto mt-8 w-full rounded-lg border-2 border-edge"
        />
        <p className="mt-4 text-xl wrap-anywhere">{address}</p>
        <p className="mt-4 text-muted">{event.name}</p>
      </div>
    </Document>
  );
}
