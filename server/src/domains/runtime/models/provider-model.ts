import { setTimeout as pause } from 'node:timers/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, jsonSchema, type LanguageModel, NoObjectGeneratedError, Output } from 'ai'
import type { ProviderChoice } from '../../../platform/model-choice.ts'
import { ResponseTooLargeError, readLimited } from '../../../platform/outbound/index.ts'
import type { World } from '../../../platform/world.ts'
import { type Model, type ModelAnswer, ModelError, type ModelInput, type ModelName, type TokenUsage } from './model.ts'
import { type ProviderOutput, parseModelAnswer, recoverOutput } from './parse-answer.ts'
import { toInstructions, toProviderMessages, toToolSet } from './request.ts'

type ProviderSettings = { model: string; baseURL?: string; apiKey?: string; fetch: typeof fetch }

/** Explicit URLs: without one, the packages would read it from the environment. */
const providers: Record<ProviderChoice['provider'], (reach: ProviderSettings) => LanguageModel> = {
  openai: ({ model, baseURL = 'https://api.openai.com/v1', ...reach }) => createOpenAI({ baseURL, ...reach })(model),
  anthropic: ({ model, baseURL = 'https://api.anthropic.com/v1', ...reach }) =>
    createAnthropic({ baseURL, ...reach })(model),
  google: ({ model, baseURL = 'https://generativelanguage.googleapis.com/v1beta', ...reach }) =>
    createGoogle({ baseURL, ...reach })(model),
  'openai-compatible': ({ model, baseURL = '', ...reach }) =>
    createOpenAICompatible({ name: 'openai-compatible', supportsStructuredOutputs: true, baseURL, ...reach })(model),
}

/** OpenAI must not store requests, and schemas may have optional fields. */
const providerOptions = {
  openai: { store: false, strictJsonSchema: false },
  openaiCompatible: { strictJsonSchema: false },
}

function createLanguageModel({ provider, model, baseUrl, key }: ProviderChoice, fetch: Fetch): LanguageModel {
  return providers[provider]({ model, baseURL: baseUrl, apiKey: key, fetch: createBoundedFetch(fetch) })
}
type Fetch = typeof fetch

/** No connection, or a broken one. Omits the message of fetch, which may contain the address or a header. */
class ProviderUnreachableError extends Error {}

const maxBytes = 2_000_000
const bodilessStatuses = [204, 205, 304]

/**
 * The URL is the operator's own setting and often on this machine, so the guard for tenants' URLs does not apply. Does
 * not follow redirects, because they would receive the key.
 */
function createBoundedFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, { ...init, redirect: 'error' })
      const { status, headers } = response
      const body = await readLimited(response, maxBytes)
      return new Response(bodilessStatuses.includes(status) ? null : new Uint8Array(body), { status, headers })
    } catch (error) {
      throw error instanceof ResponseTooLargeError || init?.signal?.aborted ? error : new ProviderUnreachableError()
    }
  }
}

/**
 * A failure in our own words: errors of the providers' packages contain the whole request, and a provider's message may
 * quote the prompt. `retryAfterMilliseconds`: milliseconds to wait before a retry, if one is worthwhile.
 */
type ModelFailure = { reason: ModelError['reason']; says: string; usage?: TokenUsage; retryAfterMilliseconds?: number }

const pauseMilliseconds = 100

function classifyFailure(error: unknown, now: Date): ModelFailure {
  if (error instanceof ProviderUnreachableError)
    return { reason: 'unreachable', says: 'could not be reached', retryAfterMilliseconds: pauseMilliseconds }
  if (APICallError.isInstance(error)) return classifyCallFailure(error, now)
  if (NoObjectGeneratedError.isInstance(error))
    return { reason: 'garbage', says: 'did not return the requested object' }
  if (error instanceof ResponseTooLargeError) return { reason: 'garbage', says: 'returned an answer that is too long' }
  return { reason: 'refused', says: `could not be called (${nameOf(error)})` }
}

function createModelError(
  { provider, model }: ModelName,
  { reason, says, usage }: ModelFailure,
  tries: number,
): ModelError {
  const times = tries > 1 ? ` (${tries} tries)` : ''
  return new ModelError(reason, `the model ${provider}:${model} ${says}${times}`, usage, tries)
}

function classifyCallFailure(error: APICallError, now: Date): ModelFailure {
  const { statusCode: status = 200 } = error
  // A package may report a response it cannot parse as a 500 that is not retryable.
  if (status < 300 || (status === 500 && !error.isRetryable))
    return { reason: 'garbage', says: 'returned an invalid answer' }
  const says = `answered ${[status, extractErrorCode(error.data)].filter(Boolean).join(' ')}`
  const retryAfterMilliseconds = parseRetryAfter(error.responseHeaders ?? {}, now)
  if (status >= 500) return { reason: 'unreachable', says, retryAfterMilliseconds }
  return { reason: 'refused', says, ...(status === 429 && { retryAfterMilliseconds }) }
}

/** `retry-after` is a number of seconds or a date; OpenAI also sends milliseconds. */
function parseRetryAfter(headers: Record<string, string>, now: Date): number {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const after = headers['retry-after']
  if (!after) return pauseMilliseconds
  if (Number(after) >= 0) return Number(after) * 1000
  const until = Date.parse(after) - now.getTime()
  return Number.isNaN(until) ? pauseMilliseconds : Math.max(until, 0)
}

/** The provider's error code (`model_not_found`). Restricted to one word, so that it cannot be a key or a prompt. */
function extractErrorCode(data: unknown): string | undefined {
  const { error } = (data ?? {}) as { error?: Record<string, unknown> }
  return [error?.code, error?.type, error?.status].find(
    (word): word is string => typeof word === 'string' && /^[a-z_]{3,40}$/i.test(word),
  )
}

function nameOf(error: unknown): string {
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown'
}

/** A model of a provider, through the Vercel AI SDK. Retries, timeouts, and validation are our own. */

const maxAttempts = 2

type ProviderDeps = Pick<World, 'fetch' | 'now'>
type ProviderContext = Pick<World, 'now'> & {
  model: LanguageModel
  provider: ProviderChoice['provider']
  name: ModelName
}

export function createProviderModel(choice: ProviderChoice, { fetch, now }: ProviderDeps): Model {
  // Otherwise the package would print warnings about unsupported features to the terminal.
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
      wait = failure.retryAfterMilliseconds ?? Number.POSITIVE_INFINITY
      if (tries === maxAttempts || performance.now() + wait >= endsAt)
        throw createModelError(context.name, failure, tries)
    }
  }
}

function parseOutput(
  name: ModelName,
  ask: ModelInput,
  output: ProviderOutput,
  tries: number,
): Omit<ModelAnswer, 'tries'> {
  const answered = parseModelAnswer(ask, output)
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
    const recovered = recoverOutput(error)
    if (recovered) return recovered
    throw error
  }
}
