import { type Finding, formatFieldPath, type PathSegment, type Severity } from '@parley/findings'

/** A finding with a path relative to the step, slot or flow under inspection. */
export type FlowFault = { severity: Severity; code: `flow.${string}`; path: readonly PathSegment[]; message: string }

export function prefixFaultPaths(path: readonly PathSegment[], faults: readonly FlowFault[]): FlowFault[] {
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))
}

export function toFinding({ severity, code, path, message }: FlowFault, at: string): Finding {
  return { severity, code, path: formatFieldPath([at, ...path]), message }
}
