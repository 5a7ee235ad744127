import type { Finding } from '@parley/findings'
import { type CaseDocument, type createCaseLinter, readCase } from '@parley/testcase'
import { problem } from '../../../platform/http/problem.ts'
import { type CallCost, sumCosts } from '../../models/index.ts'
import { ModelError, type Models } from '../../runtime/index.ts'
import type { TokenCounts } from '../deps.ts'

export type AuthorUsage = { model: string; calls: number; cost?: CallCost } & TokenCounts

/** Generate and compile may take up to three minutes; the remaining 10 s are for storing and responding. */
const maxMilliseconds = 170_000
const maxMillisecondsPerCall = 90_000

/** One conversation with the authoring model; every request includes the previous messages. */
export type AuthoringSession = {
  usage: AuthorUsage
  /** Returns the JSON object in the response, or undefined when there is none. Throws AuthorUnreachableError. */
  ask(words: string): Promise<Record<string, unknown> | undefined>
}

class AuthorUnreachableError extends Error {}

export function createAuthoringSession(
  { author }: Pick<Models, 'author'>,
  language: string,
  signal: AbortSignal,
): AuthoringSession {
  const model = author?.()
  if (!model) throw createUnavailableProblem()
  const { name } = model
  const usage: AuthorUsage = {
    model: `${name.provider}:${name.model}`,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
  }
  const sections = [{ name: 'task', text: language, stable: true }]
  const messages: { role: 'user' | 'assistant'; text: string }[] = []
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)])
  const whole = { purpose: 'author', sections, hints: { kind: 'none' }, signal: limit } as const
  return {
    usage,
    async ask(words) {
      messages.push({ role: 'user', text: words })
      const request = {
        ...whole,
        sections: [...sections],
        messages: [...messages],
        withinMilliseconds: maxMillisecondsPerCall,
      }
      usage.calls += 1
      const answered = await model.answer(request).catch((error) => {
        if (error instanceof ModelError) addCall(usage, error.usage)
        throw new AuthorUnreachableError('the model that writes test cases failed', { cause: error })
      })
      addCall(usage, answered.usage)
      messages.push({ role: 'assistant', text: answered.text })
      return parseJsonObject(answered.text)
    },
  }
}

/** Adds what a call used. A failed call has tokens, and a cost, if the provider reported them. */
function addCall(usage: AuthorUsage, call: (TokenCounts & { cost?: CallCost }) | undefined): void {
  if (!call) return
  for (const kind of ['inputTokens', 'outputTokens', 'cacheReadTokens'] as const) usage[kind] += call[kind]
  const [cost] = sumCosts([usage.cost, call.cost])
  if (cost) usage.cost = cost
}

const createUnavailableProblem = () =>
  problem('agent.test.authoring_unavailable', 503, { detail: 'No model for writing test cases is configured' })

/** Converts an unreachable model to a 503, for when there is no earlier draft to fall back on. */
export function rethrowAsUnavailable(error: unknown): never {
  if (!(error instanceof AuthorUnreachableError)) throw error
  const detail = 'The model that writes test cases could not be reached, or failed: try again later'
  throw problem('agent.test.authoring_unavailable', 503, { detail })
}

/** For when an earlier draft can be used instead. */
export function ignoreUnreachable(error: unknown): 'gone' {
  if (error instanceof AuthorUnreachableError) return 'gone'
  throw error
}

/** The model may wrap the object in prose or a code fence. */
function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export type CheckedDraft = { written: unknown; document?: CaseDocument; findings: Finding[] }

type Lint = ReturnType<typeof createCaseLinter>

export function checkDraft(written: unknown, lint: Lint): CheckedDraft {
  const { document } = readCase(written)
  // Reports all findings together, so that the model can fix them in one attempt.
  const { findings } = readCase(written, lint)
  return { written, ...(document && { document }), findings }
}

/** Findings that make a draft useless because the case cannot be played, although such a case may be stored. */
const faultCodes = ['case.brief.not-compiled']

export const listFaults = ({ findings }: Pick<CheckedDraft, 'findings'>): Finding[] =>
  findings.filter(({ severity, code }) => severity === 'error' || faultCodes.includes(code))

export function createMissingDraft(message: string): CheckedDraft {
  return { written: undefined, findings: [{ severity: 'error', code: 'case.schema.type', path: '', message }] }
}

const maxFindingsDescribed = 12

export const describeFindings = (findings: readonly Finding[]): string =>
  findings
    .slice(0, maxFindingsDescribed)
    .map(({ path, message, code }) => `${path || '/'} ${message} (${code})`)
    .join('; ')
