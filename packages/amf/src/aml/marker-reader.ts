import type { Compilation } from './compilation.ts'
import type { AmlReference } from './compile.ts'
import type { TextPosition } from './scan.ts'

/** Reads one marker: records its position and whether it failed. */
export class MarkerReader {
  readonly compilation: Compilation
  readonly at: TextPosition
  failed = false

  constructor(compilation: Compilation, at: TextPosition) {
    this.compilation = compilation
    this.at = at
  }

  problem(code: string, message: string, at: TextPosition = this.at): void {
    this.failed = true
    this.compilation.note('problem', { line: at.line, column: at.column, code, message })
  }

  warning(code: string, message: string, at: TextPosition = this.at): void {
    this.compilation.note('warning', { line: at.line, column: at.column, code, message })
  }

  refer(kind: AmlReference['kind'], id: string, at: TextPosition = this.at): void {
    this.compilation.refer({ kind, id, line: at.line, column: at.column })
  }
}
