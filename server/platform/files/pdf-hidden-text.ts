import type { OPS, PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { normalizeUnicode } from '../../../packages/text/fold-text.ts';

type Operators = typeof OPS;
/** Left, bottom, right and top, in the units of the page. */
type Box = readonly [number, number, number, number];
type Matrix = readonly number[];

/** What is filled before or after a text. */
interface Fill {
  box: Box;
  /** Undefined for pictures, patterns and what is translucent. */
  color: string | undefined;
  /** Whether it fills all of its box. */
  isWhole: boolean;
}

interface State {
  matrix: Matrix;
  clip: Box;
  /** Whether the clip is a rectangle. */
  isClipWhole: boolean;
  color: string | undefined;
  alpha: number;
  isBlended: boolean;
  mode: number;
}

/** A character as it is drawn. `fills` counts what was filled before it. */
interface DrawnCharacter extends Pick<State, 'clip' | 'color'> {
  isOff: boolean;
  isInvisible: boolean;
  fills: number;
}

/** A piece of text and where it stands. */
export interface TextItem {
  str: string;
  width: number;
  transform: number[];
}

const white = '#ffffff';
/** Colors closer than this in red, green and blue look the same. */
const contrast = 16;
const leastAlpha = 0.05;
const invisibleMode = 3;
const maxFills = 1000;
/** How many hidden characters are no accident. */
const minHidden = 20;
/** How far a text may reach beyond its clip. */
const slack = 2;
const everywhere: Box = [-Infinity, -Infinity, Infinity, Infinity];
const rectangleLength = 13;

/**
 * Removes from a page's text what nobody can see: text that is invisible, transparent, clipped away, in a layer that is off,
 * covered, or in the color of what is behind it. Returns how many characters are hidden, removed or not: where the text is
 * not drawn in the order of the items, nothing is removed. Text over or under a picture or a shape is kept, such as the
 * text layer of a scan.
 */
export async function removeHiddenText(
  document: PDFDocumentProxy,
  page: PDFPageProxy,
  items: TextItem[],
  operators: Operators,
): Promise<boolean> {
  const { characters, text, fills } = await listCharacters(document, page, operators);
  const isAligned = text === items.map(({ str }) => squeeze(str)).join('');
  if (fills.length > maxFills) return false;
  if (!isAligned) return characters.filter((each) => isHidden(each, fills, undefined)).length >= minHidden;
  let at = 0;
  let hidden = 0;
  for (const item of items) {
    const parts = [...item.str];
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
    const size = Math.hypot(a, b) || 1;
    item.str = parts
      .filter((part, index) => {
        const length = squeeze(part).length;
        at += length;
        const drawn = characters[at - 1];
        if (length === 0 || !drawn) return true;
        const along = (item.width * (index + 0.5)) / parts.length / size;
        const isGone = isHidden(drawn, fills, [x + a * along + c / 4, y + b * along + d / 4]);
        if (isGone) hidden += 1;
        return !isGone;
      })
      .join('');
  }
  return hidden >= minHidden;
}

/** Returns a text without blanks and invisible characters, each character decomposed. */
const squeeze = (text: string): string => normalizeUnicode(text, 'NFKD').replace(/[\s\p{Cf}]/gu, '');

/** Whether nobody can see a character at a point; where the point is unknown, only what is hidden wherever it stands. */
function isHidden(
  drawn: DrawnCharacter,
  fills: readonly Fill[],
  point: readonly [number, number] | undefined,
) {
  if (drawn.isOff || (point && !contains(drawn.clip, point, slack))) return true;
  const isThere = ({ box }: Fill) => !point || contains(box, point);
  if (drawn.isInvisible)
    return !fills.some((fill) => isThere(fill) && !(fill.color && isSameColor(fill.color, white)));
  if (point && fills.some((fill, at) => at >= drawn.fills && fill.isWhole && fill.color && isThere(fill)))
    return true;
  const behind = fills.findLast((fill, at) => at < drawn.fills && isThere(fill));
  if (!drawn.color || (behind && !(behind.color && behind.isWhole && point))) return false;
  return isSameColor(drawn.color, behind?.color ?? white);
}

const contains = ([left, bottom, right, top]: Box, [x, y]: readonly [number, number], by = 0) =>
  x >= left - by && x <= right + by && y >= bottom - by && y <= top + by;

function isSameColor(one: string, other: string): boolean {
  const parse = (color: string) => [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  const channels = parse(other);
  return parse(one).every((value, at) => Math.abs(value - channels[at]!) < contrast);
}

/** Follows what a page draws: its characters, squeezed, and what it fills. */
async function listCharacters(document: PDFDocumentProxy, page: PDFPageProxy, operators: Operators) {
  const layers = await document.getOptionalContentConfig();
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const fills: Fill[] = [];
  const characters: DrawnCharacter[] = [];
  const pieces: string[] = [];
  const saved: State[] = [];
  const marks: boolean[] = [];
  let state: State = {
    ...{ matrix: [1, 0, 0, 1, 0, 0], clip: everywhere, isClipWhole: true },
    ...{ color: '#000000', alpha: 1, isBlended: false, mode: 0 },
  };
  let isClipping = false;
  let masks = 0;
  const addFill = (box: Box, color: string | undefined, isWhole: boolean) => {
    if (fills.length > maxFills || marks.includes(true) || masks > 0 || state.alpha < leastAlpha) return;
    const isOpaque = state.alpha === 1 && !state.isBlended;
    fills.push({
      box: intersect(box, state.clip),
      color: isOpaque ? color : undefined,
      isWhole: isWhole && state.isClipWhole,
    });
  };
  const transform = (matrix: Matrix) => {
    state.matrix = multiply(state.matrix, matrix);
    // A picture is as large as the unit, and no operator where it is too large for the reader.
    addFill(toBox(state.matrix, [0, 0, 1, 1]), undefined, false);
  };
  const clipTo = (box: Box, isWhole: boolean) => {
    state.clip = intersect(state.clip, box);
    state.isClipWhole &&= isWhole;
  };
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at];
    switch (operator) {
      case operators.save:
        saved.push({ ...state });
        break;
      case operators.restore:
      case operators.paintFormXObjectEnd:
        state = saved.pop() ?? state;
        break;
      case operators.paintFormXObjectBegin:
        saved.push({ ...state });
        if (args[0]) transform([...args[0]]);
        if (args[1]) clipTo(toBox(state.matrix, args[1]), isUpright(state.matrix));
        break;
      case operators.beginGroup:
        if (masks > 0 || args[0].smask) masks += 1;
        break;
      case operators.endGroup:
        if (masks > 0) masks -= 1;
        break;
      case operators.transform:
        transform([...args]);
        break;
      case operators.beginMarkedContentProps:
        marks.push(args[0] === 'OC' && !layers.isVisible(args[1]));
        break;
      case operators.beginMarkedContent:
        marks.push(false);
        break;
      case operators.endMarkedContent:
        marks.pop();
        break;
      case operators.setTextRenderingMode:
        state.mode = args[0];
        break;
      case operators.setFillRGBColor:
        state.color = args[0];
        break;
      case operators.setFillColorN:
      case operators.setFillTransparent:
        state.color = undefined;
        break;
      case operators.setGState:
        for (const [key, value] of args[0]) {
          if (key === 'ca') state.alpha = value;
          if (key === 'BM') state.isBlended = value !== 'source-over';
          if (key === 'SMask') state.isBlended ||= value !== false;
        }
        break;
      case operators.clip:
      case operators.eoClip:
        isClipping = true;
        break;
      case operators.shadingFill:
        addFill(state.clip, undefined, false);
        break;
      case operators.constructPath: {
        const [paint, [path], bounds] = args;
        const box = bounds ? toBox(state.matrix, bounds) : everywhere;
        const isWhole = path !== null && isRectangle(path, bounds) && isUpright(state.matrix);
        if (bounds && paint >= operators.fill && paint < operators.endPath)
          addFill(box, state.color, isWhole);
        if (bounds && isClipping) clipTo(box, isWhole);
        isClipping = false;
        break;
      }
      case operators.showText:
        if (masks > 0) break;
        for (const { unicode } of args[0] as { unicode?: string }[]) {
          const piece = squeeze(unicode ?? '');
          pieces.push(piece);
          const { clip, color, mode, alpha } = state;
          const isInvisible = mode === invisibleMode || (mode === 0 && alpha < leastAlpha);
          const drawn = {
            clip,
            color: mode === 0 ? color : undefined,
            isInvisible,
            isOff: marks.includes(true),
          };
          for (let count = 0; count < piece.length; count++)
            characters.push({ ...drawn, fills: fills.length });
        }
        break;
    }
  }
  return { characters, text: pieces.join(''), fills };
}

function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [p = 1, q = 0, r = 0, s = 1, t = 0, u = 0] = inner;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

/** Returns the box around a box that a matrix has moved. */
function toBox([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, box: ArrayLike<number>): Box {
  const { 0: left = 0, 1: bottom = 0, 2: right = 0, 3: top = 0 } = box;
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const [xs, ys] = [corners.map(([x]) => x!), corners.map(([, y]) => y!)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const intersect = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

const isUpright = ([a, b, c, d]: Matrix): boolean => (b === 0 && c === 0) || (a === 0 && d === 0);

/** Whether a path of four corners is a rectangle: each coordinate is one of its bounds. */
const isRectangle = (path: ArrayLike<number>, [left, bottom, right, top]: Box): boolean =>
  path.length === rectangleLength &&
  [1, 4, 7, 10].every((at) => {
    const [x, y] = [path[at]!, path[at + 1]!];
    return [left, right].map(Math.fround).includes(x) && [bottom, top].map(Math.fround).includes(y);
  });
