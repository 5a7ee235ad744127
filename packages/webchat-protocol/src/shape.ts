export type ShapeCheck = (value: unknown) => boolean

export const isText =
  (most: number): ShapeCheck =>
  (value) =>
    typeof value === 'string' && value.length > 0 && value.length <= most
export const isBoolean: ShapeCheck = (value) => typeof value === 'boolean'
export const isCount: ShapeCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 0
export const isNumber =
  (least: number, most: number): ShapeCheck =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most
export const isAnyOf =
  (...words: readonly unknown[]): ShapeCheck =>
  (value) =>
    words.includes(value)
export const listOf =
  (each: ShapeCheck, most: number): ShapeCheck =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(each)

type Fields = { [name: string]: ShapeCheck }

/** Requires every field of `must`, allows those of `may`, and rejects any other. */
export function objectShape(must: Fields, may: Fields = {}): ShapeCheck {
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
