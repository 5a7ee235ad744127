import { useDebouncedValue } from '@mantine/hooks'
import { Invalid, type Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import type { Finding } from '../../../components/Findings.tsx'
import { type CaseDraft, pointerToPath } from './case-draft.ts'

export type TestCasePreview = Schema<'TestCasePreview'>
/** The context of the first turn, if available, and lint findings by field. */
type PreviewResult = { preview?: TestCasePreview; findings: Finding[] }
type Linted = Schema<'TestFinding'>

const nothing: PreviewResult = { findings: [] }

export function useCasePreview(suiteId: string, draft: CaseDraft, enabled: boolean): PreviewResult {
  const agent = useAgent()
  const [document] = useDebouncedValue(draft, 400)
  const { data = nothing } = useQuery({
    queryKey: agent.key('tests', 'preview', suiteId, document),
    queryFn: async ({ signal }): Promise<PreviewResult> => {
      const call = { path: { suiteId }, body: document, signal }
      try {
        const answer = await agent.api.raw('POST', '/tests/suites/{suiteId}/cases/preview', call)
        const preview = (await answer.json()) as TestCasePreview
        return { preview, findings: preview.lint.map(groupByField) }
      } catch (error) {
        if (!(error instanceof Invalid) || !Array.isArray(error.body.lint)) throw error
        return { findings: (error.body.lint as Linted[]).map(groupByField) }
      }
    },
    // Nothing to preview until the case is loaded.
    enabled: enabled && Object.keys(document).length > 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  return data
}

const groupByField = ({ path, ...finding }: Linted): Finding => ({ ...finding, path: pointerToPath(path) })
