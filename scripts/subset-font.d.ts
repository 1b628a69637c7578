declare module 'subset-font' {
  /** The part of `font` that draws `text`; a variation axis is limited to a range, or set to one value. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      variationAxes: Record<string, { min: number; max: number } | number>;
      keepFeatures?: string[];
      noHinting?: boolean;
    },
  ): Promise<Uint8Array>;
}
