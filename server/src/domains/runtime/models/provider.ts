import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { ProviderChoice } from '../../../platform/model-choice.ts'
import { ResponseTooLargeError, readLimited } from '../../../platform/outbound/index.ts'

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
export const providerOptions = {
  openai: { store: false, strictJsonSchema: false },
  openaiCompatible: { strictJsonSchema: false },
}

export function createLanguageModel({ provider, model, baseUrl, key }: ProviderChoice, fetch: Fetch): LanguageModel {
  return providers[provider]({ model, baseURL: baseUrl, apiKey: key, fetch: createBoundedFetch(fetch) })
}
type Fetch = typeof fetch

/** No connection, or a broken one. Omits the message of fetch, which may contain the address or a header. */
export class ProviderUnreachableError extends Error {}

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
