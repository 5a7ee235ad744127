import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import type { ModelHints } from '../model.ts'
import { chooseStep } from './choose-step.ts'
import { judgeCriterion } from './judge.ts'
import { phrases } from './phrases.ts'
import { countToolCalls, estimateTokens, extractToolResults, flattenPromptText } from './prompt.ts'
import { readReply } from './read-reply.ts'
import { createReplyStep, createSkillContext, type ModelStep, type Thresholds } from './skill-context.ts'
import { summarizeLines } from './summary.ts'

/**
 * A language model without a network, a key or chance: it reads no prompt, but the same as data, under
 * `providerOptions.parley.hints`.
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
            toolResults: extractToolResults(prompt, hints.turn.said),
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

/** Ids count on from the calls that the prompt holds, so that each is its own and the same every time. */
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
