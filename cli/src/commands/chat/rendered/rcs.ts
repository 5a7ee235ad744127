import {
  fileNameOf,
  type NativeCard,
  type NativeContent,
  nativeAt,
  nativeListAt,
  nativeTextAt,
} from './native-content.ts'

export function readRcsPayload(native: unknown): NativeContent {
  const content = nativeAt(native, 'contentMessage')
  const one = nativeAt(content, 'richCard', 'standaloneCard', 'cardContent')
  const several = nativeListAt(content, 'richCard', 'carouselCard', 'cardContents')
  const file = nativeTextAt(content, 'contentInfo', 'fileUrl')
  return {
    files: file === undefined ? [] : [{ name: fileNameOf(file), kind: 'file' }],
    cards: (one === undefined ? several : [one]).map(cardOf),
  }
}

const cardOf = (native: unknown): NativeCard => ({
  native,
  title: nativeTextAt(native, 'title'),
  description: nativeTextAt(native, 'description'),
  picture: nativeTextAt(native, 'media', 'contentInfo', 'fileUrl'),
})
