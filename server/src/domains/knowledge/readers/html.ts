import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { TextSection } from '../passages.ts'
import { decode } from './decode.ts'
import type { Reader, ReaderContent } from './reader.ts'

/** The subset of the DOM that is used here. */
type TreeNode = {
  nodeType: number
  nodeName: string
  nodeValue: string | null
  firstChild: TreeNode | null
  nextSibling: TreeNode | null
  parentNode: TreeNode | null
  getAttribute?(name: string): string | null
}

const dropped = new Set(
  `SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH IFRAME OBJECT CANVAS AUDIO VIDEO HEAD NAV FOOTER ASIDE FORM BUTTON SELECT
   DIALOG`.split(/\s+/),
)
const headings = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])
const inline = new Set(
  `A ABBR B BDI BDO CITE CODE DATA DEL DFN EM FONT I IMG INS KBD LABEL MARK Q RUBY S SAMP SMALL SPAN STRIKE STRONG SUB
   SUP TIME TT U VAR WBR`.split(/\s+/),
)
const cells = new Set(['TD', 'TH'])

/** Collects the text of a tree. Iterative, because a page may nest deeper than the call stack allows. */
function collectSections(root: TreeNode | null): TextSection[] {
  const pages = new SectionCollector()
  for (let node = root?.firstChild ?? null; node && root; node = nextNode(node, root, pages)) {
    if (node.nodeType === 3) pages.text(node.nodeValue ?? '')
    else if (node.nodeType === 1) pages.open(node.nodeName.toUpperCase())
  }
  return pages.end()
}

/**
 * Next node in document order: the first child unless the element is dropped, else the next sibling, else the next
 * sibling of the nearest ancestor.
 */
function nextNode(node: TreeNode, root: TreeNode, pages: SectionCollector): TreeNode | null {
  if (node.firstChild && !isDropped(node)) return node.firstChild
  for (let at: TreeNode | null = node; at && at !== root; at = at.parentNode) {
    if (at.nodeType === 1) pages.close(at.nodeName.toUpperCase())
    if (at.nextSibling) return at.nextSibling
  }
  return null
}

function depthOf(root: TreeNode | null): number {
  let [depth, deepest] = [0, 0]
  let node = root
  while (node) {
    if (node.firstChild) {
      node = node.firstChild
      deepest = Math.max(deepest, ++depth)
      continue
    }
    for (; node && node !== root && !node.nextSibling; depth--) node = node.parentNode
    node = node && node !== root ? node.nextSibling : null
  }
  return deepest
}

function isDropped(node: TreeNode): boolean {
  if (node.nodeType !== 1) return true
  if (dropped.has(node.nodeName.toUpperCase())) return true
  return node.getAttribute?.('hidden') != null || node.getAttribute?.('aria-hidden') === 'true'
}

class SectionCollector {
  readonly #sections: TextSection[] = []
  #heading: string | undefined
  #paragraphs: string[] = []
  #open: string[] = []

  text(value: string): void {
    this.#open.push(value.replace(/\s+/g, ' '))
  }

  open(name: string): void {
    if (name === 'BR') this.#open.push('\n')
    else if (cells.has(name)) this.#open.push(' ')
    else if (!inline.has(name)) this.#endParagraph()
    if (name === 'LI') this.#open.push('- ')
    if (headings.has(name)) this.#endSection()
  }

  close(name: string): void {
    if (headings.has(name)) this.#heading = this.#open.splice(0).join('').replace(/\s+/g, ' ').trim() || undefined
    else if (cells.has(name)) this.#open.push(' | ')
    else if (!inline.has(name)) this.#endParagraph()
  }

  end(): TextSection[] {
    this.#endParagraph()
    this.#endSection()
    return this.#sections
  }

  #endParagraph(): void {
    const text = this.#open.splice(0).join('').trim()
    if (text !== '' && text !== '-') this.#paragraphs.push(text.replace(/ \|$/, ''))
  }

  /** A heading without content becomes text, so that search still finds it. */
  #endSection(): void {
    const heading = this.#heading
    if (this.#paragraphs.length > 0) this.#sections.push({ heading, paragraphs: this.#paragraphs })
    else if (heading !== undefined) this.#sections.push({ paragraphs: [heading] })
    this.#paragraphs = []
    this.#heading = undefined
  }
}

type Tree = ConstructorParameters<typeof Readability>[0] & { documentElement: TreeNode | null }

/** Reads the main article of a web page, or the whole page when the article cannot be identified. */
export const readHtmlContent: Reader = (content) => {
  const html = decode({ ...content, charset: content.charset ?? declaredCharset(content) })
  const whole = htmlToSections(html)
  const article = extractArticle(html)
  return article && lengthOf(article) >= lengthOf(whole) / 2 ? article : whole
}

export function htmlToSections(html: string): TextSection[] {
  return collectSections(parseHtml(html).documentElement)
}

/** Wraps fragments in a document, because linkedom does not. */
function parseHtml(html: string): Tree {
  const isWhole = /<html[\s>]/i.test(html)
  return parseHTML(isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`).document
}

const maxElements = 20_000
/** The running time of Readability grows with the cube of the depth; no real page comes near this limit. */
const maxDepth = 100

/** Returns undefined for a page that is too large or too deep for Readability, or in which it finds no article. */
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
