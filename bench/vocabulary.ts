export type Vocabulary = { pickWord(): string; pickWords(count: number): string }

/** Words with the uneven frequencies of a natural language without its stop words, the same in every run. */
export function createVocabulary(): Vocabulary {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const syllables = 'ka lo mi ter bon sar ven dul pra gest fin hor ul ne qui ab ost re um da'.split(' ')
  const syllable = () => syllables[Math.floor(random() * syllables.length)] as string
  const words = Array.from({ length: 15_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(''),
  )
  const pickWord = () => words[Math.floor(60 * (words.length / 60) ** random()) - 60] as string
  return { pickWord, pickWords: (count) => Array.from({ length: count }, pickWord).join(' ') }
}
