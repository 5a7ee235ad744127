// Checks import boundaries: `node tools/boundaries.ts` prints every import that boundaries/import-table.ts does not
// allow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rules } from './boundaries/rules.ts'
import { locateSource, readWorkspace, resolveImportTarget, type Workspace } from './boundaries/source-locations.ts'
import { listCodeFiles } from './source/files.ts'
import { type ImportStatement, listSourceImports } from './source/imports.ts'

type ImportEdge = { from: string; to: string; line: number }

/** Returns one cycle, as its edges, for every group of files that import each other. */
function findCycles(edges: ImportEdge[]): ImportEdge[][] {
  const edgesByFile = Map.groupBy(edges, (edge) => edge.from)
  const filesInCycles = new Set<string>()
  const listCycles: ImportEdge[][] = []
  for (const file of [...edgesByFile.keys()].sort()) {
    if (filesInCycles.has(file)) continue
    const cycle = findShortestCycle(file, edgesByFile)
    if (!cycle) continue
    listCycles.push(cycle)
    for (const member of findCycleMembers(file, edgesByFile)) filesInCycles.add(member)
  }
  return listCycles
}

function findShortestCycle(start: string, edgesByFile: Map<string, ImportEdge[]>): ImportEdge[] | undefined {
  const arrivalEdges = new Map<string, ImportEdge>()
  for (const file of walkReachable(start, edgesByFile, arrivalEdges)) {
    const closingEdge = edgesByFile.get(file)?.find((edge) => edge.to === start)
    if (!closingEdge) continue
    const cycleEdges = [closingEdge]
    for (let at = file; at !== start; at = cycleEdges[0]?.from ?? start)
      cycleEdges.unshift(arrivalEdges.get(at) as ImportEdge)
    return cycleEdges
  }
  return undefined
}

function findCycleMembers(start: string, edgesByFile: Map<string, ImportEdge[]>): string[] {
  return [...walkReachable(start, edgesByFile)].filter((file) => [...walkReachable(file, edgesByFile)].includes(start))
}

function* walkReachable(
  start: string,
  edgesByFile: Map<string, ImportEdge[]>,
  arrivalEdges = new Map<string, ImportEdge>(),
): Generator<string> {
  const queue = [start]
  for (const file of queue) {
    yield file
    for (const edge of edgesByFile.get(file) ?? []) {
      if (edge.to === start || arrivalEdges.has(edge.to)) continue
      arrivalEdges.set(edge.to, edge)
      queue.push(edge.to)
    }
  }
}

export type BoundaryViolation = { file: string; line: number; imports: string; reason: string }

type FileImport = ImportStatement & { file: string }

export function findViolations(root: string): BoundaryViolation[] {
  const workspace = readWorkspace(root)
  const imports = listCodeFiles(root).flatMap((file) =>
    listSourceImports(readFileSync(join(root, file), 'utf8')).map(
      (fileImport): FileImport => ({ file, ...fileImport }),
    ),
  )
  return [...imports.flatMap((fileImport) => findRefusals(fileImport, workspace)), ...listCycles(imports, workspace)]
}

function findRefusals(imports: FileImport, workspace: Workspace): BoundaryViolation[] {
  const from = locateSource(imports.file)
  const manifest = [...workspace.values()].find(({ folder }) => imports.file.startsWith(`${folder}/`))
  const target = resolveImportTarget(imports.file, imports.specifier, workspace)
  for (const rule of rules) {
    const reason = rule({ from, target, typeOnly: imports.typeOnly, manifest })
    if (reason) return [{ file: imports.file, line: imports.line, imports: imports.specifier, reason }]
  }
  return []
}

/** Type-only imports are erased at run time, so they cause no cycle. */
function listCycles(imports: FileImport[], workspace: Workspace): BoundaryViolation[] {
  const edges = imports.flatMap((fileImport): ImportEdge[] => {
    const target = fileImport.typeOnly
      ? undefined
      : resolveImportTarget(fileImport.file, fileImport.specifier, workspace)
    return target?.kind === 'file' ? [{ from: fileImport.file, to: target.location.file, line: fileImport.line }] : []
  })
  return findCycles(edges).flatMap((cycle) => {
    const [first] = cycle
    if (!first) return []
    const path = [first.from, ...cycle.map((edge) => edge.to)].join(' → ')
    const reason = `this closes the cycle ${path}; move the shared code into a file of its own`
    return [{ file: first.from, line: first.line, imports: first.to, reason }]
  })
}

export function formatViolation(violation: BoundaryViolation): string {
  return `${violation.file}:${violation.line}  imports ${violation.imports} — ${violation.reason}`
}

if (import.meta.main) {
  const violations = findViolations(join(import.meta.dirname, '..'))
  for (const violation of violations) console.log(formatViolation(violation))
  process.exitCode = violations.length > 0 ? 1 : 0
}
