export type Edge = { from: string; to: string; line: number }

/** Returns one cycle, as its edges, for every group of files that import each other. */
export function findCycles(edges: Edge[]): Edge[][] {
  const leaving = Map.groupBy(edges, (edge) => edge.from)
  const knotted = new Set<string>()
  const cycles: Edge[][] = []
  for (const file of [...leaving.keys()].sort()) {
    if (knotted.has(file)) continue
    const cycle = wayBack(file, leaving)
    if (!cycle) continue
    cycles.push(cycle)
    for (const member of knotOf(file, leaving)) knotted.add(member)
  }
  return cycles
}

function wayBack(start: string, leaving: Map<string, Edge[]>): Edge[] | undefined {
  const cameBy = new Map<string, Edge>()
  for (const file of reach(start, leaving, cameBy)) {
    const closing = leaving.get(file)?.find((edge) => edge.to === start)
    if (!closing) continue
    const walk = [closing]
    for (let at = file; at !== start; at = walk[0]?.from ?? start) walk.unshift(cameBy.get(at) as Edge)
    return walk
  }
  return undefined
}

function knotOf(start: string, leaving: Map<string, Edge[]>): string[] {
  return [...reach(start, leaving)].filter((file) => [...reach(file, leaving)].includes(start))
}

function* reach(start: string, leaving: Map<string, Edge[]>, cameBy = new Map<string, Edge>()): Generator<string> {
  const waiting = [start]
  for (const file of waiting) {
    yield file
    for (const edge of leaving.get(file) ?? []) {
      if (edge.to === start || cameBy.has(edge.to)) continue
      cameBy.set(edge.to, edge)
      waiting.push(edge.to)
    }
  }
}
