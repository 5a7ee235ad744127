/**
 * Journey platforms fill templates: what a profile lacks comes as null or as an empty text, and what they hold as a
 * number or a boolean comes as one. Read so, a body has only texts, null for what was not supplied, and a true dryRun.
 */
export function parseTolerantJson(text: string): unknown {
  const body = dropEmpty(JSON.parse(text, preserveNumberText))
  if (body === null) return {}
  return isObject(body) && 'dryRun' in body ? { ...body, dryRun: parseBoolean(body.dryRun) } : body
}

/** The digits as they were sent: an id may be longer than what a double tells apart. */
function preserveNumberText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

function dropEmpty(value: unknown): unknown {
  if (value === '') return null
  if (typeof value === 'boolean') return String(value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, dropEmpty(inner)]))
}

function parseBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim() : value
  return word === 'true' || word === 'false' ? word === 'true' : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
