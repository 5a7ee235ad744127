type Fields = Record<string, unknown>

/** What is saved now, with all that was changed in the form since it was sent. */
export function mergeEdits<T>(saved: T, sent: T, now: T): T {
  if (isSame(sent, now)) return saved
  if (isFields(saved) && isFields(sent) && isFields(now)) {
    const keys = Object.keys({ ...saved, ...now }).filter((key) => key in now || !(key in sent))
    return Object.fromEntries(keys.map((key) => [key, mergeEdits(saved[key], sent[key], now[key])])) as T
  }
  if (isList(saved) && isList(sent) && isList(now) && saved.length === sent.length && sent.length === now.length)
    return saved.map((one, at) => mergeEdits(one, sent[at], now[at])) as T
  return now
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !isList(value)
