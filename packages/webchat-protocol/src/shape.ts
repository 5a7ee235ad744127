/** A check says whether a value is of the shape that it stands for. */
export type Check = (value: unknown) => boolean

export const isText =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= most
export const isBoolean: Check = (value) => typeof value === 'boolean'
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
export const isNumber =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most
export const is =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value)
export const listOf =
  (each: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(each)

type Fields = { [name: string]: Check }

/** Has every field of `must`, may have those of `may`, and has no other. */
export function shape(must: Fields, may: Fields = {}): Check {
  const checks = new Map(Object.entries({ ...must, ...may }))
  return (value) => {
    if (!isRecord(value)) return false
    const names = Object.keys(value)
    if (!Object.keys(must).every((name) => names.includes(name))) return false
    return names.every((name) => checks.get(name)?.(value[name]) ?? false)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
