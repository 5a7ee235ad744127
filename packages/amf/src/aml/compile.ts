import type { Chip } from '../model/chip.ts'
import { type ContentMessage, spec } from '../model/message.ts'
import type { Card, PortablePart } from '../model/parts.ts'
import { appendChips, type CompilationSink, startCompilation } from './compilation.ts'

/** Lines and columns are 1-based; columns count UTF-16 units. */
export type CompileNote = { line: number; column: number; code: string; message: string }

export type AgentContent = {
  /** Returns the AML of a message template with its slots already filled. */
  template?(id: string): string | undefined
  thing?(id: string): Card | undefined
  collection?(id: string): Card[] | undefined
  /** Resolves `image:<id>` to a URL. */
  image?(id: string): string | undefined
}

export type CompileOptions = {
  content?: AgentContent
  /** Time zone for times written with an offset only. */
  timeZone?: string
}

export type CompiledAml = { message: ContentMessage; warnings: CompileNote[]; problems: CompileNote[] }

/**
 * Without problems the message is valid, or empty when the warnings say that everything it references is unknown. With
 * problems it still contains the whole text, with faulty markers left verbatim.
 */
export function compile(aml: string, options: CompileOptions = {}): CompiledAml {
  const parts: PortablePart[] = []
  const chips: Chip[] = []
  const warnings: CompileNote[] = []
  const problems: CompileNote[] = []
  const sink: CompilationSink = {
    part: (part) => parts.push(part),
    chips: (more) => appendChips(chips, more),
    note: (severity, note) => (severity === 'problem' ? problems : warnings).push(note),
  }
  const assembly = startCompilation(options, sink)
  assembly.push(aml)
  assembly.end()
  return { message: { spec, parts, ...(chips.length > 0 && { chips }) }, warnings, problems }
}

export type StreamItem =
  | { part: PortablePart }
  | { chips: Chip[] }
  | { warning: CompileNote }
  | { problem: CompileNote }

/** Compiles a text while it is being written: emits each paragraph and each marker as soon as it is complete. */
export function createAmlStream(options: CompileOptions = {}): {
  push(chunk: string): StreamItem[]
  end(): StreamItem[]
} {
  let items: StreamItem[] = []
  const takeText = () => {
    const ready = items
    items = []
    return ready
  }
  const assembly = startCompilation(options, {
    part: (part) => items.push({ part }),
    chips: (chips) => items.push({ chips }),
    note: (severity, note) => items.push(severity === 'problem' ? { problem: note } : { warning: note }),
  })
  return {
    push(chunk) {
      assembly.push(chunk)
      return takeText()
    },
    end() {
      assembly.end()
      return takeText()
    },
  }
}

export type AmlReference = {
  kind: 'template' | 'thing' | 'collection' | 'image'
  id: string
  line: number
  column: number
}

/** Lists every reference to the agent's own content in a text, in order, whether or not it exists. */
export function listAmlReferences(aml: string): AmlReference[] {
  const references: AmlReference[] = []
  const ignore = () => {}
  const sink = {
    part: ignore,
    chips: ignore,
    note: ignore,
    refer: (reference: AmlReference) => references.push(reference),
  }
  const assembly = startCompilation({}, sink)
  assembly.push(aml)
  assembly.end()
  return references
}
