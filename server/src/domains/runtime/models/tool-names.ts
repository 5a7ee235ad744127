import { createHash } from 'node:crypto'

/**
 * Converts internal names such as `scheduling.book`; providers accept letters, digits, `_`, and `-`, up to 64
 * characters. A reversible name gets `__` for each dot; any other gets a digest, so that two names never collide.
 */
export function toProviderToolName(name: string): string {
  const plain = name.replaceAll('.', '__')
  if (/^[a-z][\w-]{0,63}$/i.test(plain) && fromProviderToolName(plain) === name) return plain
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `t_${plain.replace(/[^\w-]/g, '_').slice(0, 40)}_${digest}`
}

/** Maps back to the internal name; a name that the model invented is decoded as it is. */
export function createToolNameLookup(names: Iterable<string>): (given: string) => string {
  const known = new Map([...names].map((name) => [toProviderToolName(name), name]))
  return (given) => known.get(given) ?? fromProviderToolName(given)
}

function fromProviderToolName(given: string): string {
  return given.replaceAll('__', '.')
}
