import { extractText, getDocumentProxy } from 'unpdf'
import { Unreadable } from '../unreadable.ts'
import type { Reader } from './reader.ts'

const mostPages = 3_000

export const readPdf: Reader = async ({ bytes }) => {
  const document = await opened(bytes)
  if (document.numPages > mostPages) throw new Unreadable(`The PDF has more than ${mostPages} pages`)
  const { text } = await extractText(document, { mergePages: false })
  return text.map((page) => ({ paragraphs: page.split(/\n{2,}/) }))
}

async function opened(bytes: Uint8Array) {
  try {
    // A copy, for pdf.js takes no Buffer and keeps the bytes it is given.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException'
    throw new Unreadable(locked ? 'The PDF is locked with a password' : 'The file is not a PDF that can be read')
  }
}
