/** Bytes from `start` up to, but without, `end`. */
export type ByteRange = { start: number; end: number }

/**
 * The part that a Range header asks for: undefined is all of it. A header that is no single range of bytes is ignored,
 * as RFC 9110 (14.2) allows.
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
