import { createHash } from 'node:crypto'
import { type Instructions, jsonSchema, type ModelMessage as ProviderMessage, type ToolSet, tool } from 'ai'
import type { ModelProvider } from '../../../platform/model-choice.ts'
import type { ModelInput, ModelMessage, PromptSection, ToolSpec } from './model.ts'

/**
 * Converts internal names such as `scheduling.book`; providers accept letters, digits, `_`, and `-`, up to 64
 * characters. A reversible name gets `__` for each dot; any other gets a digest, so that two names never collide.
 */
export function toProviderToolName(name: string): string {
  const plain = name.replaceAll('.', '__')
  if (/^[a-z][\w-]{0,63}$/i.test(plain) && fromProviderToolName(plain) === name) return plain
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `t_${plain.replace(/\W/g, '_').slice(0, 40)}_${digest}`
}

/** Maps back to the internal name; a name that the model invented is decoded as it is. */
export function createToolNameLookup(names: Iterable<string>): (given: string) => string {
  const known = new Map([...names].map((name) => [toProviderToolName(name), name]))
  return (given) => known.get(given) ?? fromProviderToolName(given)
}

function fromProviderToolName(given: string): string {
  return given.replaceAll('__', '.')
}

/** Placeholders, because providers reject empty messages and conversations that do not begin and end with the user. */
const emptyMessageText = '(no words)'
const emptyConversationText = '(nothing yet)'

type OutputSchema = ModelInput['shape']

/**
 * One system message, because some servers accept only one. Anthropic gets two, so that the stable one can be marked
 * for its cache; other providers cache by prefix on their own.
 */
export function toInstructions({ sections, shape }: ModelInput, provider: ModelProvider): Instructions | undefined {
  const stable = renderSections(sections.filter((section) => section.stable))
  const changing = renderSections(sections.filter((section) => !section.stable))
  if (provider !== 'anthropic' || !stable)
    return [stable, changing, ...describeSchema(shape, provider)].filter(Boolean).join('\n\n') || undefined
  const cached = { anthropic: { cacheControl: { type: 'ephemeral' as const } } }
  return [
    { role: 'system' as const, content: stable, providerOptions: cached },
    ...(changing ? [{ role: 'system' as const, content: changing }] : []),
  ]
}

/** Escapes section tags, so that text of people and sources cannot close its section. */
function renderSections(sections: PromptSection[]): string {
  return sections
    .map(({ name, text }) => {
      const inside = text.toWellFormed().replace(/<(?=\/?section\b)/gi, '&lt;')
      return `<section name=${JSON.stringify(name)}>\n${inside}\n</section>`
    })
    .join('\n\n')
}

/** Some OpenAI-compatible servers silently ignore the schema. */
function describeSchema(shape: OutputSchema, provider: ModelProvider): string[] {
  if (!shape || provider !== 'openai-compatible') return []
  return [`Answer with one JSON object and nothing else. It fits this JSON Schema:\n${JSON.stringify(shape)}`]
}

export function toProviderMessages(messages: ModelMessage[]): ProviderMessage[] {
  const converted = messages.flatMap(toProviderMessage)
  const filler: ProviderMessage = { role: 'user', content: emptyConversationText }
  const first = converted[0]?.role === 'user' ? [] : [filler]
  const last = converted.length > 0 && converted.at(-1)?.role === 'assistant' ? [filler] : []
  return [...first, ...converted, ...last]
}

function toProviderMessage(message: ModelMessage): ProviderMessage[] {
  if (message.role === 'calls') return [toCallMessage(message)]
  if (message.role === 'results') return [toResultMessage(message)]
  const content = message.text.toWellFormed()
  if (content.trim()) return [{ role: message.role, content }]
  return message.role === 'user' ? [{ role: 'user', content: emptyMessageText }] : []
}

function toCallMessage({ text, calls }: Extract<ModelMessage, { role: 'calls' }>): ProviderMessage {
  const words = text?.trim() ? [{ type: 'text' as const, text: text.toWellFormed() }] : []
  const parts = calls.map(({ id, name, given }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: toProviderToolName(name),
    // Input that was not an object cannot be sent back as one.
    input: isObject(given) ? given : { unreadable: given ?? null },
  }))
  return { role: 'assistant', content: [...words, ...parts] }
}

function toResultMessage({ results }: Extract<ModelMessage, { role: 'results' }>): ProviderMessage {
  const content = results.map(({ id, name, result }) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: toProviderToolName(name),
    output:
      typeof result === 'string'
        ? { type: 'text' as const, value: result.toWellFormed() }
        : { type: 'json' as const, value: JSON.parse(JSON.stringify(result ?? null)) },
  }))
  return { role: 'tool', content }
}

/** Without `execute`: the turn validates and runs the calls itself. */
export function toToolSet(specs: ToolSpec[] = []): ToolSet | undefined {
  if (specs.length === 0) return undefined
  return Object.fromEntries(
    specs.map(({ name, description, parameters }) => [
      toProviderToolName(name),
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  )
}

/** All tool names that a response may use: those offered and those called before. */
export function listToolNames({ tools = [], messages }: ModelInput): string[] {
  const called = messages.flatMap((message) => (message.role === 'calls' ? message.calls : []))
  return [...tools, ...called].map(({ name }) => name)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
