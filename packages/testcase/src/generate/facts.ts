import { type ContentMessage, compile, listAmlReferences } from '@parley/amf'
import type { AgentFact } from '@parley/definition'
import type { CaseDocument } from '../document.ts'
import { renderForReading, stubContent, truncateAtWord } from './render-aml.ts'

type FactCaseOptions = { wordingsPerFaq: number; now: Date }

/** Document 2, generate from Facts: one case for each wording of each Fact that the agent reads. */
export function generateFactCases(
  facts: readonly AgentFact[],
  { wordingsPerFaq, now }: FactCaseOptions,
): CaseDocument[] {
  const read = facts.filter(({ enabled, confirmed }) => enabled !== false && confirmed !== false)
  const firsts = new Set(read.map(({ id }) => `faq-${slugOf(id)}`))
  return read.flatMap((fact) =>
    listWordings(fact)
      .slice(0, wordingsPerFaq)
      .map((wording, at) => toFactCase(fact, { wording, at, key: keyOf(fact.id, at, firsts), now })),
  )
}

/** The canonical one first; what differs in case alone is the same. */
function listWordings({ question, alternates = [] }: AgentFact): string[] {
  const seen = new Set<string>()
  return [question, ...alternates].filter((words) => {
    const folded = words.trim().toLowerCase()
    const isNew = !seen.has(folded)
    seen.add(folded)
    return isNew
  })
}

type FactWording = { wording: string; at: number; key: string; now: Date }

function toFactCase(fact: AgentFact, { wording, at, key, now }: FactWording): CaseDocument {
  const { id, answer, exact, scope } = fact
  const [playbookId] = scope?.playbookIds ?? []
  const read = toReadableParts(answer)
  const included = exact && at === 0 ? read : []
  return {
    key,
    title: truncateAtWord(wording, 300),
    tags: ['faq', `faq:${[...id].slice(0, maxTagLength - 'faq:'.length).join('')}`],
    origin: { kind: 'generated', generatedFrom: `faq:${id}`, generatedAt: now.toISOString() },
    // Elsewhere the Fact does not hold.
    ...(playbookId !== undefined && { scenario: { start: { resume: { activePlaybook: playbookId } } } }),
    turns: [wording],
    expect: {
      checks: { finalReplyNonEmpty: true, ...(included.length > 0 && { textIncludes: included }) },
      judge: { criteria: [{ id: 'answers-from-fact', text: toCriterionText(read.join(' ') || answer) }] },
    },
  }
}

const maxTagLength = 60
const formatCriterion = (answer: string) => `The agent answers what its Fact says: "${answer}"`
const toCriterionText = (answer: string): string =>
  formatCriterion(truncateAtWord(answer, 1000 - formatCriterion('').length))

/** What a template says is not known here; something else than words keeps those around it apart. */
const separatingContent = { ...stubContent, template: () => '[[things: template]]' }

/**
 * An exact answer goes out as it stands; what a person then reads has no marks of bold or of links, and where it names
 * the agent's own content, that stands in its place.
 */
function toReadableParts(answer: string): string[] {
  const own: ContentMessage = { spec: 'amf/1', parts: [{ type: 'text', text: answer }] }
  const { parts } = listAmlReferences(answer).length > 0 ? compile(answer, { content: separatingContent }).message : own
  const words = parts.filter(({ type }) => type === 'text')
  return words
    .map((part) => renderForReading({ spec: 'amf/1', parts: [part] }).text.trim())
    .filter((text) => text !== '')
}

const maxKeyLength = 119
const plainId = /^[a-z0-9-]+$/
const maxIdLength = maxKeyLength - 'faq-'.length - '-10'.length

/** An id that cannot stand in a key is told apart from others that come to the same by a mark of its own. */
function slugOf(id: string): string {
  if (plainId.test(id) && id.length <= maxIdLength) return id
  const mark = hashId(id)
  const slug = id.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${slug.slice(0, maxIdLength - mark.length - 1)}-${mark}`
}

/** The second wording of `a` does not take the place of the first of `a-2`. */
function keyOf(id: string, at: number, firsts: ReadonlySet<string>): string {
  const key = `faq-${slugOf(id)}`
  if (at === 0) return key
  const numbered = `${key}-${at + 1}`
  return firsts.has(numbered) ? `faq-${hashId(id)}-${at + 1}` : numbered
}

/** FNV-1a: eight digits that stay the same for an id. */
function hashId(id: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
