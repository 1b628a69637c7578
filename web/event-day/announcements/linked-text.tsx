const link = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/;

export function LinkedText({ text }: { text: string }) {
  return (
    <p className="max-w-prose wrap-anywhere whitespace-pre-line">
      {text.split(link).map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <a key={at} href={part} rel="noreferrer" target="_blank" className="link">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
