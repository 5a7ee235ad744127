const [comma, list, endOfList, object, endOfObject, colon, quote, backslash] = [...',[]{}:"\\'].map((mark) =>
  mark.charCodeAt(0),
)

/** Nesting beyond this would exhaust a stack. */
export const maxNesting = 64

export type JsonScan = {
  /** At most how many values there are so far: each begins the text, or stands behind a comma or an opening bracket. */
  values: number
  /** The most keys that one object has so far. */
  maxKeys: number
  /** How deeply lists and objects are nested so far. */
  nesting: number
  /** Reads from `start` to `end`, and answers where to go on; stops behind the bound of values or of nesting. */
  read(raw: Buffer, start: number, end: number): number
}

/** Counts what a JSON text holds without parsing it: a few nanoseconds a byte, and nothing is kept. */
export function createJsonScan(maxValues: number): JsonScan {
  const keys = new Uint32Array(maxNesting + 2)
  let depth = 0
  let quoted = false
  const level = () => Math.min(Math.max(depth, 0), maxNesting + 1)

  function count(byte: number | undefined): void {
    if (byte === comma) scan.values++
    else if (byte === colon) scan.maxKeys = Math.max(scan.maxKeys, ++keys[level()]!)
    else if (byte === object || byte === list) {
      scan.values++
      scan.nesting = Math.max(scan.nesting, ++depth)
      keys[level()] = 0
    } else if (byte === endOfObject || byte === endOfList) depth--
  }

  const scan: JsonScan = {
    values: 0,
    maxKeys: 0,
    nesting: 0,
    read(raw, start, end) {
      let at = start
      for (; at < end && scan.values <= maxValues && scan.nesting <= maxNesting; at++) {
        const byte = raw[at]
        if (byte === quote) quoted = !quoted
        else if (quoted) at += byte === backslash ? 1 : 0
        else if (byte !== undefined && byte < 0x7e && byte > 0x2b) count(byte)
      }
      return at
    },
  }
  return scan
}
