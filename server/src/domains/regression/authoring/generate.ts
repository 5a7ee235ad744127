import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, createCaseLinter } from '@parley/testcase'
import type { Models } from '../../runtime/index.ts'
import {
  type AuthoringSession,
  type AuthorUsage,
  type CheckedDraft,
  checkDraft,
  createAuthoringSession,
  createMissingDraft,
  describeFindings,
  ignoreUnreachable,
  listFaults,
  rethrowAsUnavailable,
} from './author.ts'

import { caseLanguagePrompt, describeAgent, fenceText } from './prompts.ts'

export type DraftRequest = { description: string; count: number; tags?: readonly string[] }

export type DroppedDraft = { title?: string; findings: Finding[] }

export type GeneratedDrafts = {
  /** Without key and origin, which the caller adds when storing. */
  drafts: CaseDocument[]
  dropped: DroppedDraft[]
  usage: AuthorUsage
}

type Lint = ReturnType<typeof createCaseLinter>

const maxRepairs = 2

/** Lets the authoring model write cases. Drafts with errors go back to it with the findings, at most twice. */
export async function generateDrafts(
  models: Pick<Models, 'author'>,
  definition: AgentDefinition,
  request: DraftRequest,
  signal: AbortSignal,
): Promise<GeneratedDrafts> {
  const author = createAuthoringSession(models, caseLanguagePrompt, signal)
  const written = await writeDrafts(author, { definition, wish: request, lint: createCaseLinter(definition) })
  const drafts = written.filter(hasNoFaults).flatMap((draft) => toDraftDocuments(draft, request))
  const broken =
    written.length > 0 ? written.filter((draft) => !hasNoFaults(draft)) : [createMissingDraft(noCasesMessage)]
  return { drafts, dropped: broken.map(toDroppedDraft), usage: author.usage }
}

type DraftJob = { definition: AgentDefinition; wish: DraftRequest; lint: Lint }

const noCasesMessage = 'the model did not write cases as JSON'
const hasNoFaults = (draft: CheckedDraft): boolean => listFaults(draft).length === 0

/** Drafts that cannot be repaired stay as they are, and so do all drafts when the model becomes unreachable. */
async function writeDrafts(
  author: AuthoringSession,
  { definition, wish: request, lint }: DraftJob,
): Promise<CheckedDraft[]> {
  const read = (answer: Answer) =>
    readCases(answer)
      .slice(0, request.count)
      .map((one) => checkDraft(dropPlatformFields(one), lint))
  let written = read(await author.ask(buildDraftPrompt(definition, request)).catch(rethrowAsUnavailable))
  for (let repairs = 0; repairs < maxRepairs; repairs++) {
    const broken = written.filter((draft) => !hasNoFaults(draft))
    if (written.length > 0 && broken.length === 0) break
    const answer = await author
      .ask(written.length > 0 ? buildRepairPrompt(broken) : retryPrompt)
      .catch(ignoreUnreachable)
    if (answer === 'gone') break
    const mended = new Map(read(answer).map((draft, at) => [broken[at], draft]))
    written = written.length > 0 ? written.map((draft) => mended.get(draft) ?? draft) : read(answer)
  }
  return written
}

type Answer = Record<string, unknown> | undefined

const readCases = (answer: Answer): unknown[] => (Array.isArray(answer?.cases) ? answer.cases : [])

const retryPrompt = 'That was no JSON object with cases. Write the whole of {"cases": [...]} again, and nothing else.'

function dropPlatformFields(written: unknown): unknown {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return written
  const { key: _, origin: __, ...rest } = written as Record<string, unknown>
  return rest
}

const maxTags = 20

function toDraftDocuments({ document }: CheckedDraft, { tags = [] }: DraftRequest): CaseDocument[] {
  if (!document) return []
  const all = [...new Set([...tags, ...(document.tags ?? [])])].slice(0, maxTags)
  return [{ ...document, ...(all.length > 0 && { tags: all }) }]
}

function toDroppedDraft({ written, findings }: CheckedDraft): DroppedDraft {
  const { title } = (written ?? {}) as { title?: unknown }
  return { ...(typeof title === 'string' && title !== '' && { title: title.slice(0, 300).toWellFormed() }), findings }
}

function buildDraftPrompt(definition: AgentDefinition, { description, count }: DraftRequest): string {
  const many = count === 1 ? 'one case' : `${count} cases that differ from each other`
  return [
    `Write {"cases": [...]} with ${many}.`,
    describeAgent(definition),
    `What the cases are to cover: ${fenceText(description)}`,
  ].join('\n')
}

function buildRepairPrompt(broken: readonly CheckedDraft[]): string {
  const lines = broken.map((draft, at) => {
    const written = draft.written === undefined ? 'nothing that can be read' : JSON.stringify(draft.written)
    return `${at + 1}. ${fenceText(written)} does not hold: ${describeFindings(listFaults(draft))}.`
  })
  return ['These do not hold. Write {"cases": [...]} with these alone, mended, in this order:', ...lines].join('\n')
}
