import { createHash } from 'node:crypto'

/**
 * Our tools have names such as `scheduling.book`; providers take letters, digits, `_` and `-`, at most 64. What can be read
 * back is written with `__` for a dot; anything else gets a digest, so that two names never become one.
 */
export function toProviderToolName(name: string): string {
  const plain = name.replaceAll('.', '__')
  if (/^[a-z][\w-]{0,63}$/i.test(plain) && fromProviderToolName(plain) === name) return plain
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `t_${plain.replace(/[^\w-]/g, '_').slice(0, 40)}_${digest}`
}

/** Finds our name again; a name that the model made up is given as it would be read. */
export function createToolNameLookup(names: Iterable<string>): (given: string) => string {
  const known = new Map([...names].map((name) => [toProviderToolName(name), name]))
  return (given) => known.get(given) ?? fromProviderToolName(given)
}

function fromProviderToolName(given: string): string {
  return given.replaceAll('__', '.')
}
