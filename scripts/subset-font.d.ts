declare module 'subset-font' {
  /** The part of `font` that draws `text`, as WOFF2 bytes. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, { min: number; max: number }>;
      keepFeatures: string[];
      noHinting: boolean;
    },
  ): Promise<Uint8Array>;
}
