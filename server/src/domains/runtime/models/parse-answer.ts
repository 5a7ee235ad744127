import { type FinishReason, type LanguageModelUsage, NoObjectGeneratedError } from 'ai'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ModelAnswer, ModelInput, TokenUsage, ToolCall } from './model.ts'
import { listToolNames } from './request.ts'
import { createToolNameLookup } from './tool-names.ts'

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

/** The object in an answer that has words or a code fence around it. */
function extractJsonObject(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

/** What a provider's answer holds, of all that its package tells. */
export type ProviderOutput = {
  text: string
  toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[]
  finishReason: FinishReason
  usage: LanguageModelUsage
  object?: unknown
}

type ParsedAnswer = Omit<ModelAnswer, 'tries'>
/** What is no answer, and why; it has cost tokens all the same. */
type InvalidAnswer = { reason: 'refused' | 'garbage'; says: string; usage: TokenUsage }

const maxAnswerBytes = 100 * 1024

export function parseModelAnswer(ask: ModelInput, told: ProviderOutput): ParsedAnswer | InvalidAnswer {
  const usage = toTokenUsage(told.usage)
  const calls = extractToolCalls(ask, told)
  const { text, finishReason, object } = told
  if (countBytes(text, calls) > maxAnswerBytes)
    return { reason: 'garbage', says: 'answered more than anybody reads', usage }
  if (ask.shape && calls.length === 0) {
    const fitting = [object, extractJsonObject(text)].find(
      (one) => ask.shape && one !== undefined && matchesSchema(ask.shape, one),
    )
    if (fitting !== undefined) return { text: '', calls, object: fitting, usage }
    return { reason: 'garbage', says: 'answered no such object', usage }
  }
  if (text.trim() || calls.length > 0) return { text, calls, usage }
  if (finishReason === 'content-filter') return { reason: 'refused', says: 'would not answer', usage }
  return { reason: 'garbage', says: 'answered nothing', usage }
}

/** Where words were no JSON, the package throws; the words may hold an object all the same. */
export function recoverOutput(error: unknown): ProviderOutput | undefined {
  if (!NoObjectGeneratedError.isInstance(error) || !error.usage) return undefined
  return { text: error.text ?? '', toolCalls: [], finishReason: error.finishReason ?? 'other', usage: error.usage }
}

/** What is no JSON stays the text that it is: the turn refuses it. */
function extractToolCalls(ask: ModelInput, { toolCalls }: ProviderOutput): ToolCall[] {
  const ours = createToolNameLookup(listToolNames(ask))
  return toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: ours(toolName), given: input }))
}

function countBytes(text: string, calls: ToolCall[]): number {
  return Buffer.byteLength(text) + (calls.length > 0 ? Buffer.byteLength(JSON.stringify(calls)) : 0)
}

/** What was read from a cache is counted there and not again among the input. */
function toTokenUsage({ inputTokens, inputTokenDetails, outputTokens }: LanguageModelUsage): TokenUsage {
  const cacheReadTokens = clampTokens(inputTokenDetails.cacheReadTokens)
  return {
    inputTokens: Math.max(clampTokens(inputTokens) - cacheReadTokens, 0),
    outputTokens: clampTokens(outputTokens),
    cacheReadTokens,
  }
}

const maxTokens = 1_000_000_000

/** Whatever a provider reports is counted as something that can be. */
const clampTokens = (tokens = 0): number => (tokens > 0 ? Math.round(Math.min(tokens, maxTokens)) : 0)
