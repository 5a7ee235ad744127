// Checks import boundaries: `node tools/boundaries.ts` prints every import that boundaries/import-table.ts does not
// allow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rules } from './boundaries/rules.ts'
import { locateSource, readWorkspace, resolveImportTarget, type Workspace } from './boundaries/source-locations.ts'
import { codeFiles } from './source/files.ts'
import { type ImportStatement, listSourceImports } from './source/imports.ts'

type Edge = { from: string; to: string; line: number }

/** Returns one cycle, as its edges, for every group of files that import each other. */
function findCycles(edges: Edge[]): Edge[][] {
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

export type BoundaryViolation = { file: string; line: number; imports: string; reason: string }

type Seen = ImportStatement & { file: string }

export function findViolations(root: string): BoundaryViolation[] {
  const workspace = readWorkspace(root)
  const seen = codeFiles(root).flatMap((file) =>
    listSourceImports(readFileSync(join(root, file), 'utf8')).map((each): Seen => ({ file, ...each })),
  )
  return [...seen.flatMap((each) => refused(each, workspace)), ...cycles(seen, workspace)]
}

function refused(seen: Seen, workspace: Workspace): BoundaryViolation[] {
  const from = locateSource(seen.file)
  const own = [...workspace.values()].find(({ folder }) => seen.file.startsWith(`${folder}/`))
  const target = resolveImportTarget(seen.file, seen.specifier, workspace)
  for (const rule of rules) {
    const reason = rule({ from, target, typeOnly: seen.typeOnly, own })
    if (reason) return [{ file: seen.file, line: seen.line, imports: seen.specifier, reason }]
  }
  return []
}

/** Type-only imports are erased at run time, so they cause no cycle. */
function cycles(seen: Seen[], workspace: Workspace): BoundaryViolation[] {
  const edges = seen.flatMap((each): Edge[] => {
    const target = each.typeOnly ? undefined : resolveImportTarget(each.file, each.specifier, workspace)
    return target?.kind === 'file' ? [{ from: each.file, to: target.location.file, line: each.line }] : []
  })
  return findCycles(edges).flatMap((cycle) => {
    const [first] = cycle
    if (!first) return []
    const way = [first.from, ...cycle.map((edge) => edge.to)].join(' → ')
    const reason = `this closes the cycle ${way}; move the shared code into a file of its own`
    return [{ file: first.from, line: first.line, imports: first.to, reason }]
  })
}

export function formatViolation(violation: BoundaryViolation): string {
  return `${violation.file}:${violation.line}  imports ${violation.imports} — ${violation.reason}`
}

if (import.meta.main) {
  const found = findViolations(join(import.meta.dirname, '..'))
  for (const violation of found) console.log(formatViolation(violation))
  process.exitCode = found.length > 0 ? 1 : 0
}
