import { decode } from './decode.ts'
import type { Reader } from './reader.ts'

/** Empty lines separate paragraphs. */
export const readTextContent: Reader = (content) => {
  const lines = decode(content).replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')
  const paragraphs: string[] = []
  let open: string[] = []
  for (const line of [...lines, '']) {
    if (line.trim() !== '') open.push(line)
    else if (open.length > 0) {
      paragraphs.push(open.join('\n'))
      open = []
    }
  }
  return [{ paragraphs }]
}
