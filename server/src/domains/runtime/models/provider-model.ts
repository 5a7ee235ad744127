import { setTimeout as pause } from 'node:timers/promises'
import { generateText, jsonSchema, type LanguageModel, Output } from 'ai'
import type { ProviderChoice } from '../../../platform/model-choice.ts'
import type { World } from '../../../platform/world.ts'
import { classifyFailure, createModelError } from './failure.ts'
import { type Model, type ModelAnswer, ModelError, type ModelInput, type ModelName } from './model.ts'
import { type ProviderOutput, parseModelAnswer, recoverOutput } from './parse-answer.ts'
import { createLanguageModel, providerOptions } from './provider.ts'
import { toInstructions, toProviderMessages, toToolSet } from './request.ts'

/** A model at one of the providers, through the Vercel AI SDK. We own the tries, the time and what an answer is. */

const maxAttempts = 2

type ProviderDeps = Pick<World, 'fetch' | 'now'>
type ProviderContext = Pick<World, 'now'> & {
  model: LanguageModel
  provider: ProviderChoice['provider']
  name: ModelName
}

export function createProviderModel(choice: ProviderChoice, { fetch, now }: ProviderDeps): Model {
  // The package would tell the terminal what a provider does not support.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { provider, model } = choice
  const name = { provider, model }
  const context: ProviderContext = { model: createLanguageModel(choice, fetch), provider, name, now }
  return { name, answer: (ask) => generateAnswer(context, ask) }
}

async function generateAnswer(context: ProviderContext, ask: ModelInput): Promise<ModelAnswer> {
  ask.signal.throwIfAborted()
  const tooLong = { reason: 'timeout', says: 'took too long' } as const
  const within = Math.round(ask.withinMilliseconds)
  if (within <= 0) throw createModelError(context.name, tooLong, 0)
  const limit = AbortSignal.timeout(within)
  const signal = AbortSignal.any([ask.signal, limit])
  const endsAt = performance.now() + within
  let wait = 0
  for (let tries = 1; ; tries++) {
    try {
      if (wait > 0) await pause(wait, undefined, { signal })
      return { ...parseOutput(context.name, ask, await callProvider(context, ask, signal), tries), tries }
    } catch (error) {
      ask.signal.throwIfAborted()
      if (error instanceof ModelError) throw error
      if (limit.aborted) throw createModelError(context.name, tooLong, tries)
      const failure = classifyFailure(error, context.now())
      wait = failure.againAfter ?? Number.POSITIVE_INFINITY
      if (tries === maxAttempts || performance.now() + wait >= endsAt)
        throw createModelError(context.name, failure, tries)
    }
  }
}

function parseOutput(
  name: ModelName,
  ask: ModelInput,
  told: ProviderOutput,
  tries: number,
): Omit<ModelAnswer, 'tries'> {
  const answered = parseModelAnswer(ask, told)
  if ('reason' in answered) throw createModelError(name, answered, tries)
  return answered
}

async function callProvider(
  { model, provider }: ProviderContext,
  ask: ModelInput,
  abortSignal: AbortSignal,
): Promise<ProviderOutput> {
  const { shape } = ask
  try {
    const result = await generateText({
      model,
      instructions: toInstructions(ask, provider),
      messages: toProviderMessages(ask.messages),
      tools: toToolSet(ask.tools),
      ...(shape && { output: Output.object({ schema: jsonSchema(shape) }) }),
      providerOptions,
      maxRetries: 0,
      abortSignal,
    })
    const { text, toolCalls, finishReason, usage } = result
    const object = shape && toolCalls.length === 0 && finishReason === 'stop' ? result.output : undefined
    return { text, toolCalls, finishReason, usage, object }
  } catch (error) {
    const told = recoverOutput(error)
    if (told) return told
    throw error
  }
}
