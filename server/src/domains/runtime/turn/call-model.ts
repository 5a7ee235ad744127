import type { TurnModel } from '../models/agent-models.ts'
import { type ModelAnswer, ModelError, type ModelInput } from '../models/model.ts'
import { computeCost } from '../models/price.ts'
import type { ModelCallRecord } from '../turns/turn.ts'
import { getActivePlaybook, type TurnContext } from './turn.ts'

/** Asks the agent's model and, if it fails, its fallbacks. */

export type ModelQuestion = Omit<ModelInput, 'withinMilliseconds' | 'signal' | 'messages'> & {
  /** Read again before each attempt: a failed one may have sent the beginning of its answer. */
  messages(): ModelInput['messages']
  maxMilliseconds: number
  /** Called before another model continues. */
  onFailure?(): void
}

/** Undefined when every model failed; the turn record has the reasons. */
export async function askModel(turn: TurnContext, question: ModelQuestion): Promise<ModelAnswer | undefined> {
  const { models } = turn.io
  let at = models.position
  for (;;) {
    const answered = await askOne(turn, models.list[at] as TurnModel, question, at + 1 < models.list.length)
    if (!(answered instanceof ModelError)) return answered
    turn.turnRecord.warnings.push(`The model failed: ${answered.reason}`)
    if (at + 1 >= models.list.length) return undefined
    question.onFailure?.()
    at += 1
    // A model that cannot be reached stays out for the rest of the turn; one bad answer does not say that much.
    if (answered.reason !== 'garbage') models.position = at
  }
}

async function askOne(
  turn: TurnContext,
  { modelId, model, price }: TurnModel,
  { messages, maxMilliseconds, onFailure: _, ...question }: ModelQuestion,
  hasFallback: boolean,
): Promise<ModelAnswer | ModelError> {
  const { io, input } = turn
  const startedAt = performance.now()
  const record = async (made: Pick<ModelAnswer, 'tries'> & { usage?: ModelAnswer['usage']; error?: string }) => {
    const usage = made.usage ?? { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }
    const call: ModelCallRecord = {
      purpose: question.purpose,
      modelId,
      ...model.name,
      ...usage,
      milliseconds: Math.round(performance.now() - startedAt),
      tries: made.tries,
      ...(price && made.usage && { cost: computeCost(price, usage) }),
      ok: made.error === undefined,
      ...(made.error !== undefined && { error: made.error }),
    }
    turn.turnRecord.modelCalls.push(call)
    await io.countCall({ ...call, playbookId: getActivePlaybook(turn).id })
  }
  try {
    const answer = await model.answer({
      ...question,
      messages: messages(),
      withinMilliseconds: limitCall(io.remainingMilliseconds(), maxMilliseconds, hasFallback),
      signal: input.signal,
    })
    await record(answer)
    return answer
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    await record({ usage: error.usage, tries: error.tries, error: error.message })
    return error
  }
}

const maxMillisecondsBeforeFallback = 20_000

/** Leaves time for the fallbacks. */
function limitCall(remaining: number, most: number, hasFallback: boolean): number {
  return hasFallback ? Math.min(remaining / 2, most, maxMillisecondsBeforeFallback) : Math.min(remaining, most)
}
