import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { TextSection } from '../passages.ts'
import { decode } from './decode.ts'
import type { Reader, ReaderContent } from './reader.ts'
import { collectSections, depthOf, type TreeNode } from './sections.ts'

type Tree = ConstructorParameters<typeof Readability>[0] & { documentElement: TreeNode | null }

/** Of a web page, what it is about; where that cannot be told from the rest, all of it. */
export const readHtmlContent: Reader = (content) => {
  const html = decode({ ...content, charset: content.charset ?? declaredCharset(content) })
  const whole = htmlToSections(html)
  const article = extractArticle(html)
  return article && lengthOf(article) >= lengthOf(whole) / 2 ? article : whole
}

/** All text of a document or fragment, under its headings. */
export function htmlToSections(html: string): TextSection[] {
  return collectSections(parseHtml(html).documentElement)
}

/** A fragment is given the document that linkedom does not make up for it. */
function parseHtml(html: string): Tree {
  const isWhole = /<html[\s>]/i.test(html)
  return parseHTML(isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`).document
}

const maxElements = 20_000
/** The time of Readability grows with the third power of this; no page that people read comes near it. */
const maxDepth = 100

/** Undefined for a page that is too large or too deep for Readability, or of which it can make nothing. */
function extractArticle(html: string): TextSection[] | undefined {
  const page = parseHtml(html)
  if (depthOf(page.documentElement) > maxDepth) return undefined
  try {
    const article = new Readability(page, { maxElemsToParse: maxElements }).parse()
    if (!article?.content) return undefined
    const [first, ...others] = htmlToSections(article.content)
    return first && [{ ...first, heading: first.heading ?? (article.title || undefined) }, ...others]
  } catch {
    return undefined
  }
}

function lengthOf(sections: readonly TextSection[]): number {
  return sections.flatMap(({ paragraphs }) => paragraphs).reduce((sum, paragraph) => sum + paragraph.length, 0)
}

function declaredCharset({ bytes }: ReaderContent): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  return /<meta[^>]{1,200}?charset\s{0,5}=\s{0,5}["']?([\w-]{1,40})/i.exec(start)?.[1]
}
