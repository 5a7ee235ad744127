import type { Chip } from '../model/chip.ts'
import type { PortablePart } from '../model/parts.ts'
import type { AgentContent, AmlReference, CompileNote, CompileOptions } from './compile.ts'
import type { MarkerOutput } from './markers/kind.ts'
import { AmlPipeline } from './pipeline.ts'

import type { TextPosition } from './scan.ts'

type Severity = 'warning' | 'problem'

/** Receives the compiled parts, chips, notes and references in source order. */
export type CompilationSink = {
  part(part: PortablePart): void
  chips(chips: Chip[]): void
  note(severity: Severity, note: CompileNote): void
  refer?(reference: AmlReference): void
}

const moreNotes = { code: 'aml.more', message: 'There are more problems like these' }

/** State shared by all markers of one message, including those inside its templates. */
type SharedState = { intentIds: Set<string>; unnamed: number; templates: number; notes: Record<Severity, number> }

/** A megabyte of brackets would produce half a million problems; no one reads past the first thousand. */
const maxNotes = 1000

export class Compilation {
  readonly content: AgentContent
  readonly timeZone: string | undefined
  readonly shared: SharedState
  /** Ids of the templates being compiled, outermost first. */
  readonly within: readonly string[]
  isEmpty = true
  readonly #options: CompileOptions
  readonly #sink: CompilationSink

  constructor(
    options: CompileOptions,
    sink: CompilationSink,
    above?: { shared: SharedState; within: readonly string[] },
  ) {
    this.#options = options
    this.#sink = sink
    this.content = options.content ?? {}
    this.timeZone = options.timeZone
    this.shared = above?.shared ?? {
      intentIds: new Set(),
      unnamed: 0,
      templates: 0,
      notes: { warning: 0, problem: 0 },
    }
    this.within = above?.within ?? []
  }

  part(part: PortablePart): void {
    this.isEmpty = false
    if ('intentId' in part && part.intentId !== undefined) this.shared.intentIds.add(part.intentId)
    this.#sink.part(part)
  }

  chips(chips: Chip[]): void {
    this.isEmpty = false
    this.#sink.chips(chips)
  }

  note(severity: Severity, note: CompileNote): void {
    this.isEmpty = false
    // Notes from inside a template are counted by the outer compilation that receives them.
    const count = this.within.length > 0 ? 1 : ++this.shared.notes[severity]
    if (count < maxNotes) this.#sink.note(severity, note)
    else if (count === maxNotes) this.#sink.note(severity, { ...note, ...moreNotes })
  }

  refer(reference: AmlReference): void {
    this.#sink.refer?.(reference)
  }

  /** Compiles a template in place of the marker that names it. Its notes get the position of that marker. */
  expand(id: string, aml: string, { line, column }: TextPosition): MarkerOutput {
    this.shared.templates++
    const parts: PortablePart[] = []
    const chips: Chip[] = []
    const sink: CompilationSink = {
      part: (part) => parts.push(part),
      chips: (more) => appendChips(chips, more),
      note: (severity, note) => this.note(severity, { ...note, line, column }),
    }
    const inner = new Compilation(this.#options, sink, { shared: this.shared, within: [...this.within, id] })
    const assembly = new AmlPipeline(inner)
    assembly.push(aml)
    assembly.end()
    return { parts, chips }
  }
}

/**
 * Compiles text incrementally as chunks arrive. A text with no content at all, not even an unknown reference, is
 * reported as a problem at the end.
 */
export function startCompilation(
  options: CompileOptions,
  sink: CompilationSink,
): { push(chunk: string): void; end(): void } {
  const compilation = new Compilation(options, sink)
  const assembly = new AmlPipeline(compilation)
  return {
    push: (chunk) => assembly.push(chunk),
    end() {
      assembly.end()
      if (!compilation.isEmpty) return
      sink.note('problem', { line: 1, column: 1, code: 'aml.empty', message: 'There is nothing to send' })
    },
  }
}

/** Avoids `push(...more)`: a marker may contain more chips than a call accepts arguments. */
export function appendChips(chips: Chip[], more: readonly Chip[]): void {
  for (const chip of more) chips.push(chip)
}
