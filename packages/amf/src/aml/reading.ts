import type { Compilation } from './compilation.ts'
import type { Reference } from './references.ts'
import type { Position } from './scan.ts'

/** The reading of one marker: where it stands and whether it can be sent. */
export class Reading {
  readonly compilation: Compilation
  readonly at: Position
  failed = false

  constructor(compilation: Compilation, at: Position) {
    this.compilation = compilation
    this.at = at
  }

  problem(code: string, message: string, at: Position = this.at): void {
    this.failed = true
    this.compilation.note('problem', { line: at.line, column: at.column, code, message })
  }

  warning(code: string, message: string, at: Position = this.at): void {
    this.compilation.note('warning', { line: at.line, column: at.column, code, message })
  }

  refer(kind: Reference['kind'], id: string, at: Position = this.at): void {
    this.compilation.refer({ kind, id, line: at.line, column: at.column })
  }
}
