import type { PathSegment } from '@parley/findings'
import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'

/** Reports duplicate slot names and step ids. */
export function lintNames({ slots, steps }: AgentFlow): FlowFault[] {
  const taken = (what: string, name: string) => `“${name}” is taken by an earlier ${what}`
  return [
    ...repeated(slots.map(({ name }) => name)).map(
      ([at, name]): FlowFault => ({
        ...fault(['slots', at, 'name'], taken('slot', name)),
        code: 'flow.slot.duplicate',
      }),
    ),
    ...repeated(steps.map(({ id }) => id)).map(
      ([at, id]): FlowFault => ({ ...fault(['steps', at, 'id'], taken('step', id)), code: 'flow.step.duplicate' }),
    ),
  ]
}

function fault(path: PathSegment[], message: string) {
  return { severity: 'error', path, message } as const
}

function repeated(names: readonly (string | undefined)[]): [at: number, name: string][] {
  const seen = new Set<string>()
  return names.flatMap((name, at): [number, string][] => {
    if (name === undefined) return []
    const again = seen.has(name)
    seen.add(name)
    return again ? [[at, name]] : []
  })
}
