import { type FinishReason, type LanguageModelUsage, NoObjectGeneratedError } from 'ai'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ModelAnswer, ModelInput, ModelToolCall, TokenUsage } from './model.ts'
import { createToolNameLookup, listToolNames } from './request.ts'

type JsonSchemaObject = Record<string, unknown>

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false, addUsedSchema: false })
const checks = new WeakMap<JsonSchemaObject, ValidateFunction>()

function matchesSchema(shape: JsonSchemaObject, value: unknown): boolean {
  let check = checks.get(shape)
  if (!check) {
    check = ajv.compile(shape)
    checks.set(shape, check)
  }
  return check(value) === true
}

/** Extracts the object from a response that has prose or a code fence around it. */
function extractJsonObject(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

export type ProviderOutput = {
  text: string
  toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[]
  finishReason: FinishReason
  usage: LanguageModelUsage
  object?: unknown
}

type ParsedAnswer = Omit<ModelAnswer, 'tries'>
/** An invalid answer and the reason; its tokens still count. */
type InvalidAnswer = { reason: 'refused' | 'garbage'; says: string; usage: TokenUsage }

const maxAnswerBytes = 100 * 1024

export function parseModelAnswer(ask: ModelInput, output: ProviderOutput): ParsedAnswer | InvalidAnswer {
  const usage = toTokenUsage(output.usage)
  const calls = extractToolCalls(ask, output)
  const { text, finishReason, object } = output
  if (countBytes(text, calls) > maxAnswerBytes)
    return { reason: 'garbage', says: 'returned an answer that is too long', usage }
  if (ask.shape && calls.length === 0) {
    const fitting = [object, extractJsonObject(text)].find(
      (one) => ask.shape && one !== undefined && matchesSchema(ask.shape, one),
    )
    if (fitting !== undefined) return { text: '', calls, object: fitting, usage }
    return { reason: 'garbage', says: 'did not return the requested object', usage }
  }
  if (text.trim() || calls.length > 0)
    return { text, calls, usage, ...(finishReason === 'length' && { isCut: true as const }) }
  if (finishReason === 'content-filter') return { reason: 'refused', says: 'refused to answer', usage }
  if (finishReason === 'length')
    return { reason: 'garbage', says: 'reached its output limit before it wrote an answer', usage }
  return { reason: 'garbage', says: 'returned an empty answer', usage }
}

/** The package throws when the response is not JSON, but the text may still contain an object. */
export function recoverOutput(error: unknown): ProviderOutput | undefined {
  if (!NoObjectGeneratedError.isInstance(error) || !error.usage) return undefined
  return { text: error.text ?? '', toolCalls: [], finishReason: error.finishReason ?? 'other', usage: error.usage }
}

/** Input that is not JSON remains text; the turn rejects it. */
function extractToolCalls(ask: ModelInput, { toolCalls }: ProviderOutput): ModelToolCall[] {
  const ours = createToolNameLookup(listToolNames(ask))
  return toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: ours(toolName), given: input }))
}

function countBytes(text: string, calls: ModelToolCall[]): number {
  return Buffer.byteLength(text) + (calls.length > 0 ? Buffer.byteLength(JSON.stringify(calls)) : 0)
}

/** Cached tokens are reported separately and not counted as input. */
function toTokenUsage({ inputTokens, inputTokenDetails, outputTokens }: LanguageModelUsage): TokenUsage {
  const cacheReadTokens = clampTokens(inputTokenDetails.cacheReadTokens)
  return {
    inputTokens: Math.max(clampTokens(inputTokens) - cacheReadTokens, 0),
    outputTokens: clampTokens(outputTokens),
    cacheReadTokens,
  }
}

const maxTokens = 1_000_000_000

/** Clamps whatever a provider reports to a valid count. */
const clampTokens = (tokens = 0): number => (tokens > 0 ? Math.round(Math.min(tokens, maxTokens)) : 0)
