import { extractText, getDocumentProxy } from 'unpdf'
import { type Reader, UnreadableSourceError } from './reader.ts'

const maxPages = 3_000

export const readPdfContent: Reader = async ({ bytes }) => {
  const document = await openPdf(bytes)
  if (document.numPages > maxPages) throw new UnreadableSourceError(`The PDF has more than ${maxPages} pages`)
  const { text } = await extractText(document, { mergePages: false })
  return text.map((page) => ({ paragraphs: page.split(/\n{2,}/) }))
}

async function openPdf(bytes: Uint8Array) {
  try {
    // Copies the bytes, because pdf.js does not accept a Buffer and retains its input.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableSourceError(locked ? 'The PDF is locked with a password' : 'The file is not a readable PDF')
  }
}
