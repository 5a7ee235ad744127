/** The one shape for problems in a document, shared by validation, lint and the compiler. */

export const severities = ['error', 'warning', 'advice', 'info'] as const
export type Severity = (typeof severities)[number]

export type Finding = { severity: Severity; code: string; path: string; message: string }

/** An error for one field of a rejected request: an entry of `errors[]` in the problem body. */
export type FieldError = { field: string; message: string; code?: string; path?: string }

export type PathSegment = string | number

/** Formats `['things', 1, 'collections', 0]` as `things[1].collections[0]`. */
export function formatFieldPath(segments: readonly PathSegment[]): string {
  let path = ''
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`
    else path += path === '' ? segment : `.${segment}`
  }
  return path
}
