import { words } from '#words/tests.ts'
import type { Run, Suite } from '../shared/reads.ts'

const { runs } = words

/** What a run was of, in words. */
export function selectionOf({ selection }: Pick<Run, 'selection'>, suites: readonly Suite[]): string {
  const { suiteIds = [], caseIds = [], tags = [] } = selection
  const nameOf = (id: string) => suites.find((suite) => suite.id === id)?.name ?? words.gone(id)
  const parts = [
    ...(suiteIds.length > 0 ? [runs.ofSuites(suiteIds.map(nameOf))] : []),
    ...(caseIds.length > 0 ? [runs.ofCases(caseIds.length)] : []),
    ...(tags.length > 0 ? [runs.ofTags(tags)] : []),
  ]
  return parts.join(' · ') || runs.all
}
