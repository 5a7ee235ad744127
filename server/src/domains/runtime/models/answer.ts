import { type FinishReason, type LanguageModelUsage, NoObjectGeneratedError } from 'ai'
import type { ModelAnswer, ModelAsk, ToolCall, Usage } from './model.ts'
import { toolNamesIn } from './request.ts'
import { fits, objectIn } from './shape.ts'
import { ourNames } from './tool-names.ts'

/** What a provider's answer holds, of all that its package tells. */
export type Told = {
  text: string
  toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[]
  finishReason: FinishReason
  usage: LanguageModelUsage
  object?: unknown
}

type Read = Omit<ModelAnswer, 'tries'>
/** What is no answer, and why; it has cost tokens all the same. */
type NoAnswer = { reason: 'refused' | 'garbage'; says: string; usage: Usage }

const longestAnswerBytes = 100 * 1024

export function readAnswer(ask: ModelAsk, told: Told): Read | NoAnswer {
  const usage = usageOf(told.usage)
  const calls = callsIn(ask, told)
  const { text, finishReason, object } = told
  if (bytesOf(text, calls) > longestAnswerBytes)
    return { reason: 'garbage', says: 'answered more than anybody reads', usage }
  if (ask.shape && calls.length === 0) {
    const fitting = [object, objectIn(text)].find((one) => ask.shape && one !== undefined && fits(ask.shape, one))
    if (fitting !== undefined) return { text: '', calls, object: fitting, usage }
    return { reason: 'garbage', says: 'answered no such object', usage }
  }
  if (text.trim() || calls.length > 0) return { text, calls, usage }
  if (finishReason === 'content-filter') return { reason: 'refused', says: 'would not answer', usage }
  return { reason: 'garbage', says: 'answered nothing', usage }
}

/** Where words were no JSON, the package throws; the words may hold an object all the same. */
export function toldBy(error: unknown): Told | undefined {
  if (!NoObjectGeneratedError.isInstance(error) || !error.usage) return undefined
  return { text: error.text ?? '', toolCalls: [], finishReason: error.finishReason ?? 'other', usage: error.usage }
}

/** What is no JSON stays the text that it is: the turn refuses it. */
function callsIn(ask: ModelAsk, { toolCalls }: Told): ToolCall[] {
  const ours = ourNames(toolNamesIn(ask))
  return toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: ours(toolName), given: input }))
}

function bytesOf(text: string, calls: ToolCall[]): number {
  return Buffer.byteLength(text) + (calls.length > 0 ? Buffer.byteLength(JSON.stringify(calls)) : 0)
}

/** What was read from a cache is counted there and not again among the input. */
function usageOf({ inputTokens, inputTokenDetails, outputTokens }: LanguageModelUsage): Usage {
  const cacheReadTokens = whole(inputTokenDetails.cacheReadTokens)
  return {
    inputTokens: Math.max(whole(inputTokens) - cacheReadTokens, 0),
    outputTokens: whole(outputTokens),
    cacheReadTokens,
  }
}

const mostTokens = 1_000_000_000

/** Whatever a provider reports is counted as something that can be. */
const whole = (tokens = 0): number => (tokens > 0 ? Math.round(Math.min(tokens, mostTokens)) : 0)
