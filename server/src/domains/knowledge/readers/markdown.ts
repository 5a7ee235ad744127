import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { decode } from './decode.ts'
import { htmlToSections } from './html.ts'
import type { Reader } from './reader.ts'

const { exit: { htmlFlowData: _, htmlTextData: __, ...exit } = {}, ...others } = gfmHtml()
/** GFM escapes some tags to text, scripts among them. Keeping them as tags lets the HTML reader drop them. */
const unfiltered = { ...others, exit }

/** Converts Markdown to HTML and reads that. Embedded HTML gets the same treatment. */
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
