import { problem } from '../../../platform/http/problem.ts'
import type { Models } from '../../runtime/index.ts'
import type { TokenCounts } from '../deps.ts'

/** Document 2, generate and compile: what it took. */
export type AuthorUsage = { model: string; calls: number } & TokenCounts

/** Document 2: generate and compile take at most three minutes; what is left of them goes to storing and answering. */
const maxMilliseconds = 170_000
const maxMillisecondsPerCall = 90_000

/** One conversation with the model that writes; it remembers what was said before. */
export type AuthoringSession = {
  usage: AuthorUsage
  /** The object in its answer; undefined where there is none. Throws Unreachable. */
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
  const usage = {
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
      const told = {
        ...whole,
        sections: [...sections],
        messages: [...messages],
        withinMilliseconds: maxMillisecondsPerCall,
      }
      usage.calls += 1
      const answered = await model.answer(told).catch((error) => {
        throw new AuthorUnreachableError('the model that writes test cases failed', { cause: error })
      })
      for (const kind of ['inputTokens', 'outputTokens', 'cacheReadTokens'] as const)
        usage[kind] += answered.usage[kind]
      messages.push({ role: 'assistant', text: answered.text })
      return parseJsonObject(answered.text)
    },
  }
}

const createUnavailableProblem = () =>
  problem('agent.test.authoring_unavailable', 503, { detail: 'No model is set that can write test cases' })

/** What a caller is told where the model gave nothing to go on. */
export function rethrowAsUnavailable(error: unknown): never {
  if (!(error instanceof AuthorUnreachableError)) throw error
  const detail = 'The model that writes test cases could not be reached, or failed: try again in a moment'
  throw problem('agent.test.authoring_unavailable', 503, { detail })
}

/** Where there is something to go on with. */
export function ignoreUnreachable(error: unknown): 'gone' {
  if (error instanceof AuthorUnreachableError) return 'gone'
  throw error
}

/** The model may put words or a fence around it. */
function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
