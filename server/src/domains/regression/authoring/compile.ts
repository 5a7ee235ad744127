import type { AgentDefinition } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, createCaseLinter } from '@parley/testcase'
import { problem } from '../../../platform/http/problem.ts'
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

type Brief = NonNullable<CaseDocument['brief']>

export type CompileRequest = { definition: AgentDefinition; brief: Brief; current?: CaseDocument }

export type CompiledCase = { document: CaseDocument; lint: Finding[]; usage: AuthorUsage; caveat?: string }

const maxRepairs = 2
const maxCaveatLength = 1_000

/** Makes the smallest change to a case that satisfies its brief. Stores nothing. */
export async function compileCase(
  models: Pick<Models, 'author'>,
  request: CompileRequest,
  signal: AbortSignal,
): Promise<CompiledCase> {
  const author = createAuthoringSession(models, caseLanguagePrompt, signal)
  const { best, caveat } = await compileWithRepairs(author, request)
  const { document, findings } = best
  if (!document)
    throw problem('agent.test.invalid', 422, { detail: 'The model did not write a valid case', lint: findings })
  const left = listFaults(best).length
  const warning = left > 0 ? `${left === 1 ? 'One finding' : `${left} findings`} could not be fixed: see lint.` : ''
  const warnings = [warning, caveat].filter(Boolean).join(' ')
  return { document, lint: findings, usage: author.usage, ...(warnings && { caveat: warnings }) }
}

type CompileAttempt = { best: CheckedDraft; caveat?: string }

/** Keeps the best attempt: once there is one, an unreachable model only ends the repairs. */
async function compileWithRepairs(author: AuthoringSession, request: CompileRequest): Promise<CompileAttempt> {
  const lint = createCaseLinter(request.definition)
  const read = (answer: Answer): CompileAttempt => ({
    best:
      answer?.case === undefined
        ? createMissingDraft('the model did not write a case as JSON')
        : checkDraft(preserveOperatorFields(answer.case, request), lint),
    ...(typeof answer?.caveat === 'string' && { caveat: answer.caveat.slice(0, maxCaveatLength).toWellFormed() }),
  })
  let last = read(await author.ask(buildCompilePrompt(request)).catch(rethrowAsUnavailable))
  let best = last
  for (let repairs = 0; repairs < maxRepairs && listFaults(last.best).length > 0; repairs++) {
    const complaint = `That does not hold: ${describeFindings(listFaults(last.best))}. Write the whole JSON again.`
    const answer = await author.ask(complaint).catch(ignoreUnreachable)
    if (answer === 'gone') break
    last = read(answer)
    if (countFaults(last.best) <= countFaults(best.best)) best = last
  }
  return best
}

type Answer = Record<string, unknown> | undefined

const countFaults = (checked: CheckedDraft): number =>
  checked.document ? listFaults(checked).length : Number.POSITIVE_INFINITY

const operatorFields = ['key', 'tags', 'notes', 'samples', 'origin'] as const

/** Overwrites the operator's own fields and the brief with their original values. */
function preserveOperatorFields(written: unknown, { brief, current }: CompileRequest): unknown {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return written
  const theirs = Object.entries(written).filter(([name]) => !operatorFields.some((own) => own === name))
  const ours = operatorFields.flatMap((own) => (current?.[own] === undefined ? [] : [[own, current[own]]]))
  return { ...Object.fromEntries([...theirs, ...ours]), brief }
}

function buildCompilePrompt({ definition, brief, current }: CompileRequest): string {
  return [
    'Write {"case": {...}, "caveat"?: "one sentence, where the brief asks for what a case cannot say or check"}.',
    describeAgent(definition),
    current
      ? `The case as it is: ${fenceText(JSON.stringify(current))}\nMake the smallest change to it that satisfies the brief: what the brief does not touch stays word for word. The brief itself need not be repeated.`
      : 'Write the case that the brief describes. The brief itself need not be repeated.',
    `The brief, what happens: ${fenceText(brief.scenario)}`,
    `The brief, what is expected: ${fenceText(brief.expected)}`,
  ].join('\n')
}
