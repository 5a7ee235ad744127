import { tokenizeText } from '../../../platform/search-text.ts'

/** Compares questions by words and by vectors. Pure. */

/** Words of all kinds of questions, in the languages that most agents speak; sharing them means nothing. */
const stopWords = new Set(
  `a an the and or but if of in on at to for from by with as about into it its i im me my we us our you your he she they
   them is are was were be been am do does did have has had can could will would shall should may might must not no yes
   hi hello hey please thanks thank there here just also too very really some any all tell know want need like wonder get
   what which who when where why how much many that this s m t d ll re ve
   el la los las un una unos unas y o de del en por para con que es son hay mi tu su me te se lo le puedo puede pueden
   quiero quisiera tienen tiene hola gracias favor como cuando donde cual cuanto cuanta cuantos ustedes
   der die das den dem ein eine einen einem und oder von im in am an auf fur mit zu zum zur ist sind war ich du sie er wir
   ihr mir mich uns man kann konnen konnte hat haben habe gibt es bitte danke hallo wie wann wo was welche welcher warum wer
   le la les un une des du et ou a au aux en dans par pour avec que qui est sont il y je tu vous nous on mon ma mes votre
   vos peut puis pouvez peux bonjour merci s il quel quelle quels quelles comment quand combien avez ai ce cette l d j n c`.split(
    /\s+/,
  ),
)

const maxStems = 24
const stemLength = 6

/** The stems of a question, sorted. A question of nothing but stop words keeps all its words. */
export function extractQuestionWords(text: string): string[] {
  const words = tokenizeText(text)
  const telling = words.filter((word) => !stopWords.has(word))
  const stems = (telling.length > 0 ? telling : words).map(stemOf)
  return [...new Set(stems)].sort().slice(0, maxStems)
}

/** Endings differ between languages, so a stem is the beginning of a word without its plural. */
function stemOf(word: string): string {
  const singular = word.length > 3 ? word.replace(/(?<=[aeiou])s$|(?<=[^aeious])e?s$/, '') : word
  return singular.slice(0, stemLength)
}

/** Dice coefficient, from 0 to 1, of two sorted lists. */
export function compareWords(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 0
  let [shared, at, otherAt] = [0, 0, 0]
  while (at < one.length && otherAt < other.length) {
    const [word, otherWord] = [one[at] as string, other[otherAt] as string]
    if (word === otherWord) shared += 1
    if (word <= otherWord) at += 1
    if (otherWord <= word) otherAt += 1
  }
  return (2 * shared) / (one.length + other.length)
}

/** Steps of 1/127: a quarter of the memory, and similarities are exact to about 0.005. */
export function encodeVector(vector: Float32Array): Buffer | undefined {
  if (vector.length === 0) return undefined
  return Buffer.from(
    Int8Array.from(vector, (value) => Math.round(Math.max(-1, Math.min(1, value * scale)) * 127)).buffer,
  )
}

/** Components of a vector of length 1 with 512 dimensions are small: scaling them up keeps their digits. */
const scale = 5

/** Cosine similarity of two encoded vectors. */
export function compareVectors(one: Int8Array, other: Int8Array): number {
  if (one.length !== other.length) return 0
  let [product, a, b] = [0, 0, 0]
  for (let at = 0; at < one.length; at++) {
    const [x, y] = [one[at] as number, other[at] as number]
    product += x * y
    a += x * x
    b += y * y
  }
  return a === 0 || b === 0 ? 0 : product / Math.sqrt(a * b)
}

export const toInt8Array = (bytes: Uint8Array): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)

export type QuestionFeatures = { words: readonly string[]; vector?: Int8Array }
export type GroupFeatures = QuestionFeatures & { groupKey: number }

/** Chosen with one of the three businesses of `npm run bench -- understanding`; the other two confirm them. */
const minWordSimilarity = 0.4

/**
 * Questions of one form ("Do you sell …?") are near each other whatever they are about, so the words that they share
 * decide how near is near enough.
 */
function minVectorSimilarity(wordSimilarity: number): number {
  if (wordSimilarity >= 0.5) return 0.45
  return wordSimilarity > 0 ? 0.55 : 0.65
}

/** The group that the question belongs to: by meaning if both have a vector, else by words. */
export function findNearestGroup(
  { words, vector }: QuestionFeatures,
  groups: Iterable<GroupFeatures>,
): GroupFeatures | undefined {
  let best: { group: GroupFeatures; score: number } | undefined
  for (const group of groups) {
    const score = scoreGroup({ words, ...(vector && { vector }) }, group)
    if (score > 0 && score > (best?.score ?? 0)) best = { group, score }
  }
  return best?.group
}

/** How far the similarity is above its threshold, from 0 to 1. */
function scoreGroup(question: QuestionFeatures, group: QuestionFeatures): number {
  const wordSimilarity = compareWords(question.words, group.words)
  if (!question.vector || !group.vector) return rescale(wordSimilarity, minWordSimilarity)
  // The same words in another order: the embedder may see them as further apart than they are.
  if (wordSimilarity >= 1) return 1
  return rescale(compareVectors(question.vector, group.vector), minVectorSimilarity(wordSimilarity))
}

const rescale = (similarity: number, least: number): number =>
  similarity < least ? 0 : 0.001 + (0.999 * (similarity - least)) / (1 - least)
