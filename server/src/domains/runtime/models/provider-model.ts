import { setTimeout as pause } from 'node:timers/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type LanguageModel, Output, streamText } from 'ai'
import type { ProviderChoice } from '../../../platform/model-choice.ts'
import { OutboundBlockedError, ResponseTooLargeError, readLimited } from '../../../platform/outbound/index.ts'
import type { World } from '../../../platform/world.ts'
import type { ModelCallChoice } from '../../models/index.ts'
import { type Model, type ModelAnswer, ModelError, type ModelInput, type ModelName, type ModelStream } from './model.ts'
import { type ProviderOutput, parseModelAnswer, recoverOutput } from './parse-answer.ts'
import {
  AnswerInterruptedError,
  classifyFailure,
  createModelError,
  isUnknownAddress,
  ProviderUnreachableError,
} from './provider-failure.ts'
import { toInstructions, toProviderMessages, toToolSet } from './request.ts'

type ProviderSettings = { model: string; baseURL?: string; apiKey?: string; fetch: typeof fetch }

/**
 * Explicit URLs and keys: without them, the packages would read those of the installation from the environment, and
 * send its key to an address of a tenant.
 */
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

type ProtocolModels = { model: LanguageModel; alternative?: LanguageModel }

/**
 * OpenAI's own address gets its responses protocol. Another address of an `openai` model may be a gateway that knows
 * only chat completions, so it gets those if it has no responses.
 */
function createLanguageModels({ provider, model, baseUrl, key }: ProviderChoice, fetch: Fetch): ProtocolModels {
  const apiKey = key ?? (provider === 'openai-compatible' ? undefined : '')
  const reach = { baseURL: baseUrl, apiKey, fetch: createBoundedFetch(fetch) }
  const main = providers[provider]({ model, ...reach })
  if (provider !== 'openai' || baseUrl === undefined) return { model: main }
  return { model: main, alternative: createOpenAI(reach).chat(model) }
}
type Fetch = typeof fetch

const maxBytes = 2_000_000
const bodilessStatuses = [204, 205, 304]

/**
 * Limits what a provider may return, and does not follow redirects, because they would receive the key. For a model of
 * a tenant, `fetch` blocks private networks; the address in MODEL_BASE_URL is the operator's and often on this machine.
 */
function createBoundedFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const translate = (error: unknown): unknown =>
      error instanceof ResponseTooLargeError || error instanceof OutboundBlockedError || init?.signal?.aborted
        ? error
        : new ProviderUnreachableError()
    try {
      const response = await fetch(input, { ...init, redirect: 'error' })
      const { status, headers } = response
      if (response.body && headers.get('content-type')?.startsWith('text/event-stream'))
        return new Response(limitStream(response.body, translate), { status, headers })
      const body = await readLimited(response, maxBytes)
      return new Response(bodilessStatuses.includes(status) ? null : new Uint8Array(body), { status, headers })
    } catch (error) {
      throw translate(error)
    }
  }
}

function limitStream(
  body: ReadableStream<Uint8Array>,
  translate: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes += value.length
        if (bytes > maxBytes) throw new ResponseTooLargeError(`more than ${maxBytes} bytes`)
        controller.enqueue(value)
      } catch (error) {
        controller.error(translate(error))
        await reader.cancel().catch(() => {})
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** A model of a provider, through the Vercel AI SDK. Retries, timeouts, and validation are our own. */

const maxAttempts = 2
/** Longer than this, a person had better get the answer of another model. */
const maxWaitMilliseconds = 10_000

type ProviderDeps = Pick<World, 'fetch' | 'now'>
type ProviderContext = Pick<World, 'now'> & {
  /** Changes once, when the server turns out to speak the alternative. */
  protocols: ProtocolModels
  provider: ProviderChoice['provider']
  name: ModelName
  settings: Pick<ModelCallChoice, 'temperature' | 'maxOutputTokens'>
}

export function createProviderModel(choice: ModelCallChoice, { fetch, now }: ProviderDeps): Model {
  // Otherwise the package would print warnings about unsupported features to the terminal.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { provider, model, temperature, maxOutputTokens } = choice
  const name = { provider, model }
  const settings = { temperature, maxOutputTokens }
  const protocols = createLanguageModels(choice, fetch)
  const context: ProviderContext = { protocols, provider, name, now, settings }
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
      return { ...parseOutput(context.name, ask, await callEither(context, ask, signal), tries), tries }
    } catch (error) {
      ask.signal.throwIfAborted()
      if (error instanceof ModelError) throw error
      if (error instanceof StreamWriteError) throw error.cause
      if (limit.aborted) throw createModelError(context.name, tooLong, tries)
      const failure = classifyFailure(error, context.now())
      wait = failure.retryAfterMilliseconds ?? Number.POSITIVE_INFINITY
      const isLast = tries === maxAttempts || performance.now() + wait >= endsAt
      if (isLast || wait > maxWaitMilliseconds || ask.stream?.hasSent())
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

/** Finding out the protocol of a server is no retry: the request that it did not know had no effect. */
async function callEither(context: ProviderContext, ask: ModelInput, signal: AbortSignal): Promise<ProviderOutput> {
  const { model, alternative } = context.protocols
  try {
    return await callProvider(model, context, ask, signal)
  } catch (error) {
    if (!alternative || !isUnknownAddress(error)) throw error
    try {
      const output = await callProvider(alternative, context, ask, signal)
      context.protocols = { model: alternative }
      return output
    } catch (other) {
      if (isUnknownAddress(other)) throw error
      context.protocols = { model: alternative }
      throw other
    }
  }
}

async function callProvider(
  model: LanguageModel,
  { provider, settings }: ProviderContext,
  ask: ModelInput,
  abortSignal: AbortSignal,
): Promise<ProviderOutput> {
  const { shape } = ask
  const request = {
    model,
    instructions: toInstructions(ask, provider),
    messages: toProviderMessages(ask.messages),
    tools: toToolSet(ask.tools),
    ...settings,
    providerOptions,
    maxRetries: 0,
    abortSignal,
  }
  if (ask.stream && !shape) return streamFromProvider(request, ask.stream)
  try {
    const result = await generateText({
      ...request,
      ...(shape && { output: Output.object({ schema: jsonSchema(shape) }) }),
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

/** An error of the receiver of a stream, which is not the model's. */
class StreamWriteError extends Error {}

type StreamRequest = Parameters<typeof streamText>[0]

async function streamFromProvider(request: StreamRequest, stream: ModelStream): Promise<ProviderOutput> {
  let text = ''
  const toolCalls: { toolCallId: string; toolName: string; input: unknown }[] = []
  // Without `onError`, the package would print errors, with the request, to the terminal.
  const { fullStream } = streamText({ ...request, onError: () => {} })
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw request.abortSignal?.reason ?? new AnswerInterruptedError()
    if (part.type === 'tool-call') toolCalls.push(part)
    if (part.type === 'text-delta') {
      text += part.text
      await stream.write(text).catch((cause) => {
        throw new StreamWriteError('the receiver of the stream failed', { cause })
      })
    }
    if (part.type !== 'finish') continue
    const { finishReason, rawFinishReason, totalUsage: usage } = part
    if (finishReason === 'other' && rawFinishReason === undefined) break
    return { text, toolCalls, finishReason, usage }
  }
  throw new AnswerInterruptedError()
}
