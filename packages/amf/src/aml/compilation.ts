import type { Chip } from '../model/chip.ts'
import type { PortablePart } from '../model/parts.ts'
import type { AgentContent, CompileNote, CompileOptions } from './compile.ts'
import type { MarkerOutput } from './markers/kind.ts'
import { AmlPipeline } from './pipeline.ts'
import type { AmlReference } from './references.ts'
import type { TextPosition } from './scan.ts'

type Severity = 'warning' | 'problem'

/** Where what is found goes, in the order of the text. */
export type CompilationSink = {
  part(part: PortablePart): void
  chips(chips: Chip[]): void
  note(severity: Severity, note: CompileNote): void
  refer?(reference: AmlReference): void
}

const moreNotes = { code: 'aml.more', message: 'There are more like these, from here on' }

/** What the markers of one message share, those inside its templates included. */
type SharedState = { intentIds: Set<string>; unnamed: number; templates: number; notes: Record<Severity, number> }

/** A megabyte of brackets would be half a million problems; nobody reads the second thousand. */
const maxNotes = 1000

/** The compilation of one message, or of a template in it. */
export class Compilation {
  readonly content: AgentContent
  readonly timeZone: string | undefined
  readonly shared: SharedState
  /** The templates that are being compiled, the outermost first. */
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
    // What a template says is counted where it is passed on to.
    const count = this.within.length > 0 ? 1 : ++this.shared.notes[severity]
    if (count < maxNotes) this.#sink.note(severity, note)
    else if (count === maxNotes) this.#sink.note(severity, { ...note, ...moreNotes })
  }

  refer(reference: AmlReference): void {
    this.#sink.refer?.(reference)
  }

  /** Compiles a template in the place of the marker that names it: its notes stand there too. */
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

/** Feeds a compilation as the text comes. Who says nothing at all, not even something unknown, is told so at the end. */
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

/** A marker may hold more chips than a call takes arguments. */
export function appendChips(chips: Chip[], more: readonly Chip[]): void {
  for (const chip of more) chips.push(chip)
}
