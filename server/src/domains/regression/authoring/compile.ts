import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, caseLinter } from '@parley/testcase'
import { problem } from '../../../platform/http/problem.ts'
import type { Models } from '../../runtime/index.ts'
import { type Author, type AuthorUsage, authorOf, unlessGone, unlessUnreachable } from './author.ts'
import { type Checked, check, complaintOf, faultsIn, unwritten } from './check.ts'
import { caseLanguage } from './language.ts'
import { fenced, surroundingsOf } from './surroundings.ts'

type Brief = NonNullable<CaseDocument['brief']>

export type CompileWish = { definition: AgentDefinition; brief: Brief; current?: CaseDocument }

export type Compiled = { document: CaseDocument; lint: Finding[]; usage: AuthorUsage; caveat?: string }

const mostRepairs = 2
const longestCaveat = 1_000

/** Document 2, compile: the smallest change to a case that satisfies its brief. Nothing is kept. */
export async function compileCase(
  models: Pick<Models, 'author'>,
  wish: CompileWish,
  signal: AbortSignal,
): Promise<Compiled> {
  const author = authorOf(models, caseLanguage, signal)
  const { best, caveat } = await write(author, wish)
  const { document, findings } = best
  if (!document) throw problem('agent.test.invalid', 422, { detail: 'The model wrote no valid case', lint: findings })
  const left = faultsIn(best).length
  const warning = left > 0 ? `${left === 1 ? 'One finding' : `${left} findings`} could not be mended: see lint.` : ''
  const said = [warning, caveat].filter(Boolean).join(' ')
  return { document, lint: findings, usage: author.usage, ...(said && { caveat: said }) }
}

type Written = { best: Checked; caveat?: string }

/** Once something was written, a model that is gone costs its next try alone. */
async function write(author: Author, wish: CompileWish): Promise<Written> {
  const lint = caseLinter(wish.definition)
  const read = (answer: Answer): Written => ({
    best:
      answer?.case === undefined ? unwritten('the model wrote no case as JSON') : check(kept(answer.case, wish), lint),
    ...(typeof answer?.caveat === 'string' && { caveat: answer.caveat.slice(0, longestCaveat).toWellFormed() }),
  })
  let last = read(await author.ask(taskOf(wish)).catch(unlessUnreachable))
  let best = last
  for (let repairs = 0; repairs < mostRepairs && faultsIn(last.best).length > 0; repairs++) {
    const complaint = `That does not hold: ${complaintOf(faultsIn(last.best))}. Write the whole JSON again.`
    const answer = await author.ask(complaint).catch(unlessGone)
    if (answer === 'gone') break
    last = read(answer)
    if (badness(last.best) <= badness(best.best)) best = last
  }
  return best
}

type Answer = Record<string, unknown> | undefined

const badness = (checked: Checked): number => (checked.document ? faultsIn(checked).length : Number.POSITIVE_INFINITY)

const owners = ['key', 'tags', 'notes', 'samples', 'origin'] as const

/** What is the operator's own stays as it was, and the brief is theirs too. */
function kept(written: unknown, { brief, current }: CompileWish): unknown {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return written
  const theirs = Object.entries(written).filter(([name]) => !owners.some((own) => own === name))
  const ours = owners.flatMap((own) => (current?.[own] === undefined ? [] : [[own, current[own]]]))
  return { ...Object.fromEntries([...theirs, ...ours]), brief }
}

function taskOf({ definition, brief, current }: CompileWish): string {
  return [
    'Write {"case": {...}, "caveat"?: "one sentence, where the brief asks for what a case cannot say or check"}.',
    surroundingsOf(definition),
    current
      ? `The case as it is: ${fenced(JSON.stringify(current))}\nMake the smallest change to it that satisfies the brief: what the brief does not touch stays word for word. The brief itself need not be repeated.`
      : 'Write the case that the brief describes. The brief itself need not be repeated.',
    `The brief, what happens: ${fenced(brief.scenario)}`,
    `The brief, what is expected: ${fenced(brief.expected)}`,
  ].join('\n')
}
