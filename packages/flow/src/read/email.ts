import { isDoubtful, normalizeReply, splitOnSpaces } from './words/reply-wording.ts'

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u
const topLevel = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu
const [maxLocalLength, maxDomainLength, maxLabelLength] = [64, 253, 63]

/** Returns the one email address in a reply. */
export function readEmail(text: string): string | undefined {
  const words = splitOnSpaces(normalizeReply(text)).flatMap((word) => word.split(/[,;<>()[\]"]|mailto:/))
  const written = words.some((word) => word.includes('@')) ? words : spoken(words)
  const found = written.filter((word) => word.includes('@')).map(addressOf)
  const [address] = found
  const others = written.filter((word) => !word.includes('@')).map((word) => word.toLowerCase())
  if (others.some(isDoubtful) || new Set(found).size !== 1) return undefined
  return address
}

function addressOf(word: string): string | undefined {
  const bare = word.replace(/^['*:.]+/, '').replace(/[.,;:!?'*…]+$/, '')
  const [name = '', domain = '', more] = bare.split('@')
  if (more !== undefined || name.length > maxLocalLength || domain.length > maxDomainLength || !local.test(name))
    return undefined
  const labels = domain.split('.')
  const fine = labels.length > 1 && labels.every((each) => each.length <= maxLabelLength && label.test(each))
  return fine && topLevel.test(labels.at(-1) ?? '') ? `${name}@${domain.toLowerCase()}` : undefined
}

const maxSpokenLength = 60

/** Reads `anna at example dot com`, word by word around the last `at`. */
function spoken(words: string[]): string[] {
  const lower = words.map((word) => word.toLowerCase())
  const at = lower.lastIndexOf('at')
  if (at < 1 || words.length > maxSpokenLength) return []
  let from = at - 1
  while (from >= 2 && lower[from - 1] === 'dot') from -= 2
  const name = words.slice(from, at).filter((word) => word.toLowerCase() !== 'dot')
  const domain = words.slice(at + 1).filter((word) => word.toLowerCase() !== 'dot')
  return [
    ...words.slice(0, from),
    `${name.join('.')}@${domain
      .join('.')
      .replace(/\.{2,}/g, '.')
      .replace(/[.!]+$/, '')}`,
  ]
}
