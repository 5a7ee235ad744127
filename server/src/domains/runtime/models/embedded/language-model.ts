import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider'
import { normalizePhrase } from '../../../../platform/search-text.ts'
import type { ModelHints } from '../model.ts'
import { chooseStep } from './choose-step.ts'
import { judgeCriterion } from './judge.ts'
import { extractStems } from './language/words.ts'
import { phrases } from './phrases.ts'
import { readReply } from './read-reply.ts'
import {
  createReplyStep,
  createSkillContext,
  type ModelStep,
  type Thresholds,
  type ToolResult,
} from './skill-context.ts'

type Line = { role: 'person' | 'agent'; text: string }

const maxSummaryLength = 200
const maxQuoteLength = 60
const maxQuotes = 2
const maxNotes = 3

function summarizeLines(lines: readonly Line[], notes: readonly string[]): string {
  const quotes = lines.flatMap(({ role, text }) => (role === 'person' && isInformative(text) ? [oneLine(text)] : []))
  const distinctQuotes = [...new Map(quotes.map((quote) => [normalizePhrase(quote), quote])).values()].slice(
    0,
    maxQuotes,
  )
  const results = notes
    .map(oneLine)
    .filter((note) => note !== '')
    .slice(-maxNotes)
  const quoted = distinctQuotes.map((quote) => `“${truncateQuote(quote, maxQuoteLength)}”`).join(', ')
  const pieces = [quoted && `Wrote ${quoted}`, ...results.map((note) => note.replace(/\.$/, ''))].filter(Boolean)
  return truncateQuote(pieces.length > 0 ? `${pieces.join('; ')}.` : 'Nothing notable was said.', maxSummaryLength)
}

function isInformative(text: string): boolean {
  return extractStems(text).size > 0
}

function oneLine(text: string): string {
  return text
    .slice(0, 2_000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

function truncateQuote(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
}

/**
 * Results of the tools called since the person's message, oldest first. A note that the platform appends is also a user
 * message, so the last user message may not be the person's.
 */
function extractToolResults(prompt: LanguageModelV4Prompt, text: string): ToolResult[] {
  return prompt
    .slice(prompt.findLastIndex((message) => message.role === 'user' && flattenPromptText([message]) === text) + 1)
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

function countToolCalls(prompt: LanguageModelV4Prompt): number {
  const parts = prompt.flatMap((message) => (message.role === 'assistant' ? message.content : []))
  return parts.filter(({ type }) => type === 'tool-call').length
}

/** Average of the providers; a better estimate would need a vocabulary. */
const charactersPerToken = 4

function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}

function flattenPromptText(prompt: LanguageModelV4Prompt): string {
  return prompt.map(({ content }) => (typeof content === 'string' ? content : content.map(partText).join(''))).join('')
}

function partText(part: { type: string; text?: unknown; input?: unknown; output?: unknown }): string {
  if (typeof part.text === 'string') return part.text
  return JSON.stringify(part.input ?? part.output) ?? ''
}

/**
 * A deterministic language model without a network or a key. It ignores the prompt and reads the same information as
 * data from `providerOptions.parley.hints`.
 */
export class EmbeddedLanguageModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'embedded'
  readonly modelId = 'embedded'
  readonly supportedUrls = {}
  readonly #thresholds: Thresholds

  constructor(thresholds: Thresholds) {
    this.#thresholds = thresholds
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    options.abortSignal?.throwIfAborted()
    const step = this.#step(options)
    const content = toContent(step, countToolCalls(options.prompt))
    const read = estimateTokens(flattenPromptText(options.prompt))
    const written =
      estimateTokens(step.text) + estimateTokens(step.calls.map(({ given }) => JSON.stringify(given)).join(''))
    return {
      content,
      finishReason: { unified: step.calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
      usage: {
        inputTokens: { total: read, noCache: read, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: written, text: written, reasoning: 0 },
      },
      warnings: [],
    }
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const { content, finishReason, usage, warnings } = await this.doGenerate(options)
    const parts: LanguageModelV4StreamPart[] = [
      { type: 'stream-start', warnings },
      ...content.flatMap(toStreamParts),
      { type: 'finish', finishReason, usage },
    ]
    return { stream: ReadableStream.from(parts) }
  }

  #step({ prompt, tools = [], providerOptions }: LanguageModelV4CallOptions): ModelStep {
    const hints = providerOptions?.parley?.hints as ModelHints | undefined
    switch (hints?.kind) {
      case 'turn': {
        const offered = tools.flatMap((tool) =>
          tool.type === 'function'
            ? [{ name: tool.name, parameters: tool.inputSchema as Record<string, unknown> }]
            : [],
        )
        return chooseStep(
          createSkillContext({
            hints: hints.turn,
            tools: offered,
            toolResults: extractToolResults(prompt, hints.turn.personText),
            thresholds: this.#thresholds,
          }),
        )
      }
      case 'read':
        return createReplyStep(JSON.stringify(readReply(hints.read)))
      case 'judge':
        return createReplyStep(JSON.stringify(judgeCriterion(hints.criterion, hints.lines)))
      case 'summary':
        return createReplyStep(summarizeLines(hints.lines, hints.notes))
      default:
        return createReplyStep(phrases.unknown)
    }
  }
}

/** Ids continue the numbering of the calls in the prompt, so that they are unique and deterministic. */
function toContent({ text, calls }: ModelStep, before: number): LanguageModelV4Content[] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ name, given }, at) => ({
      type: 'tool-call' as const,
      toolCallId: `call_${before + at + 1}`,
      toolName: name,
      input: JSON.stringify(given),
    })),
  ]
}

function toStreamParts(content: LanguageModelV4Content): LanguageModelV4StreamPart[] {
  if (content.type === 'tool-call') return [content]
  if (content.type !== 'text') return []
  const id = 'text'
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: content.text },
    { type: 'text-end', id },
  ]
}
