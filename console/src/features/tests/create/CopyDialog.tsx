import { Button, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { displaySuiteName } from '#i18n/suite-names.ts'
import { strings } from '#i18n/tests.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { type TestCase, useSuites } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'

const { copy } = strings
type CopiedCase = Pick<TestCase, 'id' | 'suiteId'>

export function CopyDialog({ testCase, onClose }: { testCase: CopiedCase; onClose: () => void }) {
  const own = (useSuites().data ?? []).filter(({ system }) => !system)
  const [chosen, setChosen] = useState<string | null>(null)
  const suiteId = chosen ?? own.find(({ id }) => id === testCase.suiteId)?.id ?? own[0]?.id
  const copying = useCopyCase(testCase, onClose)
  return (
    <Dialog onClose={onClose} title={copy.title}>
      <Stack>
        {copying.error && <RefusalSummary error={copying.error} />}
        {own.length === 0 && <Text>{copy.none}</Text>}
        <Select
          label={copy.suite}
          data={own.map(({ id, name }) => ({ value: id, label: displaySuiteName(name) }))}
          value={suiteId ?? null}
          onChange={setChosen}
          allowDeselect={false}
          data-autofocus
        />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button disabled={!suiteId} loading={copying.isPending} onClick={() => suiteId && copying.mutate(suiteId)}>
            {copy.ok}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}

function useCopyCase({ id: caseId, suiteId }: CopiedCase, onClose: () => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    mutationFn: (target: string) =>
      agent.api.post('/tests/suites/{suiteId}/cases/{caseId}/copy', {
        path: { suiteId, caseId },
        body: { suiteId: target },
      }),
    onSuccess: (made) => {
      onClose()
      notify.success(copy.done)
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'cases', made.suiteId) })
      void navigate({ to: testPaths.case, params: { ...routeIds, suiteId: made.suiteId, caseId: made.id } })
    },
  })
}
