import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, caseLinter } from '@parley/testcase'
import type { Models } from '../../runtime/index.ts'
import { type Author, type AuthorUsage, authorOf, unlessGone, unlessUnreachable } from './author.ts'
import { type Checked, check, complaintOf, faultsIn, unwritten } from './check.ts'
import { caseLanguage } from './language.ts'
import { fenced, surroundingsOf } from './surroundings.ts'

/** Document 2, generate from a description. */
export type DraftWish = { description: string; count: number; tags?: readonly string[] }

/** A draft that has errors still. */
export type Dropped = { title?: string; findings: Finding[] }

export type Drafts = {
  /** Without keys and origin, which are whoever stores them's. */
  drafts: CaseDocument[]
  dropped: Dropped[]
  usage: AuthorUsage
}

type Lint = ReturnType<typeof caseLinter>

const mostRepairs = 2

/** Has the authoring model write cases; those with errors go back to it with what was found, twice at most. */
export async function generateDrafts(
  models: Pick<Models, 'author'>,
  definition: AgentDefinition,
  wish: DraftWish,
  signal: AbortSignal,
): Promise<Drafts> {
  const author = authorOf(models, caseLanguage, signal)
  const written = await writeAll(author, { definition, wish, lint: caseLinter(definition) })
  const drafts = written.filter(isSound).flatMap((draft) => draftOf(draft, wish))
  const broken = written.length > 0 ? written.filter((draft) => !isSound(draft)) : [unwritten(nothing)]
  return { drafts, dropped: broken.map(droppedOf), usage: author.usage }
}

type Job = { definition: AgentDefinition; wish: DraftWish; lint: Lint }

const nothing = 'the model wrote no cases as JSON'
const isSound = (draft: Checked): boolean => faultsIn(draft).length === 0

/** Those that cannot be mended stay as they are; so do all when the model is not there any more. */
async function writeAll(author: Author, { definition, wish, lint }: Job): Promise<Checked[]> {
  const read = (answer: Answer) =>
    casesIn(answer)
      .slice(0, wish.count)
      .map((one) => check(plain(one), lint))
  let written = read(await author.ask(taskOf(definition, wish)).catch(unlessUnreachable))
  for (let repairs = 0; repairs < mostRepairs; repairs++) {
    const broken = written.filter((draft) => !isSound(draft))
    if (written.length > 0 && broken.length === 0) break
    const answer = await author.ask(written.length > 0 ? repairOf(broken) : askAgain).catch(unlessGone)
    if (answer === 'gone') break
    const mended = new Map(read(answer).map((draft, at) => [broken[at], draft]))
    written = written.length > 0 ? written.map((draft) => mended.get(draft) ?? draft) : read(answer)
  }
  return written
}

type Answer = Record<string, unknown> | undefined

const casesIn = (answer: Answer): unknown[] => (Array.isArray(answer?.cases) ? answer.cases : [])

const askAgain = 'That was no JSON object with cases. Write the whole of {"cases": [...]} again, and nothing else.'

/** What the platform sets is not the model's to write. */
function plain(written: unknown): unknown {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return written
  const { key: _, origin: __, ...rest } = written as Record<string, unknown>
  return rest
}

const mostTags = 20

function draftOf({ document }: Checked, { tags = [] }: DraftWish): CaseDocument[] {
  if (!document) return []
  const all = [...new Set([...tags, ...(document.tags ?? [])])].slice(0, mostTags)
  return [{ ...document, ...(all.length > 0 && { tags: all }) }]
}

function droppedOf({ written, findings }: Checked): Dropped {
  const { title } = (written ?? {}) as { title?: unknown }
  return { ...(typeof title === 'string' && title !== '' && { title: title.slice(0, 300).toWellFormed() }), findings }
}

function taskOf(definition: AgentDefinition, { description, count }: DraftWish): string {
  const many = count === 1 ? 'one case' : `${count} cases that differ from each other`
  return [
    `Write {"cases": [...]} with ${many}.`,
    surroundingsOf(definition),
    `What the cases are to cover: ${fenced(description)}`,
  ].join('\n')
}

function repairOf(broken: readonly Checked[]): string {
  const lines = broken.map((draft, at) => {
    const written = draft.written === undefined ? 'nothing that can be read' : JSON.stringify(draft.written)
    return `${at + 1}. ${fenced(written)} does not hold: ${complaintOf(faultsIn(draft))}.`
  })
  return ['These do not hold. Write {"cases": [...]} with these alone, mended, in this order:', ...lines].join('\n')
}
