import type { Chip } from '../model/chip.ts'
import type { PortablePart } from '../model/parts.ts'
import { startCompilation } from './compilation.ts'
import type { CompileNote, CompileOptions } from './compile.ts'

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
  const taken = () => {
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
      return taken()
    },
    end() {
      assembly.end()
      return taken()
    },
  }
}
