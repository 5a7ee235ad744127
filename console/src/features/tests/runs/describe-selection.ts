import { strings } from '#i18n/tests.ts'
import type { TestRun, TestSuite } from '../shared/test-data.ts'

const { runs } = strings

export function describeSelection({ selection }: Pick<TestRun, 'selection'>, suites: readonly TestSuite[]): string {
  const { suiteIds = [], caseIds = [], tags = [] } = selection
  const nameOf = (id: string) => suites.find((suite) => suite.id === id)?.name ?? strings.gone(id)
  const parts = [
    ...(suiteIds.length > 0 ? [runs.ofSuites(suiteIds.map(nameOf))] : []),
    ...(caseIds.length > 0 ? [runs.ofCases(caseIds.length)] : []),
    ...(tags.length > 0 ? [runs.ofTags(tags)] : []),
  ]
  return parts.join(' · ') || runs.all
}
