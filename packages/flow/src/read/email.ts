import { isDoubtful } from './words/doubt.ts'
import { plain, wordsOf } from './words/plain.ts'

const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u
const topLevel = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu
const [mostLocal, mostDomain, mostLabel] = [64, 253, 63]

/** The one e-mail address of a reply. */
export function readEmail(text: string): string | undefined {
  const words = wordsOf(plain(text)).flatMap((word) => word.split(/[,;<>()[\]"]|mailto:/))
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
  if (more !== undefined || name.length > mostLocal || domain.length > mostDomain || !local.test(name)) return undefined
  const labels = domain.split('.')
  const fine = labels.length > 1 && labels.every((each) => each.length <= mostLabel && label.test(each))
  return fine && topLevel.test(labels.at(-1) ?? '') ? `${name}@${domain.toLowerCase()}` : undefined
}

/** `anna at example dot com`. */
function spoken(words: string[]): string[] {
  const said = words.join(' ').replace(/[.!]+$/, '')
  const named =
    /(?:^|\s)([\p{L}\p{N}._+-]+(?: dot [\p{L}\p{N}_+-]+)*) at ([\p{L}\p{N}-]+(?: ?(?:dot|\.) ?[\p{L}\p{N}-]+)+)$/iu
  const address = named.exec(said)
  if (!address) return []
  const dots = (part = ''): string => part.replace(/ dot /gi, '.').replace(/ /g, '')
  const before = wordsOf(said.slice(0, address.index))
  return [...before, `${dots(address[1])}@${dots(address[2])}`]
}
