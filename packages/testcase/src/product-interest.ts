import { type AgentThing, memoize } from '@parley/definition'

export type ProductInterest = { mapped: string; display: string }

/**
 * Returns the Thing that a product description means: the one with that name or id; else the one whose name occurs in
 * the text, longest first; else the only one whose name contains the text.
 */
export function matchProductInterest(raw: string, things: readonly AgentThing[]): ProductInterest | undefined {
  const words = folded(raw)
  if (words.length === 0) return undefined
  const thing = findMeantThing(words, indexOf(things))
  return thing && { mapped: thing.id, display: thing.name }
}

type Index = {
  called: ReadonlyMap<string, AgentThing>
  /** Number of words in the longest name. */
  longest: number
  naming: ReadonlyMap<string, readonly Named[]>
}
type Named = { thing: AgentThing; name: string }

const indexOf = memoize((things: readonly AgentThing[]): Index => {
  const called = new Map<string, AgentThing>()
  const naming = new Map<string, Named[]>()
  let longest = 0
  for (const thing of things) {
    const words = folded(thing.name)
    for (const named of [words, folded(thing.id)]) {
      const name = named.join(' ')
      longest = Math.max(longest, named.length)
      if (name !== '' && !called.has(name)) called.set(name, thing)
    }
    const entry = { thing, name: ` ${words.join(' ')} ` }
    for (const word of new Set(words)) {
      const others = naming.get(word)
      if (others) others.push(entry)
      else naming.set(word, [entry])
    }
  }
  return { called, longest, naming }
})

function findMeantThing(words: readonly string[], { called, longest, naming }: Index): AgentThing | undefined {
  for (let length = Math.min(words.length, longest); length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const found = called.get(words.slice(from, from + length).join(' '))
      if (found) return found
    }
  }
  const [first, ...others] = words.map((word) => naming.get(word) ?? [])
  const fewest = others.reduce((least, one) => (one.length < least.length ? one : least), first ?? [])
  const [only, ...more] = fewest.filter(({ name }) => name.includes(` ${words.join(' ')} `))
  return more.length === 0 ? only?.thing : undefined
}

function folded(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
