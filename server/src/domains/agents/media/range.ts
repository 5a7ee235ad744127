/** Bytes from `start` (inclusive) to `end` (exclusive). */
export type ByteRange = { start: number; end: number }

/**
 * Returns the byte range that a Range header requests; undefined means all of it. Ignores a header that is not a single
 * byte range, as RFC 9110 (14.2) allows.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) return 'unsatisfiable'
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
