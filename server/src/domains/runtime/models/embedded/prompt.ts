import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import type { ToolResult } from './skill-context.ts'

/**
 * What the tools that were called since the person wrote have answered, the oldest first. A note that the platform adds
 * after that is a message of the user's too, so that the last one need not be the person's.
 */
export function extractToolResults(prompt: LanguageModelV4Prompt, said: string): ToolResult[] {
  return prompt
    .slice(prompt.findLastIndex((message) => message.role === 'user' && flattenPromptText([message]) === said) + 1)
    .flatMap((message) =>
      message.role === 'tool'
        ? message.content.flatMap((part) => (part.type === 'tool-result' ? [toToolResult(part)] : []))
        : [],
    )
}

function toToolResult({ toolName, output }: LanguageModelV4ToolResultPart): ToolResult {
  const value: unknown = 'value' in output ? output.value : undefined
  const fields = isRecord(value) ? value : typeof value === 'string' ? { message: value } : {}
  const failed = output.type.startsWith('error') || output.type === 'execution-denied'
  return { name: toolName, ok: !failed && fields.ok !== false && !('why' in fields) && !('error' in fields), fields }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function countToolCalls(prompt: LanguageModelV4Prompt): number {
  const parts = prompt.flatMap((message) => (message.role === 'assistant' ? message.content : []))
  return parts.filter(({ type }) => type === 'tool-call').length
}

/** As providers count on average; nothing here counts better without a vocabulary. */
const charactersPerToken = 4

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}

export function flattenPromptText(prompt: LanguageModelV4Prompt): string {
  return prompt.map(({ content }) => (typeof content === 'string' ? content : content.map(partText).join(''))).join('')
}

function partText(part: { type: string; text?: unknown; input?: unknown; output?: unknown }): string {
  if (typeof part.text === 'string') return part.text
  return JSON.stringify(part.input ?? part.output) ?? ''
}
