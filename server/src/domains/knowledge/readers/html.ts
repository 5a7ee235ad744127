import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Section } from '../passages.ts'
import { decode } from './decode.ts'
import type { Content, Reader } from './reader.ts'
import { sectionsOf, type TreeNode } from './sections.ts'

type Tree = ConstructorParameters<typeof Readability>[0] & { body: TreeNode | null }

/** Of a web page, what it is about; where that cannot be told from the rest, all of it. */
export const readHtml: Reader = (content) => {
  const html = decode({ ...content, charset: content.charset ?? declaredCharset(content) })
  const whole = sectionsOfHtml(html)
  const article = articleOf(html)
  return article && lengthOf(article) >= lengthOf(whole) / 2 ? article : whole
}

/** All text of a document or fragment, under its headings. */
export function sectionsOfHtml(html: string): Section[] {
  return sectionsOf(documentOf(html).body)
}

/** The body of a fragment is where linkedom does not look for it, so it always gets one. */
function documentOf(html: string): Tree {
  const isWhole = /<(?:html|body)[\s>]/i.test(html)
  return parseHTML(isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`).document
}

const mostElements = 50_000

/** Readability asks much of a page; one that is too large, or nested deeper than the stack, is taken whole. */
function articleOf(html: string): Section[] | undefined {
  try {
    const article = new Readability(documentOf(html), { maxElemsToParse: mostElements }).parse()
    if (!article?.content) return undefined
    const [first, ...others] = sectionsOfHtml(article.content)
    return first && [{ ...first, heading: first.heading ?? (article.title || undefined) }, ...others]
  } catch {
    return undefined
  }
}

function lengthOf(sections: readonly Section[]): number {
  return sections.flatMap(({ paragraphs }) => paragraphs).reduce((sum, paragraph) => sum + paragraph.length, 0)
}

function declaredCharset({ bytes }: Content): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  return /<meta[^>]{1,200}?charset\s{0,5}=\s{0,5}["']?([\w-]{1,40})/i.exec(start)?.[1]
}
