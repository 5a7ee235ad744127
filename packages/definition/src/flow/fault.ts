import { type Finding, formatFieldPath, type PathSegment, type Severity } from '@parley/findings'

/** A finding whose path still begins at the step, slot or flow that was looked at. */
export type FlowFault = { severity: Severity; code: `flow.${string}`; path: readonly PathSegment[]; message: string }

/** The same faults, seen from further up. */
export function prefixFaultPaths(path: readonly PathSegment[], faults: readonly FlowFault[]): FlowFault[] {
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))
}

export function toFinding({ severity, code, path, message }: FlowFault, at: string): Finding {
  return { severity, code, path: formatFieldPath([at, ...path]), message }
}
