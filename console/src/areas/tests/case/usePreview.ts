import { useDebouncedValue } from '@mantine/hooks'
import { Invalid, type Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAgent } from '../../../app/org.ts'
import type { Finding } from '../../../parts/Findings.tsx'
import { type Draft, pathOf } from './draft.ts'

export type Preview = Schema<'TestCasePreview'>
/** What the first turn would see, where it can be told; and what lint says of the case, by its fields. */
type Previewed = { preview?: Preview; findings: Finding[] }
type Linted = Schema<'TestFinding'>

const nothing: Previewed = { findings: [] }

export function usePreview(suiteId: string, draft: Draft, enabled: boolean): Previewed {
  const agent = useAgent()
  const [document] = useDebouncedValue(draft, 400)
  const { data = nothing } = useQuery({
    queryKey: agent.key('tests', 'preview', suiteId, document),
    queryFn: async ({ signal }): Promise<Previewed> => {
      const call = { path: { suiteId }, body: document, signal }
      try {
        const answer = await agent.api.raw('POST', '/tests/suites/{suiteId}/cases/preview', call)
        const preview = (await answer.json()) as Preview
        return { preview, findings: preview.lint.map(byField) }
      } catch (error) {
        if (!(error instanceof Invalid) || !Array.isArray(error.body.lint)) throw error
        return { findings: (error.body.lint as Linted[]).map(byField) }
      }
    },
    // Until it is read there is nothing to say of it.
    enabled: enabled && Object.keys(document).length > 0,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  return data
}

const byField = ({ path, ...finding }: Linted): Finding => ({ ...finding, path: pathOf(path) })
