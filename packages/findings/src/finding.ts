/** One shape for what is wrong with a document: validation, lint and compile problems all speak it. */

export const severities = ['error', 'warning', 'advice', 'info'] as const
export type Severity = (typeof severities)[number]

export type Finding = { severity: Severity; code: string; path: string; message: string }

/** What a refused request says of one field: `errors[]` of a problem body. */
export type FieldError = { field: string; message: string; code?: string; path?: string }

export type PathSegment = string | number

/** `['things', 1, 'collections', 0]` is written `things[1].collections[0]`. */
export function formatFieldPath(segments: readonly PathSegment[]): string {
  let path = ''
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`
    else path += path === '' ? segment : `.${segment}`
  }
  return path
}
