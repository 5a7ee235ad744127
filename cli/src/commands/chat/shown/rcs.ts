import { at, fileName, listAt, type Seen, type SeenCard, wordsAt } from './seen.ts'

export function seenOnRcs(native: unknown): Seen {
  const content = at(native, 'contentMessage')
  const one = at(content, 'richCard', 'standaloneCard', 'cardContent')
  const several = listAt(content, 'richCard', 'carouselCard', 'cardContents')
  const file = wordsAt(content, 'contentInfo', 'fileUrl')
  return {
    files: file === undefined ? [] : [{ name: fileName(file), kind: 'file' }],
    cards: (one === undefined ? several : [one]).map(cardOf),
  }
}

const cardOf = (native: unknown): SeenCard => ({
  native,
  title: wordsAt(native, 'title'),
  description: wordsAt(native, 'description'),
  picture: wordsAt(native, 'media', 'contentInfo', 'fileUrl'),
})
