import type { Random } from '../random.ts'
import { hostileTexts } from '../routes/hostile.ts'

const longest = 4_000

/** JSON syntax tokens. */
export const jsonMarks = ['[', ']', '{', '}', ',', ':', '""', 'null'] as const

export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Applies a few small mutations to the text. `others` are texts to splice from; `words` are tokens of the format. */
export function mutateText(text: string, others: readonly string[], words: readonly string[], random: Random): string {
  let made = text
  for (let left = 1 + random.below(4); left > 0; left--) made = random.pick(changes)(made, { others, words, random })
  return made.slice(0, longest)
}

type Means = { others: readonly string[]; words: readonly string[]; random: Random }
type Change = (text: string, means: Means) => string

const cutAt = (text: string, { random }: Means): [string, string, string] => {
  const [one, two] = [random.below(text.length + 1), random.below(text.length + 1)]
  const end = Math.min(Math.max(one, two), Math.min(one, two) + 64)
  return [text.slice(0, Math.min(one, two)), text.slice(Math.min(one, two), end), text.slice(end)]
}

const changes: readonly Change[] = [
  (text, means) => cutAt(text, means).with(1, '').join(''),
  (text, means) => cutAt(text, means).with(1, means.random.pick(means.words)).join(''),
  (text, means) => inserted(text, means.random.pick(means.words), means),
  (text, means) => inserted(text, means.random.pick(means.words), means),
  (text, means) => inserted(text, means.random.pick(hostileTexts), means),
  (text, means) =>
    inserted(
      text,
      String.fromCharCode(means.random.pick([means.random.below(128), means.random.below(65_536)])),
      means,
    ),
  // Repeats a chunk once or many times, or inserts one from another text.
  (text, means) => {
    const [before, piece, after] = cutAt(text, means)
    return before + piece.repeat(means.random.pick([2, 3, 50])) + after
  },
  (text, means) => inserted(text, cutAt(means.random.pick(means.others), means)[1], means),
  (text, means) => {
    const other = means.random.pick(means.others)
    return text.slice(0, means.random.below(text.length + 1)) + other.slice(means.random.below(other.length + 1))
  },
  (text, means) => text.replace(/\d+/, String(means.random.pick([0, 1, -1, 255, 65_536, 2 ** 31, 2 ** 53, 1e21]))),
]

function inserted(text: string, piece: string, { random }: Means): string {
  const at = random.below(text.length + 1)
  return text.slice(0, at) + piece + text.slice(at)
}

/** Returns the shortest text found that still `fails`, by removing chunks, large ones first. */
export async function minimizeText(
  text: string,
  fails: (shorter: string) => Promise<boolean>,
  mostTries = 2_000,
): Promise<string> {
  let made = text
  let left = mostTries
  for (let size = Math.ceil(text.length / 2); size >= 1 && left > 0; ) {
    const shorter = await withoutPiece(made, size, async (candidate) => --left > 0 && (await fails(candidate)))
    if (shorter === undefined) size = size === 1 ? 0 : Math.ceil(size / 2)
    else made = shorter
  }
  return made
}

async function withoutPiece(text: string, size: number, fails: (shorter: string) => Promise<boolean>) {
  for (let at = 0; at < text.length; at += size) {
    const shorter = text.slice(0, at) + text.slice(at + size)
    if (await fails(shorter)) return shorter
  }
  return undefined
}
