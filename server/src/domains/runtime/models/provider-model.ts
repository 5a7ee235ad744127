import { setTimeout as pause } from 'node:timers/promises'
import { generateText, jsonSchema, type LanguageModel, Output } from 'ai'
import type { ProviderChoice } from '../../../platform/model-choice.ts'
import type { World } from '../../../platform/world.ts'
import { readAnswer, type Told, toldBy } from './answer.ts'
import { failed, failureOf } from './failure.ts'
import { type Model, type ModelAnswer, type ModelAsk, ModelFailed, type ModelName } from './model.ts'
import { languageModel, providerOptions } from './provider.ts'
import { instructionsOf, messagesOf, toolsOf } from './request.ts'

/** A model at one of the providers, through the Vercel AI SDK. We own the tries, the time and what an answer is. */

const mostTries = 2

type Reach = Pick<World, 'fetch' | 'now'>
type Asked = Pick<World, 'now'> & { model: LanguageModel; provider: ProviderChoice['provider']; name: ModelName }

export function providerModel(choice: ProviderChoice, { fetch, now }: Reach): Model {
  // The package would tell the terminal what a provider does not support.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { provider, model } = choice
  const name = { provider, model }
  const asked: Asked = { model: languageModel(choice, fetch), provider, name, now }
  return { name, answer: (ask) => answer(asked, ask) }
}

async function answer(asked: Asked, ask: ModelAsk): Promise<ModelAnswer> {
  ask.signal.throwIfAborted()
  const tooLong = { reason: 'timeout', says: 'took too long' } as const
  const within = Math.round(ask.withinMilliseconds)
  if (within <= 0) throw failed(asked.name, tooLong, 0)
  const limit = AbortSignal.timeout(within)
  const signal = AbortSignal.any([ask.signal, limit])
  const endsAt = performance.now() + within
  let wait = 0
  for (let tries = 1; ; tries++) {
    try {
      if (wait > 0) await pause(wait, undefined, { signal })
      return { ...read(asked.name, ask, await tell(asked, ask, signal), tries), tries }
    } catch (error) {
      ask.signal.throwIfAborted()
      if (error instanceof ModelFailed) throw error
      if (limit.aborted) throw failed(asked.name, tooLong, tries)
      const failure = failureOf(error, asked.now())
      wait = failure.againAfter ?? Number.POSITIVE_INFINITY
      if (tries === mostTries || performance.now() + wait >= endsAt) throw failed(asked.name, failure, tries)
    }
  }
}

function read(name: ModelName, ask: ModelAsk, told: Told, tries: number): Omit<ModelAnswer, 'tries'> {
  const answered = readAnswer(ask, told)
  if ('reason' in answered) throw failed(name, answered, tries)
  return answered
}

async function tell({ model, provider }: Asked, ask: ModelAsk, abortSignal: AbortSignal): Promise<Told> {
  const { shape } = ask
  try {
    const result = await generateText({
      model,
      instructions: instructionsOf(ask, provider),
      messages: messagesOf(ask.messages),
      tools: toolsOf(ask.tools),
      ...(shape && { output: Output.object({ schema: jsonSchema(shape) }) }),
      providerOptions,
      maxRetries: 0,
      abortSignal,
    })
    const { text, toolCalls, finishReason, usage } = result
    const object = shape && toolCalls.length === 0 && finishReason === 'stop' ? result.output : undefined
    return { text, toolCalls, finishReason, usage, object }
  } catch (error) {
    const told = toldBy(error)
    if (told) return told
    throw error
  }
}
