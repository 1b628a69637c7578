/**
 * Deletes the browser functions that are missing in the oldest supported browsers: Safari 17.5, Chrome 123, Firefox 125. Runs
 * in a page, before its scripts.
 */
export function deleteNewerApis(): void {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const newer: [object, string[]][] = [
    [URL, ['parse']],
    [Promise, ['try']],
    [Math, ['sumPrecise', 'f16round']],
    [RegExp, ['escape']],
    [Error, ['isError']],
    [Intl, ['DurationFormat']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [WeakMap.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [
      Set.prototype,
      [
        'union',
        'intersection',
        'difference',
        'symmetricDifference',
        'isSubsetOf',
        'isSupersetOf',
        'isDisjointFrom',
      ],
    ],
    [
      iterator,
      ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [Response.prototype, ['bytes']],
    [Request.prototype, ['bytes']],
    [Blob.prototype, ['bytes']],
    [ReadableStream, ['from']],
    [ReadableStream.prototype, ['values', Symbol.asyncIterator as unknown as string]],
    [Document.prototype, ['startViewTransition', 'caretPositionFromPoint']],
    [Element.prototype, ['moveBefore', 'setHTML']],
    [HTMLDialogElement.prototype, ['requestClose', 'closedBy']],
    [Navigator.prototype, ['vibrate', 'userAgentData', 'scheduling']],
    [
      globalThis,
      [
        ...[
          'Iterator',
          'Float16Array',
          'CookieStore',
          'cookieStore',
          'Navigation',
          'navigation',
          'URLPattern',
        ],
        ...['BarcodeDetector', 'ImageCapture', 'MediaStreamTrackProcessor', 'scheduler', 'CloseWatcher'],
        ...['requestIdleCallback', 'cancelIdleCallback', 'trustedTypes', 'documentPictureInPicture'],
        ...['showOpenFilePicker', 'showSaveFilePicker', 'EditContext', 'Sanitizer', 'Observable'],
      ],
    ],
  ];
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
}
