const number = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const words = new Map<string, boolean | null>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])

/**
 * What an unquoted scalar means: as in YAML's core schema, except that whatever a number would not give back stays the
 * text it is. `+14155550100` is a telephone number and `012` an extension; hexadecimal and octal forms, infinity and
 * what is no number in JSON are texts too.
 */
export function parsePlainScalar(source: string): string | number | boolean | null {
  const word = words.get(source)
  if (word !== undefined) return word
  return number.test(source) && isKept(source) ? Number(source) : source
}

/** A number holds 15 digits for certain; beyond them only what it prints itself. */
function isKept(source: string): boolean {
  const value = Number(source)
  if (!Number.isFinite(value)) return false
  const [mantissa = ''] = source.toLowerCase().split('e')
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  if (value === 0) return digits === ''
  return digits.length <= 15 || String(value) === source
}
