import type { Random } from '../random.ts'
import { hostileTexts } from '../routes/hostile.ts'

const maxLength = 4_000

/** JSON syntax tokens. */
export const jsonTokens = ['[', ']', '{', '}', ',', ':', '""', 'null'] as const

export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Applies a few small mutations to the text. `others` are texts to splice from; `tokens` are tokens of the format. */
export function mutateText(text: string, others: readonly string[], tokens: readonly string[], random: Random): string {
  let mutated = text
  for (let remaining = 1 + random.nextInt(4); remaining > 0; remaining--)
    mutated = random.pick(mutations)(mutated, { others, tokens, random })
  return mutated.slice(0, maxLength)
}

type MutationContext = { others: readonly string[]; tokens: readonly string[]; random: Random }
type Mutation = (text: string, context: MutationContext) => string

const splitAtRandom = (text: string, { random }: MutationContext): [string, string, string] => {
  const [first, second] = [random.nextInt(text.length + 1), random.nextInt(text.length + 1)]
  const end = Math.min(Math.max(first, second), Math.min(first, second) + 64)
  return [text.slice(0, Math.min(first, second)), text.slice(Math.min(first, second), end), text.slice(end)]
}

const mutations: readonly Mutation[] = [
  (text, context) => splitAtRandom(text, context).with(1, '').join(''),
  (text, context) => splitAtRandom(text, context).with(1, context.random.pick(context.tokens)).join(''),
  (text, context) => insertAtRandom(text, context.random.pick(context.tokens), context),
  (text, context) => insertAtRandom(text, context.random.pick(context.tokens), context),
  (text, context) => insertAtRandom(text, context.random.pick(hostileTexts), context),
  (text, context) =>
    insertAtRandom(
      text,
      String.fromCharCode(context.random.pick([context.random.nextInt(128), context.random.nextInt(65_536)])),
      context,
    ),
  // Repeats a chunk once or many times, or inserts one from another text.
  (text, context) => {
    const [before, chunk, after] = splitAtRandom(text, context)
    return before + chunk.repeat(context.random.pick([2, 3, 50])) + after
  },
  (text, context) => insertAtRandom(text, splitAtRandom(context.random.pick(context.others), context)[1], context),
  (text, context) => {
    const other = context.random.pick(context.others)
    return (
      text.slice(0, context.random.nextInt(text.length + 1)) + other.slice(context.random.nextInt(other.length + 1))
    )
  },
  (text, context) => text.replace(/\d+/, String(context.random.pick([0, 1, -1, 255, 65_536, 2 ** 31, 2 ** 53, 1e21]))),
]

function insertAtRandom(text: string, chunk: string, { random }: MutationContext): string {
  const offset = random.nextInt(text.length + 1)
  return text.slice(0, offset) + chunk + text.slice(offset)
}

/** Returns the shortest text found that still `fails`, by removing chunks, large ones first. */
export async function minimizeText(
  text: string,
  fails: (shorter: string) => Promise<boolean>,
  maxAttempts = 2_000,
): Promise<string> {
  let shortest = text
  let remaining = maxAttempts
  for (let size = Math.ceil(text.length / 2); size >= 1 && remaining > 0; ) {
    const shorter = await findFailingRemoval(
      shortest,
      size,
      async (candidate) => --remaining > 0 && (await fails(candidate)),
    )
    if (shorter === undefined) size = size === 1 ? 0 : Math.ceil(size / 2)
    else shortest = shorter
  }
  return shortest
}

async function findFailingRemoval(text: string, size: number, fails: (shorter: string) => Promise<boolean>) {
  for (let offset = 0; offset < text.length; offset += size) {
    const shorter = text.slice(0, offset) + text.slice(offset + size)
    if (await fails(shorter)) return shorter
  }
  return undefined
}
