import { type Finding, fieldPath, type PathSegment, type Severity } from '@parley/findings'

/** A finding whose path still begins at the step, slot or flow that was looked at. */
export type Fault = { severity: Severity; code: `flow.${string}`; path: readonly PathSegment[]; message: string }

/** The same faults, seen from further up. */
export function under(path: readonly PathSegment[], faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))
}

export function toFinding({ severity, code, path, message }: Fault, at: string): Finding {
  return { severity, code, path: fieldPath([at, ...path]), message }
}
