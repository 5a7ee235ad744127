import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { decode } from './decode.ts'
import { htmlToSections } from './html.ts'
import type { Reader } from './reader.ts'

const { exit: { htmlFlowData: _, htmlTextData: __, ...exit } = {}, ...others } = gfmHtml()
/** GFM turns some tags into text, scripts among them; here they stay tags, and are dropped as such. */
const unfiltered = { ...others, exit }

/** Markdown says what HTML says; HTML inside it counts, and is read with the same care. */
export const readMarkdownContent: Reader = (content) => {
  const html = micromark(withoutFrontMatter(decode(content)), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [unfiltered],
  })
  return htmlToSections(html)
}

function withoutFrontMatter(text: string): string {
  if (!text.startsWith('---\n')) return text
  const end = text.indexOf('\n---\n', 3)
  return end < 0 ? text : text.slice(end + 5)
}
