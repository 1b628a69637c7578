/** Parses a form's field that holds a JSON object; an empty one when it holds nothing else. */
export function parseFormObject(json: string | undefined): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json || '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
