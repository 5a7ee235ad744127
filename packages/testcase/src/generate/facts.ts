import { type ContentMessage, compile, listAmlReferences } from '@parley/amf'
import type { AgentFact } from '@parley/definition'
import type { CaseDocument } from '../document.ts'
import { renderForReading, stubContent, truncateAtWord } from './render-aml.ts'

type FactCaseOptions = { wordingsPerFaq: number; now: Date }

/** Generates one case for each wording of each Fact that the agent reads. */
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

/** Returns the canonical wording first; wordings that differ only in case are duplicates. */
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
    // The Fact applies only in this playbook.
    ...(playbookId !== undefined && { scenario: { start: { resume: { activePlaybook: playbookId } } } }),
    turns: [wording],
    expect: {
      checks: { finalReplyNonEmpty: true, ...(included.length > 0 && { textIncludes: included }) },
      judge: { criteria: [{ id: 'answers-from-fact', text: toCriterionText(read.join(' ') || answer) }] },
    },
  }
}

const maxTagLength = 60
const formatCriterion = (answer: string) => `The agent gives the answer in its Fact: "${answer}"`
const toCriterionText = (answer: string): string =>
  formatCriterion(truncateAtWord(answer, 1000 - formatCriterion('').length))

/** The text of templates is unknown here; a non-text placeholder keeps the texts around it apart. */
const separatingContent = { ...stubContent, template: () => '[[things: template]]' }

/**
 * An exact answer is sent verbatim. Returns what a person reads of it: without marks for bold or links, and split where
 * it references the agent's own content.
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

/** An id that cannot be part of a key gets a hash, which distinguishes it from others with the same slug. */
function slugOf(id: string): string {
  if (plainId.test(id) && id.length <= maxIdLength) return id
  const mark = hashId(id)
  const slug = id.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${slug.slice(0, maxIdLength - mark.length - 1)}-${mark}`
}

/** Avoids a collision between the second wording of `a` and the first wording of `a-2`. */
function keyOf(id: string, at: number, firsts: ReadonlySet<string>): string {
  const key = `faq-${slugOf(id)}`
  if (at === 0) return key
  const numbered = `${key}-${at + 1}`
  return firsts.has(numbered) ? `faq-${hashId(id)}-${at + 1}` : numbered
}

/** FNV-1a: eight hex digits, stable for an id. */
function hashId(id: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
